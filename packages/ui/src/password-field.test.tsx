import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'

test('a password is hidden until it is asked for, and keeps its text', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" showLabel="Show password" hideLabel="Hide password" />)
  const field = screen.getByLabelText('Password')
  await user.type(field, 'Secret12')
  expect(field).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveAttribute('type', 'text')
  expect(field).toHaveValue('Secret12')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field).toHaveAttribute('type', 'password')
})

test('a password can be pasted', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" />)
  await user.click(screen.getByLabelText('Password'))
  await user.paste('From a manager 1')
  expect(screen.getByLabelText('Password')).toHaveValue('From a manager 1')
})
