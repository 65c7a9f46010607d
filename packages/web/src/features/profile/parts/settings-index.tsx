import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useText } from '#lib/i18n/text-key.ts'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import { indexGroups, useRowsOf, type SettingsGroup } from './settings-rows.tsx'

/** Screens that are not below their row's path. */
const ELSEWHERE: Readonly<Record<string, ScreenPath>> = {
  '/settings/edit': paths.settingsPersonalInfo.path,
  [paths.settingsPassword.path]: paths.settingsSecurity.path,
}

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** The row that a screen belongs to. */
const rowOf = (pathname: string): ScreenPath | undefined => {
  const elsewhere = Object.entries(ELSEWHERE).find(([path]) => isBelow(pathname, path))
  if (elsewhere) return elsewhere[1]
  const below = indexGroups.flatMap(({ rows }) => rows.filter(({ path }) => isBelow(pathname, path)))
  return below.toSorted((one, other) => other.path.length - one.path.length)[0]?.path
}

/** The rows of /settings beside the screen of one of them, which is marked. */
export const SettingsIndex = ({ pathname }: { pathname: string }) => {
  const current = rowOf(pathname)
  const t = useTranslations('settings')
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const showCurrent = () => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    showCurrent()
    // On arrival the router scrolls it back to where it stood beside the screen before.
    return router.subscribe('onRendered', showCurrent)
  }, [current, router])
  return (
    <nav
      ref={nav}
      aria-label={t('title')}
      className="fixed inset-y-0 start-(--rail-width) z-20 grid w-64 content-start gap-5 overflow-y-auto border-e border-border px-3 pt-3 pb-6 [scrollbar-width:thin]"
    >
      <Link
        to={paths.settings.path}
        activeOptions={{ exact: true }}
        className="flex min-h-12 items-center rounded-md px-3 text-lg font-semibold tracking-tight text-text no-underline hover:bg-surface-sunken"
      >
        {t('title')}
      </Link>
      {indexGroups.map((group) => (
        <Group key={group.title} group={group} current={current} />
      ))}
    </nav>
  )
}

const Group = ({ group, current }: { group: SettingsGroup; current: ScreenPath | undefined }) => {
  const text = useText()
  const id = useId()
  const rows = useRowsOf()(group)
  if (rows.length === 0) return null
  return (
    <div className="grid gap-1">
      <p id={id} className="px-3 text-sm font-semibold text-text-muted">
        {text(group.title)}
      </p>
      <ul aria-labelledby={id}>
        {rows.map(({ path, icon, title }) => (
          <li key={path}>
            <Link
              to={path as string}
              activeOptions={{ exact: true }}
              aria-current={path === current ? 'page' : undefined}
              className="flex min-h-11 scroll-my-6 items-center gap-3 rounded-md px-3 py-2 leading-snug font-medium text-text no-underline -outline-offset-2 transition-colors duration-150 hover:bg-surface-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand-text [&_svg]:size-5 [&_svg]:shrink-0"
            >
              <span aria-hidden="true">{icon}</span>
              {text(title)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
