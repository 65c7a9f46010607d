import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Chip, ChipGroup } from './chip.tsx'

const Example = () => {
  const [pressed, setPressed] = useState(false)
  return (
    <ChipGroup label="Filters">
      <Chip pressed={pressed} onPressedChange={setPressed}>
        Sent
      </Chip>
    </ChipGroup>
  )
}

test('a filter tells whether it is on, and turns by keyboard', async () => {
  const user = userEvent.setup()
  render(<Example />)
  expect(screen.getByRole('group', { name: 'Filters' })).toBeInTheDocument()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Sent', pressed: true })).toHaveFocus()
  await user.keyboard(' ')
  expect(screen.getByRole('button', { name: 'Sent', pressed: false })).toBeInTheDocument()
})
