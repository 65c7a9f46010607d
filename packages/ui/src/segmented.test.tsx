import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Segmented } from './segmented.tsx'

const Example = () => {
  const [value, setValue] = useState<'personal' | 'business' | null>(null)
  return (
    <Segmented
      label="Whose account is it?"
      value={value}
      onChange={setValue}
      options={[
        { value: 'personal', label: 'Personal' },
        { value: 'business', label: 'Business', description: 'For a company' },
      ]}
    />
  )
}

test('the cards are one group of radio buttons under a question', () => {
  render(<Example />)
  expect(screen.getByRole('group', { name: 'Whose account is it?' })).toContainElement(
    screen.getByRole('radio', { name: /Business/ }),
  )
  expect(screen.getAllByRole('radio', { checked: false })).toHaveLength(2)
})

test('the arrow keys move the choice', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.click(screen.getByText('Personal'))
  expect(screen.getByRole('radio', { name: 'Personal' })).toBeChecked()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('radio', { name: /Business/ })).toBeChecked()
})
