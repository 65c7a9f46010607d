import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Timeline } from './timeline.tsx'

test('each step of money in flight says its state, time and detail in words', () => {
  render(
    <Timeline
      label="Withdrawal"
      stateLabels={{ done: 'done', current: 'now', upcoming: 'to come', stopped: 'stopped', failed: 'refused' }}
      steps={[
        { id: 'a', title: 'Requested', time: 'Mon 10:42', state: 'done' },
        { id: 'b', title: 'At the bank', detail: '3-4 business days', state: 'current' },
        { id: 'c', title: 'Arrived', state: 'upcoming' },
        { id: 'd', title: 'Returned', state: 'failed' },
      ]}
    />,
  )
  const [requested, bank, arrived, returned] = screen.getAllByRole('listitem')
  expect(requested).toHaveTextContent('Requested, done')
  expect(requested).toHaveTextContent('Mon 10:42')
  expect(bank).toHaveAttribute('aria-current', 'step')
  expect(bank).toHaveTextContent('3-4 business days')
  expect(arrived).toHaveTextContent('Arrived, to come')
  expect(returned).toHaveTextContent('Returned, refused')
})
