import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Bar } from './bar.tsx'

test('a limit tells in words what is used and what is left', () => {
  render(<Bar label="Per day" used={152_500} limit={250_000} usedText="$1,525 of $2,500" leftText="$975 left" />)
  const meter = screen.getByRole('meter', { name: 'Per day' })
  expect(meter).toHaveAttribute('aria-valuetext', '$1,525 of $2,500')
  expect(meter).toHaveAttribute('value', '152500')
  expect(meter).toHaveAttribute('max', '250000')
  expect(screen.getByText('$975 left')).toBeInTheDocument()
})

test('more than the limit fills the bar and no more', () => {
  render(<Bar label="Per day" used={300} limit={200} usedText="$3 of $2" />)
  expect(screen.getByRole('meter')).toHaveAttribute('value', '200')
})
