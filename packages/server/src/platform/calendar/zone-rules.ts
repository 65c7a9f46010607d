/** The clocks of a time zone. Pure: no clock of its own. */

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_KEPT = 100

/** Making one is slow. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const kept = formats.get(zone)
  if (kept) return kept
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size < FORMATS_KEPT) formats.set(zone, format)
  return format
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
export const offsetAt = (at: number, zone: string): number => {
  const parts = formatOf(zone).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(at / 1000) * 1000
}

/** What the zone's clocks and calendar show at a moment, as milliseconds that read so in UTC. */
export const wallTimeAt = (at: Date, zone: string): number => at.getTime() + offsetAt(at.getTime(), zone)

/**
 * The moment at which the zone's clocks show this wall time. Of two, where an hour comes twice, the earlier; a time that is
 * skipped is as much later as the clocks are put forward.
 */
export const momentAt = (wallTime: number, zone: string): Date => {
  const offsets = [wallTime - DAY_MS, wallTime + DAY_MS].map((at) => offsetAt(at, zone))
  const moments = offsets.map((offset) => wallTime - offset).toSorted((a, b) => a - b)
  const exact = moments.find((at) => at + offsetAt(at, zone) === wallTime)
  // Skipped: by the clocks as they were before the change.
  return new Date(exact ?? wallTime - (offsets[0] ?? 0))
}
