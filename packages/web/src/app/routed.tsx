/** Every screen behind an address, with the router that knows them. */
import { routes } from '@puente/contract/routes'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '#lib/layout/focus-heading.ts'
import { knowRoutes } from '#lib/api/routes.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import type { GoOptions } from '#lib/layout/navigation.tsx'
import { useSession } from '#lib/session/session.ts'
import { Apart } from './apart.tsx'
import { ErrorScreen } from './overlays/error-screen.tsx'
import { router } from './router.ts'
import { SessionWatch } from './shell/session-watch.tsx'

knowRoutes(routes)

const LockScreen = lazyPart(() => import('./overlays/lock-screen.tsx').then((part) => part.LockScreen))

export type RoutedProps = {
  /** The screen follows another one of this page, so the focus goes to its heading. */
  follows?: boolean
}

export const Routed = ({ follows = false }: RoutedProps) => {
  const { status } = useSession()
  useEffect(() => {
    if (follows) focusHeading()
  }, [follows])
  return (
    <>
      {status === 'locked' ? (
        <Apart instead={ErrorScreen}>
          <LockScreen />
        </Apart>
      ) : (
        <RouterProvider router={router} />
      )}
      <SessionWatch />
    </>
  )
}

/** Brings the router to an address while another screen still shows, so that one follows the other without a gap. */
export const openAt = async (to: string, { replace = false, state }: GoOptions = {}): Promise<void> => {
  if (replace) router.history.replace(to, state)
  else router.history.push(to, state)
  await router.load()
}

/** The same for the address that the browser shows already, after its Back or Forward. */
export const openHere = (): Promise<void> => router.load()

/** Fetches what the screen of an address needs. */
export const prepare = async (to: string): Promise<void> => void (await router.preloadRoute({ to }))
