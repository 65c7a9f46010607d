import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextArea } from './text-area.tsx'

test('a text area takes several lines and tells its error', async () => {
  const user = userEvent.setup()
  render(<TextArea label="Description" error="Tell us what happened." />)
  const area = screen.getByRole('textbox', { name: 'Description' })
  await user.type(area, 'One{Enter}Two')
  expect(area).toHaveValue('One\nTwo')
  expect(area).toBeInvalid()
  expect(area).toHaveAccessibleDescription('Tell us what happened.')
})
