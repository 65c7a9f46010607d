/**
 * The sign-in screen as a stranger meets it: without the router, which is as heavy as everything else here beside React. It is
 * fetched at the first touch of the page, so it is usually there when something is to follow.
 */
import { useEffect, useMemo, useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { SignInScreen } from '#features/auth/screens/sign-in-screen.tsx'
import { withinChunkTimeout } from '#lib/browser/lazy-part.ts'
import { NavigationProvider, type GoOptions, type Navigation } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'
import { mayHaveSession } from '#lib/session/session-mark.ts'
import type { RoutedProps } from './routed.tsx'
import { useTitle } from './screen-seen.ts'

const TITLE = 'auth.signIn.title'
const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const

const isDoor = (pathname: string): boolean => pathname === paths.root.path || pathname === paths.signIn.path

/** Whether this page begins with the sign-in screen whatever the server answers. */
export const startsAtDoor = (): boolean => isDoor(location.pathname) && !mayHaveSession()

/** The screens behind the addresses; what was fetched stays fetched. */
export const loadRouted = () => withinChunkTimeout(() => import('./routed.tsx'))

type Props = {
  /** Called with the screens that take over, when the next one is ready. */
  onLeave: (routed: ComponentType<RoutedProps>) => void
}

export const FrontDoor = ({ onLeave }: Props) => {
  const t = useTranslations('common')
  /** The next screen is on its way, which takes seconds on a slow network. */
  const [leaving, setLeaving] = useState(false)
  useTitle(TITLE)

  const navigation = useMemo((): Navigation => {
    const go = async (to: string, options: GoOptions = {}) => {
      if (to === location.pathname) return
      setLeaving(true)
      try {
        const { Routed, openAt } = await loadRouted()
        await openAt(to, options)
        onLeave(Routed)
      } catch {
        setLeaving(false)
        // The browser gets there without our script, and shows what it makes of the network.
        if (options.replace) location.replace(to)
        else location.assign(to)
      }
    }
    return {
      path: location.pathname,
      go: (to, options) => void go(to, options),
      prepare: (to) =>
        void loadRouted()
          .then((part) => part.prepare(to))
          .catch(() => undefined),
    }
  }, [onLeave])

  useEffect(() => {
    const touched = () => void loadRouted().catch(() => undefined)
    // The person may already be typing into the prerendered form.
    if (document.activeElement !== document.body) touched()
    for (const touch of TOUCHES) window.addEventListener(touch, touched, { once: true, passive: true })
    return () => TOUCHES.forEach((touch) => window.removeEventListener(touch, touched))
  }, [])

  useEffect(() => {
    const moved = async () => {
      if (isDoor(location.pathname)) return
      try {
        const { Routed, openHere } = await loadRouted()
        await openHere()
        onLeave(Routed)
      } catch {
        location.reload()
      }
    }
    const onPopState = () => void moved()
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [onLeave])

  return (
    <NavigationProvider value={navigation}>
      {leaving && (
        <output className="fixed inset-x-0 top-0 z-50 h-1 animate-pulse bg-brand motion-reduce:animate-none">
          <span className="sr-only">{t('loading')}</span>
        </output>
      )}
      <SignInScreen />
    </NavigationProvider>
  )
}
