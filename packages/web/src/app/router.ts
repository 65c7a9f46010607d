import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { TextKey } from '#lib/i18n/text-key.ts'
import type { ScreenPath } from '#lib/layout/paths.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { routeTree } from '../routeTree.gen.ts'
import { ErrorScreen } from './overlays/error-screen.tsx'
import { PendingScreen } from './overlays/pending.tsx'

const NotFoundScreen = lazyPart(() => import('./overlays/not-found.tsx').then((part) => part.NotFoundScreen))

/** A router over the given history; without one, over the browser's. */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    caseSensitive: false,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 400,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })

export const router = makeRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  /** What screens pass on in the history entry: it survives a reload and is not part of the URL. */
  interface HistoryState {
    /** The address typed on the sign-in screen, for the reset form. */
    email?: string
    /** The token of a mail's link. */
    token?: string
  }
  interface StaticDataRouteOption {
    /** The screen's name, for the header and the browser's title. */
    title?: TextKey
    /** The browser's title, where another screen has the same heading. */
    tab?: TextKey
    /** Where Back leads when the screen was opened directly. */
    parent?: ScreenPath
    /** A step of a flow: no menu, a way out on top, one action at the bottom. */
    isFlow?: boolean
  }
}
