import { ZELLE_CONFIRMATION, type Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { TextField } from '@puente/ui/text-field'
import { useNotices } from '@puente/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { finishFlow } from '#lib/forms/draft.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { Checking } from '#shared/payment/checking.tsx'
import { useMoneyCall } from '#shared/payment/money-call.ts'
import { Refused } from '#shared/payment/refused.tsx'

type Payment = Result<'zellePayment'>
type Entered = { confirmation: string; fullName: string }
type Errors = { confirmation?: string | undefined; fullName?: string | undefined }

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    /** Number and holder as typed for one payment: between them their owner looks into the app of a bank. */
    zelle: Partial<Entered & Pick<Payment, 'transactionId'>>
  }
}

/** The field that a refusal is about. */
const fieldOf = ({ code }: ApiRefusal): keyof Errors | null => {
  if (code === 'invalidConfirmationNumber') return 'confirmation'
  return code === 'fullNameMissing' || code === 'invalidName' || code === 'invalidFullName' ? 'fullName' : null
}

/** The number of the bank and the holder's name, by which a payment is found whose memo lacks the code. */
export const ConfirmationForm = ({ payment }: { payment: Payment }) => {
  const t = useTranslations('zelle.confirm')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const { show } = useNotices()
  const client = useQueryClient()
  const textOf = useErrorText()
  const { transactionId } = payment
  const { draft, change } = useDraft('zelle')
  const typed = draft.transactionId === transactionId ? draft : {}
  const confirmation = typed.confirmation ?? payment.confirmation ?? ''
  const fullName = typed.fullName ?? payment.fullName ?? ''
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<{ title: string; text: string } | null>(null)
  const [key, setKey] = useState(newKey)

  const enter = (entered: Partial<Entered>) => {
    change({ transactionId, confirmation, fullName, ...entered })
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(entered).map((field) => [field, undefined])),
    }))
  }
  const again = () => {
    for (const queryKey of [queryKeys.zellePayment(transactionId), queryKeys.transaction(transactionId)])
      void client.invalidateQueries({ queryKey })
  }
  const { phase, run } = useMoneyCall<Result<'confirmZelle'>>({
    onDone: () => {
      setKey(newKey())
      finishFlow('zelle')
      again()
      void client.invalidateQueries({ queryKey: queryKeys.transactions })
    },
    onRefused: async (error) => {
      setKey(newKey())
      again()
      const text = await textOf(error)
      const field = error instanceof ApiRefusal ? fieldOf(error) : null
      if (field !== null) return focusFirstInvalid(() => setErrors({ [field]: text }))
      const isSearching = error instanceof ApiRefusal && error.code === 'zelleNotFound'
      return setRefusal({ title: t(isSearching ? 'stillLooking' : 'notTaken'), text })
    },
  })
  const isBusy = phase !== 'idle'

  const submit = () => {
    if (isBusy) return
    setRefusal(null)
    const found: Errors = {
      ...(!ZELLE_CONFIRMATION.test(confirmation.trim()) && { confirmation: tErrors('invalidConfirmationNumber') }),
      ...(fullName.trim() === '' && { fullName: t('nameEmpty') }),
    }
    focusFirstInvalid(() => setErrors(found))
    if (confirmation.trim() === '' || fullName.trim() === '') show('negative', tCommon('requiredFields'))
    if (Object.keys(found).length > 0) return
    const body = { transactionId, confirmation: confirmation.trim(), fullName: fullName.trim() }
    void run(() => call('confirmZelle', body, { idempotencyKey: key }))
  }

  return (
    <Card title={t('title')}>
      <p className="text-sm text-text-muted">{t('text')}</p>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t('number')}
          hint={t('numberHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={confirmation}
          disabled={isBusy}
          error={errors.confirmation}
          onChange={(event) => enter({ confirmation: event.target.value })}
        />
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="name"
          value={fullName}
          disabled={isBusy}
          error={errors.fullName}
          onChange={(event) => enter({ fullName: event.target.value })}
        />
        <Refused title={refusal?.title ?? ''} text={refusal?.text ?? null} isOwn />
        {phase === 'checking' && <Checking />}
        <p className="text-sm text-text-muted">{t('triesLeft', { count: String(payment.triesLeft) })}</p>
        <Button
          type="submit"
          variant="secondary"
          full
          pending={isBusy}
          pendingLabel={tCommon('working')}
          disabled={!isBusy && payment.triesLeft === 0}
          reason={t('noTries')}
        >
          {t('action')}
        </Button>
      </form>
    </Card>
  )
}
