import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { Checking } from './checking.tsx'
import { kindOf } from './left-payment.ts'
import { provider, providerPage } from './provider-page.ts'
import { paths } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { Refused } from './refused.tsx'
import { retryInvoice } from '#shared/invoice/pay-again.ts'
import { retrySend } from './send-draft.ts'
import { useDeposit } from './use-deposit.ts'
import type { OpenPaymentState } from './use-open-payment.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'

const successOf = ({ type, method }: Transaction) => {
  if (type === 'deposit') return paths.depositSuccess.path
  if (type === 'invoice') return paths.invoicesPaySuccess.path
  return method === 'paypal' ? paths.sendPaypalSuccess.path : paths.sendCardSuccess.path
}

type Props = { row: Transaction; standing: OpenPaymentState }

/** The state of such a payment, and its two actions: pay again, or cancel. */
export const OpenPayment = ({ row, standing }: Props) => {
  const t = useTranslations('money.openDeposit')
  const tCommon = useTranslations('common')
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const isDeclined = standing === 'declined'

  const [key, setKey] = useState(newKey)
  const renew = () => setKey(newKey())
  const { phase, refusal: notStarted, error, start } = useDeposit({ onLeft: renew, onRefused: renew })
  const payAgain = useMutation({
    mutationFn: (id: string) => call('paymentSession', { id }),
    onSuccess: ({ sendSessionId, next, amount, totalCharge, url }) => {
      const method = row.method === 'paypal' ? 'paypal' : 'card'
      const isDeposit = row.type === 'deposit'
      const isInvoice = row.type === 'invoice'
      providerPage.begin(sendSessionId, kindOf(row))
      const isUnpaid = next === 'pay' || next === 'retryOrFinish'
      // Its state has changed since the row was read.
      if (!isUnpaid) return router.history.push(successOf(row))
      if (isDeposit) return start({ method, amount, totalCharge, key, sendSessionId })
      if (next === 'pay' && url !== null) return provider.open(url)
      return (isInvoice ? retryInvoice : retrySend)(router, row, sendSessionId)
    },
    onMutate: () => setRefusal(null),
    onError: async (error) => setRefusal(await textOf(error)),
  })
  const isPaying = payAgain.isPending || phase !== 'idle'
  const cancel = useMutation({
    mutationFn: () => call('cancelTransaction', { transactionId: row.id }),
    onSuccess: () => {
      if (providerPage.id() === row.sendSessionId) providerPage.end()
    },
    onError: async (error) => setRefusal(await textOf(error)),
    onSettled: () => {
      // The live stream reports this too, unless it is disconnected.
      const { transactions, me, limits, fees } = queryKeys
      for (const queryKey of [queryKeys.transaction(row.id), transactions, me, limits, fees])
        void client.invalidateQueries({ queryKey })
    },
  })

  return (
    <div className="grid gap-3">
      <Banner
        tone={isDeclined ? 'negative' : 'waiting'}
        title={t(isDeclined && row.method === 'paypal' ? 'declinedPaypalTitle' : standing)}
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              pending={isPaying}
              pendingLabel={tCommon('working')}
              onClick={() => !isPaying && row.sendSessionId !== null && payAgain.mutate(row.sendSessionId)}
            >
              {t(isDeclined ? 'again' : 'continue')}
            </Button>
            <Button
              size="small"
              variant="secondary"
              pending={cancel.isPending}
              pendingLabel={tCommon('working')}
              onClick={() => !isPaying && cancel.mutate()}
            >
              {t('cancel')}
            </Button>
          </div>
        }
      >
        {t(isDeclined ? (row.method === 'paypal' ? 'declinedPaypal' : 'declinedText') : 'unfinishedText')}
      </Banner>
      {phase === 'checking' && <Checking />}
      <Refused title={t(payAgain.isError ? 'notStarted' : 'notCancelled')} text={refusal} />
      <Refused title={t('notStarted')} text={notStarted} error={error} />
    </div>
  )
}
