import { Button } from '@puente/ui/button'
import { CodeInput } from '@puente/ui/code-input'
import type { Result } from '@puente/contract'
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useCountdown } from '#lib/browser/countdown.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import type { FactorPartProps } from './factor-part.ts'

const CODE_LENGTH = 6

/** The code of an SMS, which is sent when this opens. */
export const CodePart = ({ begin, prove }: FactorPartProps) => {
  const t = useTranslations('stepUp')
  const tAll = useTranslations()
  const formats = useFormats()
  const failureText = useErrorText()
  const [sent, setSent] = useState<Result<'stepUpOptions'>>()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [sendError, setSendError] = useState<string>()
  const [note, setNote] = useState('')
  const [pending, setPending] = useState(false)
  const wait = useCountdown(sent?.resendAt === undefined ? null : Date.parse(sent.resendAt))

  const first = useEffectEvent(() =>
    begin('code').then(setSent, async (failure: unknown) => setSendError(await failureText(failure))),
  )
  useEffect(() => void first(), [])

  const askAgain = async () => {
    setSendError(undefined)
    setNote('')
    try {
      setSent(await begin('code'))
      setNote(t('resent'))
    } catch (failure) {
      setSendError(await failureText(failure))
    }
  }

  const send = async (digits: string) => {
    if (pending) return
    // A refused code empties the field: Enter again keeps the reason there.
    if (digits === '' && error !== undefined) return
    if (digits.length !== CODE_LENGTH)
      return setError(tAll(digits === '' ? 'common.requiredFields' : 'errors.codes.invalidCode'))
    setPending(true)
    try {
      await prove({ code: digits })
    } catch (failure) {
      setError(await failureText(failure))
      setCode('')
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(code)
  }

  if (!sent)
    return sendError === undefined ? (
      <output className="text-text-muted">{t('sending')}</output>
    ) : (
      <div className="grid gap-3">
        <p role="alert">{sendError}</p>
        <Button onClick={() => void askAgain()}>{t('codeAsk')}</Button>
      </div>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <CodeInput
        label={t('codeLabel', { phone: sent.sentTo ?? '' })}
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        onComplete={(digits) => void send(digits)}
        error={error ?? sendError}
        // A phone offers the code only to a field that has the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" full pending={pending} pendingLabel={tAll('common.working')}>
        {t('confirm')}
      </Button>
      <Button variant="ghost" disabled={wait > 0} onClick={() => void askAgain()}>
        {wait > 0 ? t('resendIn', { time: formats.wait(wait) }) : t('resend')}
      </Button>
      <output className="sr-only">{note}</output>
    </form>
  )
}
