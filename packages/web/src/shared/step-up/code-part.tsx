import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { CodeInput } from '@puente/ui/code-input'
import type { Result } from '@puente/contract'
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { clock } from '#lib/browser/clock.ts'
import { useCountdown } from '#lib/browser/countdown.ts'
import { onDevice } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import type { FactorPartProps } from './factor-part.ts'
import { useProofError } from './use-proof-error.ts'

const CODE_LENGTH = 6
const SECOND_MS = 1000
const MINUTE_S = 60
/** When to ask whether the carrier took the text, which is known a moment after it was asked for. */
const LOOKS_MS = [3_000, 10_000]

/** Until when no code can be asked for; null for any other failure. */
const barredUntil = (failure: unknown): number | null => {
  if (!(failure instanceof ApiRefusal) || failure.code !== 'tooManyRequests') return null
  const seconds = failure.details['retryAfterSeconds']
  return typeof seconds === 'number' ? clock.now() + seconds * SECOND_MS : null
}

/** The code of an SMS, which is sent when this opens. */
export const CodePart = ({ begin, look, prove, isOnly }: FactorPartProps) => {
  const t = useTranslations('stepUp')
  const tAll = useTranslations()
  const formats = useFormats()
  const [begun, setBegun] = useState<Result<'stepUpOptions'>>()
  const [looked, setLooked] = useState<Result<'stepUpOptions'>>()
  const sent = looked ?? begun
  const [code, setCode] = useState('')
  const { error, setError, showFailure } = useProofError()
  const { error: sendError, setError: setSendError, showFailure: showNotSent } = useProofError()
  const [note, setNote] = useState('')
  const [pending, setPending] = useState(false)
  const [barred, setBarred] = useState<number | null>(null)
  const barredFor = useCountdown(barred)
  const wait = useCountdown(sent?.resendAt === undefined ? null : onDevice(sent.resendAt))

  const notSent = async (failure: unknown) => {
    setBarred(barredUntil(failure))
    await showNotSent(failure)
  }
  const first = useEffectEvent(() => begin('code').then(setBegun, notSent))
  useEffect(() => void first(), [])
  const lookNow = useEffectEvent(look)
  const showLooked = useEffectEvent((now: Result<'stepUpOptions'>) => {
    setLooked(now)
    if (now.stopped) setNote(t('stopped', { phone: now.sentTo ?? '' }))
  })
  useEffect(() => {
    if (begun === undefined) return undefined
    let isPast = false
    const show = (now: Result<'stepUpOptions'>) => {
      if (!isPast) showLooked(now)
    }
    const stops = LOOKS_MS.map((ms) => clock.after(ms, () => void lookNow().then(show, () => undefined)))
    return () => {
      isPast = true
      for (const stop of stops) stop()
    }
  }, [begun])

  const askAgain = async () => {
    setSendError(undefined)
    setNote('')
    try {
      const next = await begin('code')
      setBegun(next)
      setLooked(undefined)
      setNote(t(next.stopped ? 'stopped' : 'resent', { phone: next.sentTo ?? '' }))
    } catch (failure) {
      await notSent(failure)
    }
  }

  const send = async (digits: string) => {
    if (pending) return
    // A refused code empties the field: Enter again keeps the reason there.
    if (digits === '' && error !== undefined) return
    if (digits.length !== CODE_LENGTH)
      return setError(tAll(digits === '' ? 'common.sixDigits' : 'errors.codes.invalidCode'))
    setPending(true)
    try {
      await prove({ code: digits })
    } catch (failure) {
      await showFailure(failure)
      // Without an answer nobody has refused it, and it can be sent again.
      if (failure instanceof ApiRefusal) setCode('')
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(code)
  }

  // Whole minutes, so that a screen reader does not read it out every second.
  const tooMany = barredFor > 0 ? t('codeTooMany', { time: formats.wait(Math.max(barredFor, MINUTE_S)) }) : undefined
  const trouble = barred === null ? sendError : tooMany
  if (!sent)
    return sendError === undefined ? (
      <output tabIndex={-1} className="text-text-muted outline-none">
        {t('sending')}
      </output>
    ) : (
      <div className="grid gap-3">
        {trouble !== undefined && <p role="alert">{trouble}</p>}
        {barredFor > 0 && isOnly !== undefined && (
          <p className="text-sm text-text-muted">{t(isOnly ? 'codeOnly' : 'codeOthers')}</p>
        )}
        <Button
          disabled={barredFor > 0}
          onClick={() => void askAgain()}
          // It stands where the sending did, which had the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        >
          {t('codeAsk')}
        </Button>
      </div>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {sent.stopped && (
        <Banner tone="waiting">
          <p>{t('stopped', { phone: (sent.sentTo ?? '').replaceAll(' ', '\u00a0') })}</p>
        </Banner>
      )}
      <CodeInput
        label={sent.stopped ? t('codeLabelStopped') : t('codeLabel', { phone: sent.sentTo ?? '' })}
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        onComplete={(digits) => void send(digits)}
        error={error ?? trouble}
        // A phone offers the code only to a field that has the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" full pending={pending} pendingLabel={tAll('common.working')}>
        {t('confirm')}
      </Button>
      <Button variant="ghost" disabled={wait > 0 || barredFor > 0} onClick={() => void askAgain()}>
        {wait > 0 ? t('resendIn', { time: formats.wait(wait) }) : t('resend')}
      </Button>
      <output className="sr-only">{note}</output>
    </form>
  )
}
