/**
 * A day of the calendar (a birthday), typed in three parts in the order of the language, with the month by name so
 * that 3/4 and 4/3 cannot be confused. The value is a plain ISO day: it is read and written as text and never passes
 * through a moment in time, so no time zone can shift it. To pick a recent day, use TextField with type="date".
 */
import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type FocusEvent, type ReactNode } from 'react'
import { FieldNotes, boxClass, controlClass, useField, type FieldTexts } from './field.tsx'
import { isoOf, monthNames, partsOf, partsOrder, type DayParts } from './iso-day.ts'

export type DateFieldProps = FieldTexts & {
  /** `YYYY-MM-DD`, or null while there is no complete, real day within the bounds. */
  value: string | null
  onChange: (isoDay: string | null) => void
  locale: string
  partLabels: { day: string; month: string; year: string }
  /** First and last day allowed, `YYYY-MM-DD`. */
  min?: string
  max?: string
  /** What to say about a complete date that cannot stand. */
  problems: { notReal: ReactNode; tooEarly?: ReactNode; tooLate?: ReactNode }
  /** Lets the browser fill a birthday in. */
  isBirthday?: boolean
  disabled?: boolean
  id?: string
}

const widths = { day: 'basis-17 shrink-0', month: 'grow basis-0', year: 'basis-23 shrink-0' } as const

const fill = { day: 'bday-day', month: 'bday-month', year: 'bday-year' } as const

export const DateField = (props: DateFieldProps) => {
  const { label, hint, value, onChange, locale, partLabels, min, max, problems, isBirthday, disabled } = props
  const [draft, setDraft] = useState<DayParts>(() => partsOf(value))
  const [left, setLeft] = useState(false)

  const judge = (parts: DayParts): { iso: string | null; problem: ReactNode } => {
    if (parts.day === '' || parts.month === '' || parts.year.length < 4) return { iso: null, problem: undefined }
    const iso = isoOf(parts)
    if (iso === null) return { iso, problem: problems.notReal }
    if (min !== undefined && iso < min) return { iso: null, problem: problems.tooEarly ?? problems.notReal }
    if (max !== undefined && iso > max) return { iso: null, problem: problems.tooLate ?? problems.notReal }
    return { iso, problem: undefined }
  }

  // What was typed rules while it means the value; a value set from outside replaces it.
  const parts = value === null || judge(draft).iso === value ? draft : partsOf(value)
  const error = props.error ?? (left ? judge(parts).problem : undefined)
  const { ids, aria } = useField({ hint, error }, props.id)

  const change = (part: keyof DayParts, text: string) => {
    const next = { ...parts, [part]: text }
    setDraft(next)
    const { iso } = judge(next)
    if (iso !== value) onChange(iso)
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

  const digits = (part: 'day' | 'year', length: number) => (
    <input
      {...common(part)}
      type="text"
      inputMode="numeric"
      onChange={(event) => change(part, event.target.value.replaceAll(/\D/g, '').slice(0, length))}
      className={clsx(controlClass, 'tabular-nums')}
    />
  )

  const controls = {
    day: digits('day', 2),
    year: digits('year', 4),
    month: (
      <>
        <select
          {...common('month')}
          onChange={(event) => change('month', event.target.value)}
          className={clsx(controlClass, 'appearance-none truncate pe-9')}
        >
          <option value="">–</option>
          {monthNames(locale).map((name, at) => (
            <option key={name} value={String(at + 1)}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 size-5 text-text-muted" />
      </>
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
