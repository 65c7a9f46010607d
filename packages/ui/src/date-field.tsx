import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type FocusEvent, type ReactNode } from 'react'
import { FieldNotes, boxClass, controlClass, useField, type FieldTexts } from './field.tsx'
import { isoOf, monthNames, partsOf, partsOrder, type DayParts } from './iso-day.ts'

export type DateFieldProps = FieldTexts & {
  /** `YYYY-MM-DD`, or null while there is no complete, real day. Further rules are the form's. */
  value: string | null
  /** Of a null day, `isComplete` is true for an impossible date (30 February) and false while parts are missing. */
  onChange: (isoDay: string | null, isComplete: boolean) => void
  locale: string
  partLabels: { day: string; month: string; year: string }
  /** The years that are offered. */
  years: { newest: number; oldest: number }
  /** The error of a complete but impossible date. */
  notReal: ReactNode
  /** Lets the browser autofill a birthday. */
  isBirthday?: boolean
  disabled?: boolean
  id?: string
}

const widths = { day: 'basis-17 shrink-0', month: 'grow basis-0', year: 'basis-28 shrink-0' } as const

const fill = { day: 'bday-day', month: 'bday-month', year: 'bday-year' } as const

/**
 * A calendar day (a birthday) in three parts in the order of the language, with the month by name so that 3/4 and 4/3
 * cannot be confused, and the newest year first. The value is text and never becomes a moment in time, so no time zone can
 * shift it. To pick a recent day, use TextField with type="date".
 */
export const DateField = (props: DateFieldProps) => {
  const { label, hint, value, onChange, locale, partLabels, years, notReal, isBirthday, disabled } = props
  const [draft, setDraft] = useState<DayParts>(() => partsOf(value))
  const [left, setLeft] = useState(false)

  const isComplete = (parts: DayParts) => parts.day !== '' && parts.month !== '' && parts.year !== ''

  // What was typed rules while it means the value; a value set from outside replaces it.
  const parts = value === null || isoOf(draft) === value ? draft : partsOf(value)
  const error = props.error ?? (left && isComplete(parts) && isoOf(parts) === null ? notReal : undefined)
  const { ids, aria } = useField({ hint, error }, props.id)

  const change = (part: keyof DayParts, text: string) => {
    const next = { ...parts, [part]: text }
    setDraft(next)
    const iso = isoOf(next)
    if (iso !== value || isComplete(next) !== isComplete(parts)) onChange(iso, isComplete(next))
  }

  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.closest('fieldset')?.contains(event.relatedTarget)) setLeft(true)
  }

  const common = (part: keyof DayParts) => ({
    ...aria,
    id: `${ids.control}-${part}`,
    value: parts[part],
    disabled,
    onBlur: leave,
    onFocus: () => setLeft(false),
    autoComplete: isBirthday ? fill[part] : 'off',
  })

  const select = (part: 'month' | 'year', options: readonly { value: string; text: string }[]) => (
    <>
      <select
        {...common(part)}
        onChange={(event) => change(part, event.target.value)}
        className={clsx(controlClass, 'appearance-none truncate pe-9')}
      >
        <option value="">–</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 size-5 text-text-muted" />
    </>
  )

  const controls = {
    day: (
      <input
        {...common('day')}
        type="text"
        inputMode="numeric"
        onChange={(event) => change('day', event.target.value.replaceAll(/\D/g, '').slice(0, 2))}
        className={clsx(controlClass, 'tabular-nums')}
      />
    ),
    month: select(
      'month',
      monthNames(locale).map((text, at) => ({ value: String(at + 1), text })),
    ),
    year: select(
      'year',
      Array.from({ length: years.newest - years.oldest + 1 }, (_, at) => String(years.newest - at)).map((year) => ({
        value: year,
        text: year,
      })),
    ),
  }

  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={aria['aria-describedby']}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex gap-2.5">
        {partsOrder(locale).map((part) => (
          <div key={part} className={clsx('grid min-w-0 gap-1', widths[part])}>
            <label htmlFor={`${ids.control}-${part}`} className="text-sm text-text-muted">
              {partLabels[part]}
            </label>
            <div className={clsx(boxClass, 'relative')}>{controls[part]}</div>
          </div>
        ))}
      </div>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </fieldset>
  )
}
