/**
 * The inactivity timer as pure functions. The only state is the time of the last activity; everything else follows from
 * the clock, so a tab that slept comes to the same answer as one that kept running.
 */
import { inactivity } from '@puente/contract'

const MINUTE_MS = 60_000
const SECOND_MS = 1000
const IDLE_MS = inactivity.idleMinutes * MINUTE_MS
const LIMIT_MS = IDLE_MS + inactivity.countdownMinutes * MINUTE_MS

export type Phase = 'active' | 'asking' | 'over'

/** What to do at a moment: nothing, ask, or end the session. */
export const phaseAt = (lastActiveAt: number, now: number): Phase => {
  const away = now - lastActiveAt
  if (away >= LIMIT_MS) return 'over'
  return away >= IDLE_MS ? 'asking' : 'active'
}

/** Seconds left of the countdown. */
export const secondsLeft = (lastActiveAt: number, now: number): number =>
  Math.max(0, Math.ceil((lastActiveAt + LIMIT_MS - now) / SECOND_MS))

/** The new last activity: unchanged while the question is shown (only its button answers it) and within the throttle. */
export const afterActivity = (lastActiveAt: number, at: number): number =>
  phaseAt(lastActiveAt, at) === 'active' && at - lastActiveAt >= inactivity.activityThrottleMs ? at : lastActiveAt

/** Whether screen readers announce this second of the countdown: four times in two minutes, not a hundred and twenty. */
export const isAnnounced = (seconds: number): boolean => [120, 60, 30, 10].includes(seconds)
