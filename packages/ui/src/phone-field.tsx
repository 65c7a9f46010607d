import { useRef, type ChangeEvent } from 'react'
import { useKeptCaret } from './caret.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type PhoneFieldProps = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'prefix' | 'ref' | 'defaultValue'
> & {
  /** `+1` and up to ten digits; empty while nothing is typed. */
  value: string
  onChange: (value: string) => void
}

const DIGIT = /\d/

/** The ten national digits of whatever was typed, pasted or filled in: "+1 305…", "1-305…" and "(305)…" are the same. */
const nationalDigits = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '')
  const national = text.trim().startsWith('+1') || digits.length > 10 ? digits.replace(/^1/, '') : digits
  return national.slice(0, 10)
}

const shape = (digits: string): string => {
  if (digits.length <= 3) return digits
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** A US phone number, shaped while it is typed. Whether the number exists is for others to check. */
export const PhoneField = ({ value, onChange, ...field }: PhoneFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const keepCaret = useKeptCaret(input, DIGIT)

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    keepCaret(event.target)
    const digits = nationalDigits(event.target.value)
    onChange(digits === '' ? '' : `+1${digits}`)
  }

  return (
    <TextField
      autoComplete="tel"
      {...field}
      ref={input}
      type="tel"
      inputMode="tel"
      prefix={<span className="tabular-nums">+1</span>}
      value={shape(nationalDigits(value))}
      onChange={change}
    />
  )
}
