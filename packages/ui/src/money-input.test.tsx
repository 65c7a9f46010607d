import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { MoneyInput, type MoneyInputProps } from './money-input.tsx'

const problems = { cents: 'Cents have two digits.', tooLong: 'That is too much.', unreadable: 'That is no amount.' }

const Example = ({ locale = 'en-US', heard }: { locale?: string; heard?: MoneyInputProps['onChange'] }) => {
  const [cents, setCents] = useState<number | null>(null)
  const change: MoneyInputProps['onChange'] = (next, ...why) => {
    setCents(next)
    heard?.(next, ...why)
  }
  return (
    <>
      <MoneyInput label="Amount" value={cents} onChange={change} locale={locale} problems={problems} />
      <button type="button" onClick={() => setCents(97_512)}>
        All
      </button>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })

test('typed dollars become whole cents', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(field(), '1234.56')
  expect(field()).toHaveValue('1,234.56')
  expect(heard).toHaveBeenLastCalledWith(123456)
})

test('in a language of commas the comma is the decimal mark', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example locale="es-ES" heard={heard} />)
  await user.type(field(), '1234,5')
  expect(field()).toHaveValue('1.234,5')
  expect(heard).toHaveBeenLastCalledWith(123450)
})

test.each(['-5', '1e3', '1.5.5', '12.345', '12345678', '1.234'])(
  'typed key by key, "%s" stays as typed and is no amount',
  async (keys) => {
    const heard = vi.fn()
    const user = userEvent.setup()
    render(<Example heard={heard} />)
    await user.type(field(), keys)
    await user.tab()
    expect(field().value.replaceAll(',', '')).toBe(keys)
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription(/./)
    expect(heard).toHaveBeenLastCalledWith(null, expect.stringMatching(/^(cents|tooLong|unreadable)$/))
  },
)

test.each([
  ['1.234,56', '1,234.56', 123_456],
  ['1.234.567', '1,234,567', 123_456_700],
  ['12.345{Backspace}', '12.34', 1234],
  ['-{Backspace}5', '5', 500],
])('typed key by key, "%s" becomes the amount it can only mean', async (keys, shown, cents) => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(field(), keys)
  expect(field()).toHaveValue(shown)
  expect(field()).toBeValid()
  expect(heard).toHaveBeenLastCalledWith(cents)
})

test('an emptied field holds no amount rather than zero', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(field(), '5{Backspace}')
  expect(heard).toHaveBeenLastCalledWith(null)
})

test('a digit typed in the middle stays where it was typed', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.type(field(), '1234')
  await user.type(field(), '9', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(field()).toHaveValue('19,234')
  expect(field().selectionStart).toBe(2)
})

test('a paste replaces the amount; one that is no amount stands as it came until it is one', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.type(field(), '5')
  await user.paste('$1,000.25')
  expect(field()).toHaveValue('1,000.25')
  await user.paste('hello')
  expect(field()).toHaveValue('hello')
  expect(screen.getByRole('status')).toHaveTextContent('That is no amount.')
  await user.clear(field())
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('a comma before cents is taken as typed, says what it means, and takes its usual form when the field is left', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(field(), '12,50')
  expect(field()).toHaveValue('12,50')
  expect(screen.getByRole('status')).toHaveTextContent('$12.50')
  expect(heard).toHaveBeenLastCalledWith(1250)
  await user.tab()
  expect(field()).toHaveValue('12.50')
  expect(heard).toHaveBeenLastCalledWith(1250)
})

test('a key that is refused in the middle stays there, with the caret behind it', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.type(field(), '12.34')
  await user.type(field(), '5', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect(field()).toHaveValue('12.354')
  expect(field().selectionStart).toBe(5)
  expect(screen.getByRole('status')).toHaveTextContent('Cents have two digits.')
})

test('a text that is no amount is reported with its reason, and so is its correction', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(field(), '5-')
  expect(heard).toHaveBeenLastCalledWith(null, 'unreadable')
  expect(field()).toHaveAccessibleDescription('That is no amount.')
  await user.clear(field())
  expect(heard).toHaveBeenLastCalledWith(null)
})

test('an amount set from outside is shown', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.type(field(), '5-')
  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(field()).toHaveValue('975.12')
  expect(field()).toBeValid()
})

test('what is wrong with the amount is read with it', () => {
  render(
    <MoneyInput
      label="Amount"
      value={100}
      onChange={() => undefined}
      locale="en-US"
      problems={problems}
      error="More than $1, please."
    />,
  )
  expect(field()).toBeInvalid()
  expect(field()).toHaveAccessibleDescription('More than $1, please.')
})
