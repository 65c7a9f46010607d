/** What stands around every screen: language, notices, splash, and the screens that cover all others. */
import { NoticeProvider } from '@puente/ui/notice'
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { clock } from '#lib/browser/clock.ts'
import { timeZone, useCatalogue } from '#lib/i18n/i18n.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useOnline } from '#lib/api/online.ts'
import { reportClientError } from '#lib/api/usage.ts'
import { Apart, type Broken } from './apart.tsx'
import { FrontDoor } from './front-door.tsx'
// Not fetched when needed: without a network there is nothing to fetch it with.
import { OfflineScreen } from './overlays/offline-screen.tsx'
import type { RoutedProps } from './routed.tsx'
import { Splash } from './overlays/splash.tsx'

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

/** What a screen can do without is left out when it breaks, and reported. */
const LeftOut = ({ error }: Broken) => {
  useEffect(() => reportClientError(error, 'deferredShell'), [error])
  return null
}

/** Out of sight, of reach and of screen readers while something covers it; what was typed stays. */
const Covered = ({ covered, children }: { covered: boolean; children: ReactNode }) => (
  <div inert={covered} className={covered ? 'invisible' : 'contents'}>
    {children}
  </div>
)

type Routed = ComponentType<RoutedProps>

type AppProps = {
  /** The screens with their router; null where the page begins at the front door, which brings them later. */
  routed: Routed | null
}

const Screens = ({ routed }: AppProps) => {
  const rested = useRested()
  const online = useOnline()
  const [Routed, setRouted] = useState(() => routed)
  const leave = useCallback((arrived: Routed) => setRouted(() => arrived), [])
  return (
    <>
      <Covered covered={!online}>
        {Routed ? <Routed follows={routed === null} /> : <FrontDoor onLeave={leave} />}
      </Covered>
      {!online && <OfflineScreen />}
      {rested && (
        <Apart instead={LeftOut}>
          <DeferredShell />
        </Apart>
      )}
    </>
  )
}

export const App = ({ routed }: AppProps) => (
  <Frame>
    <Screens routed={routed} />
    <Splash />
  </Frame>
)
