import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readMoment } from './pool.ts'

const TIMESTAMPTZ = 1184
const driver = pg.types.getTypeParser(TIMESTAMPTZ)

/** As PostgreSQL writes a moment in UTC: without zeros at the end of its fraction. */
const written = (at: Date): string => {
  const [day, time = ''] = at.toISOString().slice(0, -1).split('T')
  return `${day} ${time.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') || time.includes('.') ? '' : zeros))}+00`
}

test('a moment is read as the driver reads it, whatever its fraction', () => {
  const years = {
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }
  fc.assert(
    fc.property(fc.date(years), (at) => {
      expect(readMoment(written(at))).toEqual(at)
      expect(readMoment(written(at))).toEqual(driver(written(at)))
    }),
  )
})

test.each([
  '2026-11-21 10:00:00.123456+00',
  '2026-11-21 10:00:00+05:30',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
  '-infinity',
])('what is written otherwise is left to the driver: %s', (text) => {
  expect(readMoment(text)).toEqual(driver(text))
})
