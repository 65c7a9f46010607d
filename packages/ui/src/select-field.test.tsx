import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SelectField } from './select-field.tsx'

const options = [
  { value: 'fl', label: 'Florida' },
  { value: 'ny', label: 'New York' },
]

test('a select shows its placeholder until something is chosen', async () => {
  const chosen = vi.fn()
  const user = userEvent.setup()
  render(
    <SelectField
      label="State"
      placeholder="Choose"
      options={options}
      onChange={(event) => chosen(event.target.value)}
    />,
  )
  const field = screen.getByRole('combobox', { name: 'State' })
  expect(field).toHaveDisplayValue('Choose')
  await user.selectOptions(field, 'New York')
  expect(chosen).toHaveBeenCalledWith('ny')
  expect(field).toHaveDisplayValue('New York')
})

test('a select tells its error', () => {
  render(<SelectField label="State" options={options} error="Choose a state." />)
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Choose a state.')
})
