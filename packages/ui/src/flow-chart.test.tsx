import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FlowChart } from './flow-chart.tsx'

const days = [
  { day: '2026-11-01', inCents: 1000, outCents: 0 },
  { day: '2026-11-02', inCents: 0, outCents: 0 },
  { day: '2026-11-03', inCents: 500, outCents: 250 },
]

const chart = (of: typeof days) => (
  <FlowChart
    days={of}
    label="Last 30 days"
    texts={{ day: 'Day', in: 'In', out: 'Out' }}
    formatMoney={(cents) => `$${cents / 100}`}
    formatDay={(day) => day.slice(8)}
  />
)

test('the chart is readable as a table of the days on which money moved', () => {
  render(chart(days))
  expect(screen.getByRole('figure', { name: 'Last 30 days' })).toHaveTextContent('In $15')
  const rows = within(screen.getByRole('table', { name: 'Last 30 days' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['DayInOut', '01$10$0', '03$5$2.5'])
})

test('a month without money draws no bar and does not break', () => {
  const { container } = render(chart([]))
  expect(container.querySelectorAll('g')).toHaveLength(0)
  expect(screen.getByRole('figure', { name: 'Last 30 days' })).toHaveTextContent('Out $0')
})

test('both directions share one scale, and the bars fill the height between them', () => {
  const { container } = render(chart(days))
  const bars = [...container.querySelectorAll('g rect')].map((bar) => Number(bar.getAttribute('height')))
  const [firstIn = 0, , , , lastIn = 0, lastOut = 0] = bars
  expect(firstIn / lastOut).toBeCloseTo(4)
  expect(firstIn / lastIn).toBeCloseTo(2)
  expect(firstIn + lastOut).toBeCloseTo(82)
})
