/** A 6-digit code: typed, pasted or filled in by the phone, sent as soon as it is whole, asked for again in time. */
import { Button } from '@puente/ui/button'
import { CodeInput } from '@puente/ui/code-input'
import { useNotices } from '@puente/ui/notice'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { useCountdown } from '#lib/browser/countdown.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useShowError, useErrorText } from '#lib/forms/use-show-error.ts'

const CODE_LENGTH = 6

type Props = {
  label: string
  submitLabel: string
  /** Sends the code; what it throws is shown under the field. */
  onCode: (code: string) => Promise<void>
  /** Asks for another code. */
  onResend: () => Promise<void>
  /** The moment from which another code may be asked for, in milliseconds; null for now. */
  resendAt: number | null
  /** Further ways on, below. */
  children?: ReactNode
}

export const CodeForm = ({ label, submitLabel, onCode, onResend, resendAt, children }: Props) => {
  const t = useTranslations()
  const formats = useFormats()
  const fail = useShowError()
  const failureText = useErrorText()
  const { show } = useNotices()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const wait = useCountdown(resendAt)

  const send = async (digits: string) => {
    if (pending) return
    // A refused code empties the field: Enter again keeps the reason there.
    if (digits === '' && error !== undefined) return
    if (digits.length !== CODE_LENGTH) {
      setError(t(digits === '' ? 'common.sixDigits' : 'errors.codes.invalidCode'))
      return
    }
    setPending(true)
    try {
      await onCode(digits)
    } catch (failure) {
      setError(await failureText(failure))
      // Without an answer nobody has refused it, and it can be sent again.
      if (failure instanceof ApiRefusal) setCode('')
    } finally {
      setPending(false)
    }
  }

  const resend = async () => {
    try {
      await onResend()
      setError(undefined)
      show('positive', t('auth.emailStep.resent'))
    } catch (failure) {
      await fail(failure)
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(code)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <CodeInput
        label={label}
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        onComplete={(digits) => void send(digits)}
        error={error}
        // The screen is this one field, and a phone offers the code only to a field that has the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" size="large" full pending={pending} pendingLabel={t('common.working')}>
        {submitLabel}
      </Button>
      <div className="grid gap-2 sm:flex sm:flex-wrap sm:justify-center">
        <Button variant="ghost" disabled={wait > 0} onClick={() => void resend()}>
          {wait > 0 ? t('auth.emailStep.resendIn', { time: formats.wait(wait) }) : t('auth.emailStep.resend')}
        </Button>
        {children}
      </div>
    </form>
  )
}
