import { expect, test } from 'vitest'
import { aMe } from '#test/render.tsx'
import { aReceivedRow, aRow } from '#test/movements.ts'
import { flowOfDays } from './flow.ts'

const asked = { viewerId: aMe().userID, today: '2026-03-31', zone: 'America/New_York' }

test('there is one entry for each of thirty days, up to today', () => {
  const days = flowOfDays({ items: [], end: true }, asked)
  expect(days).toHaveLength(30)
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-03-02', '2026-03-31'])
})

test('an evening in New York counts for its own day, not for that of Greenwich', () => {
  const items = [aReceivedRow(1, { amount: 700, date: '2026-03-31T03:30:00.000Z' })]
  const days = flowOfDays({ items, end: true }, asked)
  expect(days.find((day) => day.inCents > 0)?.day).toBe('2026-03-30')
})

test('fees went out too; what is not final moved nothing', () => {
  const date = '2026-03-31T15:00:00.000Z'
  const items = [aRow(1, { amount: 1000, fee: 15, date }), aRow(2, { state: 'PENDING', date })]
  expect(flowOfDays({ items, end: true }, asked).at(-1)).toEqual({ day: '2026-03-31', inCents: 0, outCents: 1015 })
})

test('a list that is cut off leaves out the day it was cut off in', () => {
  const items = [aRow(1, { date: '2026-03-31T15:00:00.000Z' }), aRow(2, { date: '2026-03-28T15:00:00.000Z' })]
  expect(flowOfDays({ items, end: false }, asked).map(({ day }) => day)).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
  ])
})
