import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

test('a text field is found by its label and described by its hint', async () => {
  const user = userEvent.setup()
  render(<TextField label="Email" hint="We send a code." />)
  const field = screen.getByRole('textbox', { name: 'Email' })
  expect(field).toHaveAccessibleDescription('We send a code.')
  expect(field).not.toHaveAttribute('aria-invalid')
  await user.click(screen.getByText('Email'))
  await user.keyboard('ana@example.com')
  expect(field).toHaveValue('ana@example.com')
})

test('an error marks the field invalid and is read before the hint', () => {
  render(<TextField label="Name" hint="As on your ID." error="Use letters only." />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Use letters only. As on your ID.')
})

test('native attributes and the ref reach the input, so form libraries can hold it', () => {
  const ref = createRef<HTMLInputElement>()
  render(<TextField ref={ref} label="Email" name="email" type="email" autoComplete="username" required />)
  expect(ref.current).toBe(screen.getByRole('textbox', { name: 'Email' }))
  expect(ref.current).toHaveAttribute('autocomplete', 'username')
  expect(ref.current).toBeRequired()
})
