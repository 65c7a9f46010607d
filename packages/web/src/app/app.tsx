/** What stands around every screen: language, notices, splash, and the screens that cover all others. */
import { NoticeProvider } from '@puente/ui/notice'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { clock } from '#lib/clock.ts'
import { timeZone, useCatalogue } from '#lib/i18n.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { useOnline } from '#lib/online.ts'
import { useSession } from '#lib/session.ts'
import { reportClientError } from '#lib/usage.ts'
// Not fetched when needed: without a network there is nothing to fetch it with.
import { OfflineScreen } from './offline-screen.tsx'
import { router } from './router.ts'
import { SessionWatch } from './session-watch.tsx'
import { Splash } from './splash.tsx'

const LockScreen = lazyPart(() => import('./lock-screen.tsx').then((part) => part.LockScreen))
const Extras = lazyPart(() => import('./extras.tsx').then((part) => part.Extras))

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

const Screens = () => {
  const rested = useRested()
  const { status } = useSession()
  const online = useOnline()
  return (
    <>
      {status === 'locked' ? (
        <Suspense>
          <LockScreen />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      {!online && <OfflineScreen />}
      <SessionWatch />
      {rested && (
        <Suspense>
          <Extras />
        </Suspense>
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
