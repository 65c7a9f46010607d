/**
 * `PayPal-Request-Id`: for six hours a repeat has no new effect and tells how the first request's object stands now, with
 * 200 instead of 201. Refused requests leave the id unused, and so does a failure of PayPal's own before any effect.
 */
import { createBoundedMap } from '../core/bounded.ts'
import type { SandboxClock } from '../core/clock.ts'
import { invalidRequest } from './paypal-error.ts'

const lifetimeSeconds = 6 * 3600
const longestId = 108

type Kept = { at: number; again: () => object }

export const createRequestIds = (clock: SandboxClock) => {
  const kept = createBoundedMap<Kept>()
  return {
    clear: kept.clear,
    /** @param scope the call and its path: an id counts for one of them only */
    once(
      id: string | undefined,
      scope: string,
      first: () => { again: () => object },
    ): { status: number; body: object } {
      if (id !== undefined && id.length > longestId)
        throw invalidRequest([{ field: 'PayPal-Request-Id', issue: 'INVALID_STRING_LENGTH' }])
      const key = `${scope} ${id ?? ''}`
      const earlier = id === undefined ? undefined : kept.get(key)
      if (earlier && clock.unixSeconds() - earlier.at < lifetimeSeconds) return { status: 200, body: earlier.again() }
      const { again } = first()
      if (id !== undefined) kept.set(key, { at: clock.unixSeconds(), again })
      return { status: 201, body: again() }
    },
  }
}
