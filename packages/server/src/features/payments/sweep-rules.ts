/** When a payment that is under way is checked again. */
const SOON_MS = 55_000
const HOUR_MS = 3_600_000

/** Our ids begin with the milliseconds since 1970 at which they were made. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Every minute while it is younger than an hour, hourly afterwards. */
export const nextCheckAt = (ref: string, at: Date): Date =>
  new Date(at.getTime() + (at.getTime() - madeAt(ref) < HOUR_MS ? SOON_MS : HOUR_MS))
