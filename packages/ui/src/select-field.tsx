import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { FieldFrame, boxClass, controlClass, useField, type FieldTexts } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'className' | 'children' | 'multiple'> & {
    options: readonly SelectOption[]
    /** Shown while nothing is selected; cannot be selected. */
    placeholder?: string
  }

/** A native select, so that phones show their own picker. */
export const SelectField = ({ label, hint, error, id, options, placeholder, ...select }: SelectFieldProps) => {
  const { ids, aria } = useField({ hint, error }, id)
  const uncontrolled = select.value === undefined && select.defaultValue === undefined
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className={`${boxClass} relative`}>
        <select
          {...aria}
          {...(uncontrolled && placeholder !== undefined ? { defaultValue: '' } : {})}
          {...select}
          id={ids.control}
          className={`${controlClass} appearance-none truncate pe-11`}
        >
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-4 size-5 text-text-muted" />
      </div>
    </FieldFrame>
  )
}
