import type { Clock } from '#platform/clock.ts'

/** A clock that can be put anywhere and runs on from there; the database's time is moved by the same amount. */
export type DemoClock = Clock & {
  moveTo(at: Date): void
  /** Back to the time that everybody else has. */
  moveToNow(): void
}

export const demoClock = (): DemoClock => {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    moveTo: (at) => {
      offset = at.getTime() - Date.now()
    },
    moveToNow: () => {
      offset = 0
    },
  }
}
