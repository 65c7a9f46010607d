import { useState, type ChangeEvent, type FocusEvent, type ReactNode } from 'react'
import { showEdit } from './caret.ts'
import { isUsPhone, phoneOfText, saysCountry, spacedEdit, textOfPhone } from './phone-text.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type PhoneFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'prefix' | 'defaultValue'> & {
  /** `+1` and up to ten digits; empty while nothing is typed; text that cannot be a US number, as typed. */
  value: string
  onChange: (value: string) => void
  /** The error for a number of another country, or a text that is no number. */
  notUs: ReactNode
}

/** A US phone number, spaced while it is typed; its digits are never changed. Whether it is complete is the form's to check. */
export const PhoneField = ({ value, onChange, onBlur, notUs, error, ...field }: PhoneFieldProps) => {
  const [draft, setDraft] = useState(() => textOfPhone(value))
  // The typed text rules while it means the value; a value set from outside replaces it.
  const text = phoneOfText(draft) === value ? draft : textOfPhone(value)

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const edit = spacedEdit(target.value, target.selectionStart ?? target.value.length)
    showEdit(target, edit)
    setDraft(edit.text)
    onChange(phoneOfText(edit.text))
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setDraft(textOfPhone(value))
    onBlur?.(event)
  }

  return (
    <TextField
      autoComplete="tel"
      {...field}
      error={error ?? (isUsPhone(text) ? undefined : notUs)}
      type="tel"
      inputMode="tel"
      prefix={saysCountry(text) ? undefined : <span className="tabular-nums">+1</span>}
      value={text}
      onChange={change}
      onBlur={leave}
    />
  )
}
