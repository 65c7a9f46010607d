import type { ComponentProps } from 'react'
import { FieldFrame, boxClass, controlClass, useField, type FieldTexts } from './field.tsx'

export type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'className' | 'children'>

/** A field for several lines of text. */
export const TextArea = ({ label, hint, error, id, rows = 3, ...area }: TextAreaProps) => {
  const { ids, aria } = useField({ hint, error }, id)
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className={boxClass}>
        <textarea {...aria} {...area} rows={rows} id={ids.control} className={`${controlClass} resize-y py-3`} />
      </div>
    </FieldFrame>
  )
}
