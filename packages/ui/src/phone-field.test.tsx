import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { PhoneField } from './phone-field.tsx'

const Example = ({ heard, given = '' }: { heard?: (value: string) => void; given?: string }) => {
  const [phone, setPhone] = useState(given)
  const change = (value: string) => {
    setPhone(value)
    heard?.(value)
  }
  return <PhoneField label="Phone" value={phone} onChange={change} hint="+1 (305) 555-0123" notUs="Not a US number." />
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' })

const ways = {
  typed: async (text: string) => userEvent.setup().type(field(), text),
  pasted: async (text: string) => {
    const user = userEvent.setup()
    await user.click(field())
    await user.paste(text)
  },
  // A browser or a password manager sets the value and tells of it.
  'filled in': async (text: string) => void fireEvent.input(field(), { target: { value: text } }),
}

for (const [way, enter] of Object.entries(ways)) {
  test.each([
    '3055550123',
    '+1 305 555 0123',
    '1-305-555-0123',
    '(305) 555-0123',
    '305.555.0123',
    '１３０５５５５０１２３',
  ])(`%s, ${way}, is handed on as the same number`, async (text) => {
    const heard = vi.fn()
    render(<Example heard={heard} />)
    await enter(text)
    expect(heard).toHaveBeenLastCalledWith('+13055550123')
    fireEvent.blur(field())
    expect(field()).toHaveValue('(305) 555-0123')
    expect(field()).toBeValid()
  })

  test.each([
    '+52 55 1234 5678',
    '+525512345678',
    '30555501234',
    '305555012345',
    '0052 55 1234 5678',
    '+1 305 555 01234',
    '305-555-CALL',
    '305 555 0123 ext. 4',
  ])(`%s, ${way}, stays as it is, is called no US number and is handed on uncut`, async (text) => {
    const heard = vi.fn()
    render(<Example heard={heard} />)
    await enter(text)
    const digits = text.replaceAll(/[^+\w]/g, '')
    expect(field().value.replaceAll(/[^+\w]/g, '')).toBe(digits)
    expect(field()).toHaveAccessibleDescription(/Not a US number/)
    expect(heard.mock.lastCall?.[0].replaceAll(/[^+\w]/g, '')).toBe(digits)
  })
}

test('a number takes shape while it is typed', async () => {
  render(<Example />)
  await ways.typed('3055550123')
  expect(field()).toHaveValue('(305) 555-0123')
})

test('a number that says its country does not stand beside another +1', async () => {
  render(<Example />)
  expect(screen.getByText('+1')).toBeInTheDocument()
  await ways.typed('+1 305')
  expect(field()).toHaveValue('+1 305')
  expect(screen.queryByText('+1')).not.toBeInTheDocument()
})

test('a digit corrected in the middle keeps the caret there', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.type(field(), '305555012')
  await user.type(field(), '9', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  expect(field()).toHaveValue('(390) 555-5012')
  expect(field().selectionStart).toBe(3)
})

test('an emptied field is empty, not a lone country code', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(field(), '3{Backspace}')
  expect(heard).toHaveBeenLastCalledWith('')
})

test('a number given before is shown for correction', () => {
  render(<Example given="+13055550123" />)
  expect(field()).toHaveValue('(305) 555-0123')
})
