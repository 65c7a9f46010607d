import { Button } from '@puente/ui/button'
import { errorIdOf } from '@puente/ui/field'
import { useNotices } from '@puente/ui/notice'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'

type Props = {
  label: string
  /** The error of an empty field after a submit. */
  requiredText: string
  /** Whole cents; null while the field is empty or unreadable. */
  amount: number | null
  onAmountChange: (cents: number | null) => void
  /** Why this amount cannot be paid; it is shown at once and disables the action. */
  problem: string | undefined
  /** Below the number: fee, minimum, limit. */
  notes: ReactNode
  /** The label of the action. */
  action: string
  /** The action waits for a choice that the person has not made. */
  disabled?: boolean
  /** The action is under way: the field is disabled and submits are ignored. */
  pending?: boolean
  pendingLabel?: string
  /** Between the field and the action. */
  children?: ReactNode
  /** Called with an amount above zero that has no problem. */
  onSubmit: (amount: number) => void
}

/** The form of a screen that asks for one amount. */
export const AmountForm = (props: Props) => {
  const { amount, problem, disabled = false, pending = false, pendingLabel } = props
  const tCommon = useTranslations('common')
  const { show } = useNotices()
  const field = useId()
  const [isSubmitted, setSubmitted] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const isStopped = isUnreadable || problem !== undefined

  const submit = () => {
    if (pending || disabled) return
    focusFirstInvalid(() => setSubmitted(true))
    if (isUnreadable) return
    if (!amount) show('negative', tCommon('requiredFields'))
    else if (problem === undefined) props.onSubmit(amount)
  }

  return (
    <form
      className="grid gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="py-4 short:py-0">
        <AmountField
          id={field}
          label={props.label}
          hideLabel
          value={amount}
          onChange={(cents, unreadable) => {
            props.onAmountChange(cents)
            setUnreadable(unreadable !== undefined)
          }}
          disabled={pending}
          error={problem ?? (isSubmitted && !amount ? props.requiredText : undefined)}
          // The amount is all the screen asks for.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        >
          {props.notes}
        </AmountField>
      </div>
      {props.children}
      <ScreenAction>
        <Button
          type="submit"
          size="large"
          full
          pending={pending}
          pendingLabel={pendingLabel}
          disabled={!pending && (isStopped || disabled)}
          aria-describedby={isStopped ? errorIdOf(field) : undefined}
        >
          {props.action}
        </Button>
      </ScreenAction>
    </form>
  )
}
