import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfDay, startOfDay } from './days-rules.ts'

const days: [string, string, string, string][] = [
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Asia/Seoul', '2026-03-08', '2026-03-07T15:00:00.000Z', '2026-03-08T15:00:00.000Z'],
  ['Pacific/Honolulu', '2026-12-31', '2026-12-31T10:00:00.000Z', '2027-01-01T10:00:00.000Z'],
  ['UTC', '2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  // In Santiago the clocks skip the hour after midnight: the day begins at one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', '2026-01-01T18:15:00.000Z'],
]

test.each(days)('V-31: in %s the day %s reaches from %s up to %s', (zone, day, start, end) => {
  expect(startOfDay(day, zone).toISOString()).toBe(start)
  expect(endOfDay(day, zone).toISOString()).toBe(end)
})

test('every moment of a day lies within it, in any zone', () => {
  const zones = fc.constantFrom(
    'America/New_York',
    'Asia/Seoul',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'America/Santiago',
  )
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(zones, moments, (zone, at) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
      expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(at.getTime())
      expect(endOfDay(day, zone).getTime()).toBeGreaterThan(at.getTime())
    }),
    { numRuns: 60 },
  )
})
