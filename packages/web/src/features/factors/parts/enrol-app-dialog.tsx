import { brand, type Result } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { CodeInput } from '@puente/ui/code-input'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useErrorText, useShowError } from '#lib/forms/use-show-error.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { isUnderWay, keepUntil } from '../api/enrolment.ts'
import { reloadFactors } from '../api/factors.ts'
import { EndOthers } from './end-others.tsx'
import { Qr } from '#lib/layout/qr.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step = { name: 'scan' | 'code' } | { name: 'codes'; codes: string[] } | { name: 'others' }

/** In groups of four, as it is typed. */
const grouped = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

/** Sets up an authenticator app: scan, first code, recovery codes. Nothing has changed until the code is right. */
export const EnrolAppDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('factors.app')
  const tCommon = useTranslations('common')
  const fail = useShowError()
  const [secret, setSecret] = useState<Result<'startTotp'>>()
  const [step, setStep] = useState<Step>({ name: isUnderWay() ? 'code' : 'scan' })

  const isAsking = step.name === 'scan' && !secret

  const start = useEffectEvent(() =>
    call('startTotp', {}).then(
      (started) => {
        keepUntil(started.expiresAt)
        setSecret(started)
      },
      (error: unknown) => {
        onClose()
        return fail(error)
      },
    ),
  )
  useEffect(() => {
    if (isAsking) void start()
  }, [isAsking])

  if (step.name === 'codes') return <RecoveryCodes codes={step.codes} onClose={() => setStep({ name: 'others' })} />
  if (step.name === 'others') return <EndOthers onClose={onClose} />
  // Until the person is confirmed there is nothing to show, and the question stands alone.
  if (isAsking) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(step.name === 'scan' ? 'enrolTitle' : 'codeTitle')}
      description={!secret ? t('goOn', { appName: brand.appName }) : step.name === 'scan' ? t('scan') : undefined}
      closeLabel={tCommon('close')}
    >
      {step.name === 'scan' && secret ? (
        <>
          <Qr text={secret.otpauthUrl} label={t('qr')} />
          <div className="grid gap-3 rounded-md bg-surface-sunken px-4 py-3 text-sm">
            <p className="text-text-muted">{t('key')}</p>
            <CopyValue value={grouped(secret.secret)} label={t('copyKey')} />
          </div>
          <a href={secret.otpauthUrl} className={buttonClass({ variant: 'ghost', full: true })}>
            {t('open')}
          </a>
          <Button
            full
            // The way on, rather than the copy button that comes first.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={() => setStep({ name: 'code' })}
          >
            {t('next')}
          </Button>
        </>
      ) : (
        <ConfirmCode
          back={secret ? tCommon('back') : t('restart')}
          onBack={() => setStep({ name: 'scan' })}
          onEnrolled={(codes) => setStep(codes.length > 0 ? { name: 'codes', codes } : { name: 'others' })}
        />
      )}
    </Dialog>
  )
}

type ConfirmProps = { back: string; onBack: () => void; onEnrolled: (codes: string[]) => void }

const ConfirmCode = ({ back, onBack, onEnrolled }: ConfirmProps) => {
  const t = useTranslations('factors.app')
  const tAll = useTranslations()
  const failureText = useErrorText()
  const { show } = useNotices()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  const send = async (digits: string) => {
    if (pending) return
    // A refused code empties the field: Enter again keeps the reason there.
    if (digits === '' && error !== undefined) return
    if (digits.length < 6) return setError(tAll(digits === '' ? 'common.sixDigits' : 'errors.codes.invalidCode'))
    setPending(true)
    try {
      const { recoveryCodes } = await call('confirmTotp', { code: digits })
      keepUntil('')
      show('positive', t('turnedOn'))
      onEnrolled(recoveryCodes)
    } catch (failure) {
      const isOver = failure instanceof ApiRefusal && failure.code === 'notFound'
      if (isOver) keepUntil('')
      setError(isOver ? t('expired') : await failureText(failure))
      setCode('')
      setPending(false)
    } finally {
      void reloadFactors()
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(code)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <CodeInput
        label={t('codeLabel')}
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        onComplete={(digits) => void send(digits)}
        error={error}
        // The step is this one field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" full pending={pending} pendingLabel={tAll('common.working')}>
        {t('confirm')}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {back}
      </Button>
    </form>
  )
}
