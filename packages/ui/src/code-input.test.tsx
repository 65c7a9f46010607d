import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { CodeInput } from './code-input.tsx'

const Example = ({ onComplete }: { onComplete?: (digits: string) => void }) => {
  const [code, setCode] = useState('')
  return <CodeInput label="Security code" value={code} onChange={setCode} onComplete={onComplete} />
}

const field = () => screen.getByRole('textbox', { name: 'Security code' })

test('six digits are one field that phones can fill from the message', () => {
  render(<Example />)
  expect(field()).toHaveAttribute('autocomplete', 'one-time-code')
  expect(field()).toHaveAttribute('inputmode', 'numeric')
})

test('typing takes digits only and completes once at the sixth', async () => {
  const complete = vi.fn()
  const user = userEvent.setup()
  render(<Example onComplete={complete} />)
  await user.type(field(), '12a3 45')
  expect(field()).toHaveValue('12345')
  expect(complete).not.toHaveBeenCalled()
  await user.keyboard('67')
  expect(field()).toHaveValue('123456')
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456')
})

test('a pasted code may hold spaces and words', async () => {
  const complete = vi.fn()
  const user = userEvent.setup()
  render(<Example onComplete={complete} />)
  await user.click(field())
  await user.paste('Code: 123 456')
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456')
})

test('a corrected code completes again', async () => {
  const complete = vi.fn()
  const user = userEvent.setup()
  render(<Example onComplete={complete} />)
  await user.type(field(), '123456{Backspace}9')
  expect(complete).toHaveBeenNthCalledWith(2, '123459')
})

test('a wrong code is reported at the field', () => {
  render(<CodeInput label="Security code" value="123456" onChange={() => undefined} error="Check the six digits." />)
  expect(field()).toBeInvalid()
  expect(field()).toHaveAccessibleDescription('Check the six digits.')
})
