import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Checkbox } from './checkbox.tsx'

test('a checkbox is set by its words and by Space', async () => {
  const user = userEvent.setup()
  render(<Checkbox label="I accept the terms" />)
  const box = screen.getByRole('checkbox', { name: 'I accept the terms' })
  await user.click(screen.getByText('I accept the terms'))
  expect(box).toBeChecked()
  await user.keyboard(' ')
  expect(box).not.toBeChecked()
})

test('a checkbox that must be set says so', () => {
  render(<Checkbox label="I accept" error="Accept the terms to go on." />)
  expect(screen.getByRole('checkbox')).toBeInvalid()
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Accept the terms to go on.')
})
