/**
 * What time it is for the product. A device's clock may be wrong, and `npm run clock` puts the product's forward, so what the
 * server dates is compared with its own time, which the `Date` of its answers says. How long something takes, and since when
 * a person has been away, the device's clock measures well enough.
 */
import { clock } from './clock.ts'

/** The header counts whole seconds and has been on its way: clocks that differ by less are taken to agree. */
const SLACK_MS = 5_000

let aheadMs = 0

/** Learns the product's time from the `Date` of an answer; one without it says nothing. */
export const learnTime = (date: string | null): void => {
  const ms = Date.parse(date ?? '') - clock.now()
  if (!Number.isNaN(ms)) aheadMs = Math.abs(ms) < SLACK_MS ? 0 : ms
}

/** The product's time, in epoch milliseconds. */
export const productNow = (): number => clock.now() + aheadMs

/** What the device's clock will show at a moment that the server named, in epoch milliseconds: for `useCountdown`. */
export const onDevice = (iso: string): number => Date.parse(iso) - aheadMs
