import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, boxClass, controlClass, useField, type FieldTexts } from './field.tsx'

export type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'prefix' | 'children'> & {
    /** Shown inside the box before and after the text, such as a country code or a unit. */
    prefix?: ReactNode
    suffix?: ReactNode
  }

/** One line of text: a native input, so that the first screen stays light and browsers can fill it in. */
export const TextField = ({ label, hint, error, prefix, suffix, id, ...input }: TextFieldProps) => {
  const { ids, aria } = useField({ hint, error }, id)
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className={boxClass}>
        {prefix !== undefined && <span className="shrink-0 ps-4 text-text-muted">{prefix}</span>}
        <input {...aria} {...input} id={ids.control} className={controlClass} />
        {suffix !== undefined && <span className="shrink-0 pe-1 text-text-muted">{suffix}</span>}
      </div>
    </FieldFrame>
  )
}
