import Check from 'lucide-react/icons/check'
import type { ComponentProps } from 'react'
import { FieldNotes, useField, type FieldTexts } from './field.tsx'

export type CheckboxProps = FieldTexts & Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'>

/** A native checkbox whose whole line can be tapped; the label may hold links. */
export const Checkbox = ({ label, hint, error, id, ...input }: CheckboxProps) => {
  const { ids, aria } = useField({ hint, error }, id)
  return (
    <div className="grid gap-1">
      <label htmlFor={ids.control} className="flex min-h-11 items-start gap-3 py-2.5 text-base">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...aria}
            {...input}
            id={ids.control}
            type="checkbox"
            className="peer size-6 appearance-none rounded-sm border-2 border-border-strong bg-surface-raised transition-colors duration-150 checked:border-brand checked:bg-brand aria-invalid:border-negative"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.5}
            className="pointer-events-none absolute size-4 text-on-brand opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span>{label}</span>
      </label>
      {/* Under the label, past the box. */}
      <div className="-mt-2 ps-9 empty:hidden">
        <FieldNotes ids={ids} hint={hint} error={error} />
      </div>
    </div>
  )
}
