import type { Ticket, TicketState } from '@puente/contract'
import { Badge, type Tone } from '@puente/ui/badge'
import { ListRow } from '@puente/ui/list-row'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { RowLink } from '#lib/layout/row-link.tsx'

const TONES: Record<TicketState, Tone> = {
  open: 'neutral',
  waitingForYou: 'waiting',
  answered: 'positive',
  closed: 'neutral',
}

export const TicketBadge = ({ state }: Pick<Ticket, 'state'>) => {
  const t = useTranslations('support.states')
  return <Badge tone={TONES[state]}>{t(state)}</Badge>
}

type Props = { ticket: Ticket; selected: boolean; replace: boolean }

/** A ticket as a row of the list, linked to what was written in it. */
export const TicketRow = ({ ticket, selected, replace }: Props) => {
  const t = useTranslations('support')
  const formats = useFormats()
  const { id, module, state, excerpt, updatedAt } = ticket
  return (
    <ListRow
      title={<span className="line-clamp-2 wrap-anywhere">{excerpt}</span>}
      subtitle={
        <span className="grid justify-items-start gap-1.5">
          <span>{`${t(`modules.${module}`)} · ${formats.dateTime(updatedAt)}`}</span>
          <TicketBadge state={state} />
        </span>
      }
      selected={selected}
      render={(target) => (
        <RowLink target={target} to={paths.settingsTicket.path} state={{ ticket: id }} replace={replace} />
      )}
    />
  )
}
