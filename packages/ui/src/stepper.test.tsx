import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Stepper } from './stepper.tsx'

const steps = ['Details', 'Phone', 'Code']

test('the current step is marked and finished ones are announced as done', () => {
  render(<Stepper label="Sign-up" steps={steps} current={1} doneLabel="done" />)
  expect(screen.getByRole('list', { name: 'Sign-up' })).toBeInTheDocument()
  const [details, phone, code] = screen.getAllByRole('listitem')
  expect(details).toHaveTextContent('Details, done')
  expect(phone).toHaveAttribute('aria-current', 'step')
  expect(code).not.toHaveAttribute('aria-current')
})

test('past the last step nothing is current and everything is done', () => {
  render(<Stepper label="Sign-up" steps={steps} current={3} doneLabel="done" />)
  for (const item of screen.getAllByRole('listitem')) {
    expect(item).toHaveTextContent('done')
    expect(item).not.toHaveAttribute('aria-current')
  }
})

test('a step that was left for later is not shown as done', () => {
  render(<Stepper label="Sign-up" steps={steps} current={2} skipped={[1]} doneLabel="done" />)
  const [details, phone] = screen.getAllByRole('listitem')
  expect(details).toHaveTextContent('Details, done')
  expect(phone).not.toHaveTextContent('done')
  expect(phone).not.toHaveAttribute('aria-current')
})
