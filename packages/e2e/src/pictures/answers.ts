/**
 * The server's part in a picture. What a scene states is answered here; everything else goes through to the real server,
 * which the person of the picture is really signed in to. Dates, names and amounts that a picture shows are stated, so
 * that two runs make the same picture.
 */
import { statusOf, type EndpointKey, type ErrorCode, type Result } from '@puente/contract'
import { routes } from '@puente/contract/routes'
import type { Page, Route } from '@playwright/test'

export type Answers = { [K in EndpointKey]?: Result<K> | ((sent: unknown) => Result<K>) }

type Refused = ErrorCode | { code: ErrorCode; details: Record<string, unknown> }

export type Part = {
  answers?: Answers
  refuses?: Partial<Record<EndpointKey, Refused>>
  /** Calls that get no answer while the picture is made. */
  holds?: readonly EndpointKey[]
}

const keyOf = (method: string, pathname: string): EndpointKey | undefined =>
  (Object.keys(routes) as EndpointKey[]).find((key) => routes[key] === `${method} ${pathname.replace(/^\/api/, '')}`)

const sentBy = (route: Route): unknown => {
  try {
    return route.request().postDataJSON() as unknown
  } catch {
    return null
  }
}

/** Plays the stated part on a page; the live stream is kept silent, it would tell of the real state. */
export const play = async (page: Page, { answers = {}, refuses = {}, holds = [] }: Part): Promise<void> => {
  const silent: ReadonlySet<EndpointKey> = new Set(['live', ...holds])
  await page.route('**/api/**', async (route) => {
    const key = keyOf(route.request().method(), new URL(route.request().url()).pathname)
    if (key === undefined) return route.continue()
    if (silent.has(key)) return undefined
    const refused = refuses[key]
    if (refused !== undefined) {
      const { code, details } = typeof refused === 'string' ? { code: refused, details: {} } : refused
      return route.fulfill({
        status: statusOf[code],
        json: { code, message: code, details, requestId: 'req_picture' },
      })
    }
    const answer = answers[key] as unknown
    if (answer === undefined) return route.continue()
    const data: unknown = typeof answer === 'function' ? (answer as (sent: unknown) => unknown)(sentBy(route)) : answer
    return route.fulfill({ json: { data } })
  })
}
