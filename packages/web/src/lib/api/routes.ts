/**
 * Where calls go. The first screen carries the routes that it needs, or that must leave at once while a page closes; all others
 * load with the screens behind the router, or on demand for a part that calls earlier.
 */
import type { EndpointKey } from '@puente/contract'
import type { routes } from '@puente/contract/routes'
import { withinChunkTimeout } from '#lib/browser/lazy-part.ts'
import { ApiUnreachable } from './api-errors.ts'

type Routes = typeof routes

/** The type keeps them in step with the contract. */
const FIRST_ROUTES = {
  health: 'GET /health',
  config: 'GET /content/config',
  events: 'POST /events',
  signIn: 'POST /auth/email/sign-in',
  openSession: 'POST /auth/session',
  refreshSession: 'POST /auth/session/refresh',
  lockSession: 'POST /auth/session/lock',
  logout: 'POST /auth/logout',
} as const satisfies Partial<Routes>

let known: Partial<Routes> = FIRST_ROUTES

/** A call after one that failed asks for the file again: Chromium keeps no module whose fetch failed or was refused (tried with 156). */
const fetchRoutes = async (): Promise<Routes> => {
  try {
    const fetched = await withinChunkTimeout(() => import('@puente/contract/routes'))
    known = fetched.routes
    return fetched.routes
  } catch {
    throw new ApiUnreachable('offline')
  }
}

/** Knows every route from here on, so that no call waits for one. */
export const knowRoutes = (all: Routes): void => {
  known = all
}

/**
 * @returns method and path of a call; a promise only while they are not known yet
 * @throws ApiUnreachable when they cannot be fetched
 */
export const routeOf = (key: EndpointKey): string | Promise<string> =>
  known[key] ?? fetchRoutes().then((fetched) => fetched[key])
