import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { FieldNotes, useField } from './field.tsx'

export type SegmentedOption<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  icon?: ReactNode
}

export type SegmentedProps<Value extends string> = {
  /** The legend of the group. */
  label: ReactNode
  options: readonly SegmentedOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Form name; generated when absent. */
  name?: string
  /** Vertical instead of side by side. */
  stacked?: boolean
  hideLabel?: boolean
  /** What is wrong and how to correct it. */
  error?: ReactNode
}

/** A word alone stands in the middle of its card. */
const isBare = ({ icon, description }: SegmentedOption<string>) => icon === undefined && description === undefined

/** A choice among a few options, as cards. They are native radio buttons, so arrow keys and screen readers work as usual. */
export const Segmented = <Value extends string>(props: SegmentedProps<Value>) => {
  const { label, options, value, onChange, name, stacked, hideLabel, error } = props
  const ownName = useId()
  const { ids, aria } = useField({ error })
  return (
    <fieldset data-invalid={aria['aria-invalid']} className="min-w-0" aria-describedby={aria['aria-describedby']}>
      <legend className={clsx('text-sm font-semibold', hideLabel ? 'sr-only' : 'mb-1.5')}>{label}</legend>
      <div className={clsx('grid gap-2.5', !stacked && 'auto-cols-fr grid-flow-col')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'relative flex min-h-13 min-w-0 items-center gap-3 rounded-md border bg-surface-raised px-4 py-3 transition-colors duration-150',
              // Beside each other on a phone there is no room for an icon and a long word in one line.
              !stacked &&
                'max-sm:flex-col max-sm:justify-center max-sm:gap-1.5 max-sm:px-1.5 max-sm:text-center max-sm:text-sm',
              !stacked && isBare(option) && 'justify-center text-center',
              'border-border-strong hover:border-text-muted has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          >
            <input
              type="radio"
              name={name ?? ownName}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="peer sr-only"
            />
            {option.icon !== undefined && (
              <span aria-hidden="true" className="text-text-muted peer-checked:text-brand-text [&_svg]:size-5.5">
                {option.icon}
              </span>
            )}
            <span className="grid min-w-0 gap-0.5">
              <span className="font-semibold">{option.label}</span>
              {option.description !== undefined && (
                <span className="text-sm text-pretty text-text-muted">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <div className="pt-1.5 empty:hidden">
        <FieldNotes ids={ids} error={error} />
      </div>
    </fieldset>
  )
}
