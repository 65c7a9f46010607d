/**
 * Counts what only an attacker or a broken machine does, by network: signatures that are forged, bearers that are none, forms
 * that no screen of ours sends.
 * Only failures count, so that a neighbour's do not hold up correct callers; and they count in memory, because a
 * write for each would be the very thing that a flood is after.
 */
import type { Clock } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'

const MINUTE_MS = 60_000
/** Per network and minute. */
export const STRIKES = { badBearer: 60, badForm: 60, forgedHook: 30 }
export type StrikeKind = keyof typeof STRIKES

/** Networks that are remembered; of more the oldest are forgotten. */
const REMEMBERED = 10_000

type Count = { since: number; strikes: number }

export type Strikes = {
  /** Notes a failure. */
  add: (kind: StrikeKind, network: string) => void
  /** Refuses with `tooManyRequests` while a network has used up what it may fail. */
  refuseSpent: (kind: StrikeKind, network: string) => void
}

/** `factor` multiplies every number. */
export const createStrikes = ({ clock, factor = 1 }: { clock: Clock; factor?: number }): Strikes => {
  const counts = new Map<string, Count>()
  const current = (key: string): Count | undefined => {
    const count = counts.get(key)
    const age = count ? clock.now().getTime() - count.since : 0
    // A window of the future was opened by a clock that has been set right since.
    return count && age >= 0 && age < MINUTE_MS ? count : undefined
  }
  return {
    add: (kind, network) => {
      const key = `${kind}:${network}`
      const count = current(key) ?? { since: clock.now().getTime(), strikes: 0 }
      count.strikes += 1
      counts.delete(key)
      counts.set(key, count)
      const [oldest] = counts.keys()
      if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest)
    },
    refuseSpent: (kind, network) => {
      const count = current(`${kind}:${network}`)
      if (!count || count.strikes < STRIKES[kind] * factor) return
      const leftMs = count.since + MINUTE_MS - clock.now().getTime()
      throw new Refusal('tooManyRequests', { retryAfterSeconds: Math.ceil(leftMs / 1_000) })
    },
  }
}
