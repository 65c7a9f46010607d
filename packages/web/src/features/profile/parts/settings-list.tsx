import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useText } from '#lib/i18n/text-key.ts'
import { useRowsOf, type SettingsGroup, type SettingsRow } from './settings-rows.tsx'

type Props = {
  group: SettingsGroup
  /** Below the title of a row: what is set now. */
  subtitleOf?: (row: SettingsRow) => ReactNode
  /** Rows that lead nowhere but act here, after the others. */
  children?: ReactNode
}

/** A group of links to settings, under its title; nothing when none of them concerns this user. */
export const SettingsList = ({ group, subtitleOf, children }: Props) => {
  const text = useText()
  const id = useId()
  const rows = useRowsOf()(group)
  if (rows.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 id={id} className="text-sm font-semibold text-text-muted">
        {text(group.title)}
      </h2>
      <List labelledBy={id}>
        {rows.map((row) => (
          <ListRow
            key={row.path}
            leading={<RowIcon>{row.icon}</RowIcon>}
            title={text(row.title)}
            subtitle={subtitleOf?.(row)}
            chevron
            render={(look) => <Link to={row.path as string} {...look} />}
          />
        ))}
        {children}
      </List>
    </section>
  )
}
