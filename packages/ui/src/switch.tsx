import type { ComponentProps } from 'react'
import { useField, type FieldTexts } from './field.tsx'

export type SwitchProps = Omit<FieldTexts, 'error'> &
  Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'>

/** A setting that takes effect at once (native checkbox, role switch). For consent, use `Checkbox`. */
export const Switch = ({ label, hint, id, ...input }: SwitchProps) => {
  const { ids, aria } = useField({ hint }, id)
  return (
    <label htmlFor={ids.control} className="flex min-h-14 items-center justify-between gap-4 py-2">
      <span className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        {hint !== undefined && (
          <span id={ids.hint} className="text-sm text-text-muted">
            {hint}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-8 w-13 shrink-0">
        <input
          {...aria}
          aria-label={typeof label === 'string' ? label : undefined}
          {...input}
          id={ids.control}
          type="checkbox"
          // A native checkbox tells its own state; an aria-checked beside it could only disagree.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          className="peer absolute inset-0 size-full appearance-none rounded-full border-2 border-border-strong bg-surface-sunken transition-colors duration-150 checked:border-brand checked:bg-brand"
        />
        <span className="pointer-events-none absolute start-1.5 top-1.5 size-5 rounded-full bg-border-strong transition-transform duration-150 peer-checked:translate-x-5 peer-checked:bg-on-brand" />
      </span>
    </label>
  )
}
