/** Which calls a process that cannot keep up refuses: those of the lowest priority first (`Priority` in the contract). */
import type { Priority } from '@puente/contract'

export type SheddablePriority = Exclude<Priority, 'always'>

/** From this delay of the event loop on a priority is refused, in milliseconds; above 250 it is felt on every screen. */
const REFUSED_FROM_MS: Record<SheddablePriority, number> = {
  reports: 250,
  search: 300,
  lists: 350,
  quotes: 400,
  money: 1_000,
}

/** Money has places of its own, so that no crowd of readers takes them. */
export type PlaceKind = 'money' | 'others'

/**
 * How many calls a process works on at a time: at least `least`, at most `most`, and between them as many as end within
 * the wait. More would wait for one another; fewer would make small batches, each of which costs nearly as much as a
 * large one.
 */
const PLACES = { least: 256, most: 768, waitSeconds: 0.35 }

export const placesAt = (endingPerSecond: number): number =>
  Math.min(PLACES.most, Math.max(PLACES.least, Math.floor(endingPerSecond * PLACES.waitSeconds)))

export type ShedReason = 'delay' | 'crowded'

type Load = { inFlight: number; places: number; delayMs: number }

/** Why a call is not begun now; null when it is. */
export const whyShed = (priority: SheddablePriority, { inFlight, places, delayMs }: Load): ShedReason | null => {
  if (delayMs > REFUSED_FROM_MS[priority]) return 'delay'
  return inFlight >= places ? 'crowded' : null
}
