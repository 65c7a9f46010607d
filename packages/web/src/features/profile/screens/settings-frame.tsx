/**
 * What surrounds the screens of the settings. Where there is room, the rows of /settings stand beside each of them as a
 * second rail; in the document it comes after the screen, as the first one does.
 */
import { Outlet, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'

const SettingsIndex = lazyPart(() => import('../parts/settings-index.tsx').then((part) => part.SettingsIndex))

/** Those that show a list and its detail side by side need the width themselves. */
const SPLIT: readonly ScreenPath[] = [paths.settingsSupport.path, paths.disputes.path]

/** They only change something or hand it over, which is refused while it is in doubt whose the account is. */
const CLOSED_IN_DOUBT: readonly string[] = [
  '/settings/edit',
  paths.settingsPassword.path,
  paths.settingsSocial.path,
  paths.settingsPaymentSafety.path,
  paths.settingsStatements.path,
]

const isIn = (pathname: string, places: readonly string[]): boolean =>
  places.some((path) => pathname === path || pathname.startsWith(`${path}/`))

export const SettingsFrame = () => {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  const isSplit = isIn(pathname, SPLIT)
  const isClosed = isOwnerInDoubt(useMe()) && isIn(pathname, CLOSED_IN_DOUBT)
  const hasIndex = useTwoColumns() && pathname !== paths.settings.path && !isSplit
  return (
    <>
      {/* Beside the index every column is as wide as that of a form, so that they all end at the same edge. */}
      <div className={clsx(hasIndex && 'ps-64 [--container-page:var(--container-flow)]')}>
        {/* The banner of every screen says why. */}
        {isClosed ? <Screen width="form">{null}</Screen> : <Outlet />}
      </div>
      {hasIndex && (
        <Suspense>
          <SettingsIndex pathname={pathname} />
        </Suspense>
      )}
    </>
  )
}
