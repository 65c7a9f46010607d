import { expect, test } from 'vitest'
import { aMe } from '#test/render.tsx'
import { aReceivedRow, aRow } from '#test/movements.ts'
import { balanceHistory } from './balance-history.ts'

const asked = { viewerId: aMe().userID, today: '2026-03-31', zone: 'America/New_York', balanceCents: 5000 }
const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}T15:00:00.000Z`

test('there is one entry for each of thirty days, and the last is the balance of now', () => {
  const { days } = balanceHistory({ items: [], end: true }, asked)
  expect(days).toHaveLength(30)
  expect([days[0], days.at(-1)]).toEqual([
    { day: '2026-03-02', cents: 5000 },
    { day: '2026-03-31', cents: 5000 },
  ])
})

test('a day ends with the balance after its last row, and keeps it until the next', () => {
  const items = [
    aReceivedRow(1, { amount: 700, balance: 5000, date: on(20), paymentDate: on(20) }),
    aRow(2, { amount: 300, fee: 15, balance: 4300, date: on(10) }),
  ]
  const { days } = balanceHistory({ items, end: true }, asked)
  const of = (day: string) => days.find((one) => one.day === day)?.cents
  expect(['2026-03-09', '2026-03-10', '2026-03-19', '2026-03-20'].map(of)).toEqual([4615, 4300, 4300, 5000])
})

test('what was on hold counts on the day it was settled, not on the day it was sent', () => {
  const items = [aRow(1, { amount: 1000, balance: 5000, date: on(10), paymentDate: on(25) })]
  const { days } = balanceHistory({ items, end: true }, asked)
  expect(days.filter(({ cents }) => cents === 6000).at(-1)?.day).toBe('2026-03-24')
})

test('an evening in New York counts for its own day, not for that of Greenwich', () => {
  const date = '2026-03-31T03:30:00.000Z'
  const items = [aReceivedRow(1, { amount: 700, balance: 5000, date, paymentDate: date })]
  const { days } = balanceHistory({ items, end: true }, asked)
  expect(days.slice(-3).map(({ cents }) => cents)).toEqual([4300, 5000, 5000])
})

test('weeks end today; fees went out too, and what is not final moved nothing', () => {
  const items = [aRow(1, { amount: 1000, fee: 15, date: on(31) }), aRow(2, { state: 'PENDING', date: on(30) })]
  const { weeks } = balanceHistory({ items, end: true }, asked)
  expect(weeks.map(({ from }) => from)).toEqual(['2026-03-02', '2026-03-04', '2026-03-11', '2026-03-18', '2026-03-25'])
  expect(weeks.at(-1)).toEqual({ from: '2026-03-25', to: '2026-03-31', inCents: 0, outCents: 1015 })
})

test('a list that is cut off leaves out the day it was cut off in', () => {
  const items = [aRow(1, { date: on(31) }), aRow(2, { date: on(28) })]
  expect(balanceHistory({ items, end: false }, asked).days.map(({ day }) => day)).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
  ])
})

test('two days on which money moved are too few for a chart, three are enough', () => {
  const rows = [31, 30, 29].map((day) => aRow(day, { date: on(day) }))
  expect(balanceHistory({ items: rows.slice(0, 2), end: true }, asked).isEnough).toBe(false)
  expect(balanceHistory({ items: rows, end: true }, asked).isEnough).toBe(true)
})
