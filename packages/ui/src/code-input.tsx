import { clsx } from 'clsx'
import type { SyntheticEvent } from 'react'
import { FieldFrame, useField, type FieldTexts } from './field.tsx'

export type CodeInputProps = FieldTexts & {
  value: string
  onChange: (digits: string) => void
  /** Called with all digits each time the last cell is filled. */
  onComplete?: (digits: string) => void
  length?: number
  disabled?: boolean
  autoFocus?: boolean
  name?: string
  id?: string
}

/** The input's own text is invisible, so a caret in the middle would be confusing: it is kept at the end. */
const caretToEnd = (event: SyntheticEvent<HTMLInputElement>) => {
  const { selectionStart, selectionEnd, value } = event.currentTarget
  if (selectionStart === selectionEnd && selectionEnd !== value.length) {
    event.currentTarget.setSelectionRange(value.length, value.length)
  }
}

/**
 * A security code of `length` digits, drawn as cells but one real input: the phone's suggestion fills it, a paste with
 * spaces works, and a screen reader finds one field instead of six.
 */
export const CodeInput = (props: CodeInputProps) => {
  const { label, hint, error, value, onChange, onComplete, length = 6, disabled, autoFocus, name, id } = props
  const { ids, aria } = useField({ hint, error }, id)

  const accept = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length) onComplete?.(digits)
  }

  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className="group relative max-w-form">
        <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-2">
          {Array.from({ length }, (_, place) => (
            <span
              key={place}
              className={clsx(
                'grid min-h-14 place-items-center rounded-md border bg-surface-raised text-xl font-semibold tabular-nums transition-colors duration-150',
                error ? 'border-negative' : value[place] ? 'border-text-muted' : 'border-border-strong',
                disabled && 'bg-surface-sunken text-text-muted',
                place === Math.min(value.length, length - 1) &&
                  'group-focus-within:border-focus group-focus-within:outline-2 group-focus-within:outline-focus',
              )}
            >
              {value[place] ?? ''}
            </span>
          ))}
        </div>
        <input
          {...aria}
          id={ids.control}
          name={name}
          value={value}
          onChange={(event) => accept(event.target.value)}
          onSelect={caretToEnd}
          disabled={disabled}
          // The code is all such a screen asks for; the caller decides.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={autoFocus}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="one-time-code"
          className="absolute inset-0 size-full bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
        />
      </div>
    </FieldFrame>
  )
}
