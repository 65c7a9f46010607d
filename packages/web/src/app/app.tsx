/** What stands around every screen: language, notices, splash, and the screens that cover all others. */
import { NoticeProvider } from '@puente/ui/notice'
import { CatchBoundary, RouterProvider, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { clock } from '#lib/browser/clock.ts'
import { timeZone, useCatalogue } from '#lib/i18n/i18n.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useOnline } from '#lib/api/online.ts'
import { useSession } from '#lib/session/session.ts'
import { reportClientError } from '#lib/api/usage.ts'
import { ErrorScreen } from './overlays/error-screen.tsx'
// Not fetched when needed: without a network there is nothing to fetch it with.
import { OfflineScreen } from './overlays/offline-screen.tsx'
import { router } from './router.ts'
import { SessionWatch } from './shell/session-watch.tsx'
import { Splash } from './overlays/splash.tsx'

const LockScreen = lazyPart(() => import('./overlays/lock-screen.tsx').then((part) => part.LockScreen))
const DeferredShell = lazyPart(() => import('./deferred-shell.tsx').then((part) => part.DeferredShell))

const Notices = ({ children }: { children: ReactNode }) => {
  const t = useTranslations('common')
  return (
    <NoticeProvider label={t('notices')} dismissLabel={t('dismiss')}>
      {children}
    </NoticeProvider>
  )
}

/** Texts and notices, for every tree of screens: the application, the prerendered first screen and the tests. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const catalogue = useCatalogue()
  if (!catalogue) return null
  return (
    <IntlProvider
      locale={catalogue.language}
      messages={catalogue.messages}
      timeZone={timeZone()}
      onError={(error) => reportClientError(error, 'texts')}
    >
      <Notices>{children}</Notices>
    </IntlProvider>
  )
}

/** True once the page has loaded and the browser has nothing better to do. */
const useRested = (): boolean => {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    const rest = () => setRested(true)
    const soon = () => void ('requestIdleCallback' in window ? requestIdleCallback(rest) : clock.after(200, rest))
    if (document.readyState === 'complete') soon()
    else window.addEventListener('load', soon, { once: true })
    return () => window.removeEventListener('load', soon)
  }, [])
  return rested
}

type Broken = Pick<ErrorComponentProps, 'error'>

/** What a screen can do without is left out when it breaks, and reported. */
const LeftOut = ({ error }: Broken) => {
  useEffect(() => reportClientError(error, 'deferredShell'), [error])
  return null
}

/** An error here has no screen above it that could tell of it: what broke must not take everything with it. */
const Apart = ({ children, instead }: { children: ReactNode; instead: (broken: Broken) => ReactNode }) => (
  <CatchBoundary getResetKey={() => null} errorComponent={instead}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)

/** Out of sight, of reach and of screen readers while something covers it; what was typed stays. */
const Covered = ({ covered, children }: { covered: boolean; children: ReactNode }) => (
  <div inert={covered} className={covered ? 'invisible' : 'contents'}>
    {children}
  </div>
)

const Screens = () => {
  const rested = useRested()
  const { status } = useSession()
  const online = useOnline()
  return (
    <>
      <Covered covered={!online}>
        {status === 'locked' ? (
          <Apart instead={ErrorScreen}>
            <LockScreen />
          </Apart>
        ) : (
          <RouterProvider router={router} />
        )}
      </Covered>
      {!online && <OfflineScreen />}
      <SessionWatch />
      {rested && (
        <Apart instead={LeftOut}>
          <DeferredShell />
        </Apart>
      )}
    </>
  )
}

export const App = () => (
  <Frame>
    <Screens />
    <Splash />
  </Frame>
)
