import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BalanceChart } from './balance-chart.tsx'

const days = [
  { day: '2026-11-01', cents: 1000 },
  { day: '2026-11-02', cents: 4000 },
  { day: '2026-11-03', cents: 2500 },
]
const weeks = [
  { from: '2026-11-01', to: '2026-11-01', inCents: 1000, outCents: 0 },
  { from: '2026-11-02', to: '2026-11-03', inCents: 3000, outCents: 1500 },
]

const show = () =>
  render(
    <BalanceChart
      days={days}
      weeks={weeks}
      label="Your balance"
      texts={{ chooseDay: 'Day', asTable: 'As a table', week: 'Week', in: 'In', out: 'Out', balance: 'Balance' }}
      formatMoney={(cents) => `$${cents / 100}`}
      formatDay={(day) => `Nov ${Number(day.slice(8))}`}
      formatDays={(from, to) => `${from.slice(8)} to ${to.slice(8)}`}
    />,
  )

test('the last day is shown first, with what came in and went out in its week', () => {
  show()
  const chart = screen.getByRole('figure', { name: 'Your balance' })
  expect(chart).toHaveTextContent('$25Nov 3')
  expect(chart).toHaveTextContent('In $30')
  expect(chart).toHaveTextContent('Out $15')
})

test('the arrow keys move from day to day, and each day is announced with its balance', async () => {
  show()
  const slider = screen.getByRole('slider', { name: 'Day' })
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 3: $25')
  await userEvent.tab()
  expect(slider).toHaveFocus()
  fireEvent.change(slider, { target: { value: '0' } })
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 1: $10')
  expect(screen.getByRole('figure')).toHaveTextContent('In $10')
})

test('the day under the pointer is shown, and the last one again when it leaves', () => {
  show()
  const slider = screen.getByRole('slider')
  const place = slider.parentElement!
  place.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect
  fireEvent.pointerMove(place, { clientX: 55 })
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 2: $40')
  fireEvent.pointerLeave(place)
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 3: $25')
})

test('the weeks can be read as a table, with the balance each ended with', async () => {
  show()
  await userEvent.click(screen.getByText('As a table'))
  const rows = within(screen.getByRole('table', { name: 'Your balance' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['WeekInOutBalance', '01 to 01$10$0$10', '02 to 03$30$15$25'])
})
