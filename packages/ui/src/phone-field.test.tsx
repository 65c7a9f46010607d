import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { PhoneField } from './phone-field.tsx'

const Example = ({ heard }: { heard: (value: string) => void }) => {
  const [phone, setPhone] = useState('')
  const change = (value: string) => {
    setPhone(value)
    heard(value)
  }
  return <PhoneField label="Phone" value={phone} onChange={change} hint="+1 (305) 555-0123" />
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' })

test('a number takes shape while it is typed and is handed on raw', async () => {
  const heard = vi.fn()
  const user = userEvent.setup()
  render(<Example heard={heard} />)
  await user.type(field(), '3055550123')
  expect(field()).toHaveValue('(305) 555-0123')
  expect(heard).toHaveBeenLastCalledWith('+13055550123')
})

test.each(['+1 305 555 0123', '1-305-555-0123', '(305) 555-0123'])(
  '%s is the same number when pasted',
  async (text) => {
    const heard = vi.fn()
    const user = userEvent.setup()
    render(<Example heard={heard} />)
    await user.click(field())
    await user.paste(text)
    expect(heard).toHaveBeenLastCalledWith('+13055550123')
  },
)

test('a digit mended in the middle keeps the caret there', async () => {
  const user = userEvent.setup()
  render(<Example heard={() => undefined} />)
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
