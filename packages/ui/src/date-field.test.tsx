import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DateField } from './date-field.tsx'

const Example = ({
  locale = 'en-US',
  heard,
}: {
  locale?: string
  heard?: (day: string | null, isComplete: boolean) => void
}) => {
  const [day, setDay] = useState<string | null>(null)
  const change = (next: string | null, isComplete: boolean) => {
    setDay(next)
    heard?.(next, isComplete)
  }
  return (
    <>
      <DateField
        label="Birthday"
        value={day}
        onChange={change}
        locale={locale}
        years={{ newest: 2008, oldest: 1906 }}
        partLabels={{ day: 'Day', month: 'Month', year: 'Year' }}
        notReal="No such day."
        isBirthday
      />
      <button type="button" onClick={() => setDay('1985-07-04')}>
        Fill
      </button>
    </>
  )
}

test('a date is typed by keyboard alone, in the order of the language', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example locale="es" heard={heard} />)
  await user.tab()
  expect(screen.getByLabelText('Day')).toHaveFocus()
  await user.keyboard('28')
  await user.tab()
  expect(screen.getByLabelText('Month')).toHaveFocus()
  await user.selectOptions(screen.getByLabelText('Month'), 'febrero')
  await user.tab()
  expect(screen.getByLabelText('Year')).toHaveFocus()
  await user.selectOptions(screen.getByLabelText('Year'), '1990')
  expect(heard).toHaveBeenLastCalledWith('1990-02-28', true)
})

test('the three parts are one group under one label', () => {
  render(<Example />)
  expect(screen.getByRole('group', { name: 'Birthday' })).toContainElement(screen.getByLabelText('Year'))
})

test('an unfinished date is no date and no mistake', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(screen.getByLabelText('Day'), '28')
  await user.tab()
  expect(heard).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Day')).not.toHaveAttribute('aria-invalid')
})

test('a day no calendar has is named once the field is left', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.selectOptions(screen.getByLabelText('Month'), 'February')
  await user.type(screen.getByLabelText('Day'), '30')
  await user.selectOptions(screen.getByLabelText('Year'), '1990')
  expect(screen.queryByText('No such day.')).not.toBeInTheDocument()
  await user.click(document.body)
  expect(screen.getByLabelText('Day')).toHaveAccessibleDescription('No such day.')
  expect(heard.mock.calls).toEqual([[null, true]])
})

test('the years are offered from the newest down, and no other', () => {
  render(<Example />)
  const years = within(screen.getByLabelText('Year')).getAllByRole('option')
  expect(years.map((option) => option.textContent).slice(0, 3)).toEqual(['–', '2008', '2007'])
  expect(years.at(-1)).toHaveTextContent('1906')
})

test('a day set from outside is shown as it is, wherever the browser stands', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.click(screen.getByRole('button', { name: 'Fill' }))
  expect(screen.getByLabelText('Day')).toHaveValue('4')
  expect(screen.getByLabelText('Month')).toHaveDisplayValue('July')
  expect(screen.getByLabelText('Year')).toHaveValue('1985')
})
