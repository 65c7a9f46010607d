import { Outlet, createRootRoute, useMatches } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { useNoticesLeave, useScreenTitle } from '#app/shell/screen-title.ts'
import { dropFirstScreen } from '#lib/browser/first-screen.ts'
import { paths } from '#lib/layout/paths.ts'

/** The sign-in screen takes the prerendered one over by itself; any other screen simply replaces it. */
const useFirstScreenGone = (): void => {
  const leaf = useMatches().at(-1)
  const replaces =
    leaf?.status === 'success' && leaf.fullPath !== paths.root.path && leaf.fullPath !== paths.signIn.path
  useLayoutEffect(() => {
    if (replaces) dropFirstScreen()
  }, [replaces])
}

const Root = () => {
  useScreenTitle()
  useNoticesLeave()
  useFirstScreenGone()
  return <Outlet />
}

export const Route = createRootRoute({ component: Root })
