/** What surrounds every signed-in screen: the menu, the transactions sheet, the live stream and the inactivity timer. */
import { BridgeMark } from '@puente/ui/bridge-mark'
import { useNotices } from '@puente/ui/notice'
import { Shell } from '@puente/ui/page'
import { SideRail } from '@puente/ui/side-rail'
import { TabsBar, type NavItem, type NavToggle } from '@puente/ui/tabs-bar'
import { brand } from '@puente/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import FileText from 'lucide-react/icons/file-text'
import House from 'lucide-react/icons/house'
import List from 'lucide-react/icons/list'
import SettingsIcon from 'lucide-react/icons/settings'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { mustAcceptTerms, useMe } from '#lib/session/me.ts'
import { paths, useScreenExists, type ScreenPath } from '#lib/layout/paths.ts'
import { queryClient } from '#lib/api/query.ts'
import { useSession } from '#lib/session/session.ts'
import { hasContacts, missingContacts } from '#shared/kyc/kyc-step.ts'
import { Inactivity } from '../overlays/inactivity.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { StepUps } from '../overlays/step-ups.tsx'
import { ProfileLook } from './profile-look.tsx'
import { useTransactions } from './transactions.tsx'

const SHEET_ID = 'transactions-sheet'
const TermsDialog = lazyPart(() => import('../overlays/terms-dialog.tsx').then((part) => part.TermsDialog))
const TransactionsSheet = lazyPart(() => import('./transactions-sheet.tsx').then((part) => part.TransactionsSheet))

type Entry = {
  id: 'home' | 'movements' | 'invoices'
  path: ScreenPath
  icon: ReactNode
  onlyRail?: boolean
  /** Without both contacts verified there is a notice instead of the screen. */
  needsContacts?: boolean
}

/** The menu's screens, in order. A phone has three places: the toggle in the middle, and those that are not for the rail alone. */
const entries: readonly Entry[] = [
  { id: 'home', path: paths.home.path, icon: <House /> },
  { id: 'movements', path: paths.movements.path, icon: <List />, onlyRail: true },
  { id: 'invoices', path: paths.invoices.path, icon: <FileText />, needsContacts: true },
]

const Navigation = ({ isFlow }: { isFlow: boolean }) => {
  const t = useTranslations('shell')
  const { pathname } = useLocation()
  const exists = useScreenExists()
  const me = useMe()
  const { show } = useNotices()
  const transactions = useTransactions()
  const hasToggle = transactions.length > 0
  // Once opened the sheet stays mounted, so that its closing can be animated.
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const open = sheet === 'open'

  const link =
    (path: ScreenPath): NavItem['render'] =>
    (target) => <Link to={path as string} {...target} />
  const here = (path: ScreenPath) => pathname === path || pathname.startsWith(`${path}/`)
  const shown = entries.filter(({ path }) => exists(path))
  const itemOf = ({ id, path, icon, needsContacts = false }: Entry): NavItem => ({
    id,
    label: t(id),
    icon,
    current: here(path),
    ...(needsContacts && !hasContacts(me)
      ? { onClick: () => show('negative', t('notYet.invoices', { missing: missingContacts(me) })) }
      : { render: link(path) }),
  })
  const settings: NavItem = {
    id: 'settings',
    label: t('settings'),
    icon: <SettingsIcon />,
    current: here(paths.settings.path) || here(paths.about.path),
    render: link(paths.settings.path),
  }
  const toggle: NavToggle = {
    label: t('transactions.toggle'),
    open,
    onToggle: () => setSheet(open ? 'closed' : 'open'),
    controls: SHEET_ID,
  }
  return (
    <>
      <SideRail
        label={t('menu')}
        brand={
          <Link to={paths.home.path} className="inline-flex rounded-md">
            <BridgeMark name={brand.appName} variant="wordmark" />
          </Link>
        }
        items={[...shown.map(itemOf), settings]}
        // A flow has one action, and the menu would lead away from it.
        {...(hasToggle && { toggle: { ...toggle, isAway: isFlow } })}
      />
      {!isFlow && (
        <TabsBar
          label={t('menu')}
          items={shown.filter(({ onlyRail = false }) => !onlyRail).map(itemOf)}
          {...(hasToggle && { toggle })}
        />
      )}
      {sheet !== 'unused' && (
        <Suspense>
          <TransactionsSheet id={SHEET_ID} open={open} onOpenChange={(next) => setSheet(next ? 'open' : 'closed')} />
        </Suspense>
      )}
    </>
  )
}

/** Renders no screen before the user is known: after a lock the cache is empty, and the user is read again. */
const SignedIn = () => {
  const me = useMe()
  const isFlow = useMatches({ select: (matches) => matches.at(-1)?.staticData.isFlow ?? false })
  return (
    <>
      <div data-shell="" data-flow={isFlow ? '' : undefined}>
        <Shell navigation={<Navigation isFlow={isFlow} />} isFlow={isFlow}>
          <Outlet />
        </Shell>
      </div>
      {mustAcceptTerms(me) && (
        <Suspense>
          <TermsDialog />
        </Suspense>
      )}
      <StepUps />
      <ProfileLook />
      <LiveUpdates />
      <Inactivity />
    </>
  )
}

export const AppShell = () => {
  // When a session ends everything private is unmounted at once, before the redirect to the sign-in screen.
  if (useSession().status !== 'in') return null
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn />
    </QueryClientProvider>
  )
}
