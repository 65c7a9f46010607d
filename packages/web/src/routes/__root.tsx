import { Outlet, createRootRoute, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { useNoticesLeave, useScreenTitle } from '#app/shell/screen-title.ts'
import { dropFirstScreen } from '#lib/browser/first-screen.ts'
import { NavigationProvider, type Navigation } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'

/** Removes the prerendered screen when another one is shown; the sign-in screen takes it over on its own. */
const useFirstScreenGone = (): void => {
  const leaf = useMatches().at(-1)
  const replaces =
    leaf?.status === 'success' && leaf.fullPath !== paths.root.path && leaf.fullPath !== paths.signIn.path
  useLayoutEffect(() => {
    if (replaces) dropFirstScreen()
  }, [replaces])
}

/** Moving on, for screens that also stand where there is no router. */
const useRouterNavigation = (): Navigation => {
  const router = useRouter()
  const { pathname } = useLocation()
  return useMemo(
    () => ({
      path: pathname,
      go: (to, { replace = false, state } = {}) =>
        replace ? router.history.replace(to, state) : router.history.push(to, state),
      prepare: (to) => void router.preloadRoute({ to: to as string }).catch(() => undefined),
    }),
    [router, pathname],
  )
}

const Root = () => {
  useScreenTitle()
  useNoticesLeave()
  useFirstScreenGone()
  const navigation = useRouterNavigation()
  return (
    <NavigationProvider value={navigation}>
      <Outlet />
    </NavigationProvider>
  )
}

export const Route = createRootRoute({ component: Root })
