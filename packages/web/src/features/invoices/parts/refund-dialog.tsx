import type { Request as Sent, Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { errorIdOf } from '@puente/ui/field'
import { useNotices } from '@puente/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { Checking } from '#shared/payment/checking.tsx'
import { useMoneyCall } from '#shared/payment/money-call.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { useCounterpart } from './invoice-parts.tsx'

type Invoice = Result<'getInvoice'>
type Props = { invoice: Invoice; onClose: () => void }

/** Gives a paid invoice back, whole or in part. What is left follows the invoice, which another tab may refund meanwhile. */
export const RefundDialog = ({ invoice, onClose }: Props) => {
  const t = useTranslations('invoices.refund')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const { money } = useFormats()
  const { wallet } = useMe()
  const { show } = useNotices()
  const client = useQueryClient()
  const textOf = useErrorText()
  const name = useCounterpart()(invoice)
  const field = useId()
  const left = invoice.refundable
  const [amount, setAmount] = useState<number | null>(left)
  const [isUnreadable, setUnreadable] = useState(false)
  const [key, setKey] = useState(newKey)
  const [refusal, setRefusal] = useState<string | null>(null)

  const readAgain = () => {
    const { me, transactions, limits, invoices } = queryKeys
    for (const queryKey of [queryKeys.invoice(invoice.id), invoices, me, transactions, limits])
      void client.invalidateQueries({ queryKey })
  }
  const { phase, run } = useMoneyCall<{ sent: number; answer: Result<'refundInvoice'> }>({
    onDone: ({ sent }) => {
      show('positive', t('done', { amount: money(sent), name }))
      readAgain()
      onClose()
    },
    onRefused: async (error) => {
      // A refusal is stored under its key; trying again is another refund.
      setKey(newKey())
      readAgain()
      setRefusal(await textOf(error))
    },
  })
  const problem =
    amount === null
      ? undefined
      : amount > left
        ? t('tooMuch', { left: money(left) })
        : amount > wallet.USD
          ? tErrors('senderUnsufficientFunds')
          : undefined
  const isBusy = phase !== 'idle'
  const isStopped = isUnreadable || problem !== undefined

  const refund = () => {
    if (isBusy || isStopped || !amount) return
    setRefusal(null)
    const body: Sent<'refundInvoice'> = { invoiceId: invoice.id, amount }
    void run(async () => ({ sent: amount, answer: await call('refundInvoice', body, { idempotencyKey: key }) }))
  }

  return (
    <Dialog
      open
      dismissible={!isBusy}
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={t('title')}
      description={t('text', { name })}
      actions={
        <>
          <Button
            pending={isBusy}
            pendingLabel={tCommon('working')}
            disabled={!isBusy && (isStopped || !amount)}
            aria-describedby={isStopped ? errorIdOf(field) : undefined}
            onClick={refund}
          >
            {amount && problem === undefined ? t('actionAmount', { amount: money(amount) }) : t('action')}
          </Button>
          {!isBusy && (
            <Button variant="secondary" onClick={onClose}>
              {tCommon('cancel')}
            </Button>
          )}
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          refund()
        }}
      >
        <AmountField
          id={field}
          label={t('label')}
          value={amount}
          disabled={isBusy}
          onChange={(cents, unreadable) => {
            setAmount(cents)
            setUnreadable(unreadable !== undefined)
          }}
          error={problem}
        >
          <span aria-live="polite" className="text-text-muted">
            {amount !== null && problem === undefined
              ? amount === left
                ? t('whole')
                : t('remains', { amount: money(left - amount) })
              : t('most', { amount: money(left) })}
          </span>
        </AmountField>
      </form>
      <Refused title={t('notDone')} text={refusal} />
      {phase === 'checking' && <Checking />}
    </Dialog>
  )
}
