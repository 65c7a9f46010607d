import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Switch } from './switch.tsx'

test('a switch is named apart from its hint and turns by keyboard', async () => {
  const user = userEvent.setup()
  render(<Switch label="E-mail me" hint="When money arrives" />)
  const control = screen.getByRole('switch', { name: 'E-mail me' })
  expect(control).toHaveAccessibleDescription('When money arrives')
  await user.tab()
  await user.keyboard(' ')
  expect(control).toBeChecked()
})
