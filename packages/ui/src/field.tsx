/**
 * What every field shares: a label above, an error and a hint below, and the ids that connect them to the control for
 * screen readers. The hint stays while an error is shown, and the error is read first.
 */
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type ReactNode } from 'react'

export type FieldTexts = {
  label: ReactNode
  /** How to fill the field in. */
  hint?: ReactNode
  /** What is wrong and how to correct it; marks the control as invalid. */
  error?: ReactNode
}

export type FieldIds = { control: string; hint: string; error: string; label: string }

const present = (node: ReactNode) => node !== undefined && node !== null && node !== false && node !== ''

/** The id of a field's error, for `aria-describedby` of the action that the error disables. */
export const errorIdOf = (id: string): string => `${id}-error`

/** The ids of one field, and the ARIA attributes that connect its control to its texts. */
export const useField = (texts: Pick<FieldTexts, 'hint' | 'error'>, id?: string) => {
  const own = useId()
  const base = id ?? own
  const ids: FieldIds = { control: base, hint: `${base}-hint`, error: errorIdOf(base), label: `${base}-label` }
  const described = [present(texts.error) && ids.error, present(texts.hint) && ids.hint].filter(Boolean).join(' ')
  return {
    ids,
    aria: {
      'aria-invalid': present(texts.error) || undefined,
      'aria-describedby': described || undefined,
    } as const,
  }
}

/** The error and the hint of a field, with the ids of `useField`. */
export const FieldNotes = ({ ids, hint, error }: { ids: FieldIds } & Pick<FieldTexts, 'hint' | 'error'>) => (
  <>
    {present(error) && (
      <p id={ids.error} className="flex items-start gap-1.5 text-start text-sm font-medium text-negative">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{error}</span>
      </p>
    )}
    {present(hint) && (
      <p id={ids.hint} className="text-sm text-text-muted empty:hidden">
        {hint}
      </p>
    )}
  </>
)

/** A field's label, its control (`children`) and its notes. */
export const FieldFrame = ({
  ids,
  label,
  hint,
  error,
  children,
}: FieldTexts & { ids: FieldIds; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <label id={ids.label} htmlFor={ids.control} className="text-sm font-semibold text-text">
      {label}
    </label>
    {children}
    <FieldNotes ids={ids} hint={hint} error={error} />
  </div>
)

/** Classes of the box around a control; the box shows the focus ring. */
export const boxClass =
  'flex min-h-13 items-center rounded-md border border-border-strong bg-surface-raised transition-colors duration-150 ' +
  'hover:border-text-muted has-[:focus-visible]:border-focus has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-focus ' +
  'has-[[aria-invalid=true]]:border-negative has-[:is(input,select,textarea):disabled]:bg-surface-sunken has-[:is(input,select,textarea):disabled]:text-text-muted'

/** Classes of the control inside the box. */
export const controlClass =
  'min-h-12 w-full min-w-0 bg-transparent px-4 text-base text-text outline-none placeholder:text-text-muted disabled:cursor-not-allowed'
