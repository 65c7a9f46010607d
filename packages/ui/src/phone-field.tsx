import { useState, type ChangeEvent, type FocusEvent, type ReactNode } from 'react'
import { showEdit } from './caret.ts'
import { isUsPhone, phoneOfText, saysCountry, spacedEdit, textOfPhone } from './phone-text.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type PhoneFieldProps = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'prefix' | 'ref' | 'defaultValue'
> & {
  /** `+1` and up to ten digits; empty while nothing is typed; what cannot be a US number as it was typed. */
  value: string
  onChange: (value: string) => void
  /** What to say of a number of another country, or one that is none. */
  notUs: ReactNode
}

/** A US phone number, spaced while it is typed and never changed. Whether the number exists is for others to check. */
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
