/**
 * A deposit whose card page was left before it was paid. The row says itself that the card was declined; whether a
 * page was merely left only the server knows, and is asked, so that neither is shown as money on its way.
 */
import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from './api.ts'
import { outsidePayment } from './outside-payment.ts'
import { paths } from './paths.ts'
import { queryKeys } from './query-keys.ts'
import { Refused } from './refused.tsx'
import { useFailureText } from './use-failure.ts'

type Row = Pick<Transaction, 'id' | 'type' | 'state' | 'sendSessionId' | 'declined'>

export type OpenDepositState = 'declined' | 'unfinished'

/** Null for anything that is not waiting for the person: another kind of movement, or a payment the bank is deciding. */
export const useOpenDeposit = ({ id, type, state, sendSessionId, declined = false }: Row): OpenDepositState | null => {
  const isOpen = type === 'deposit' && state === 'PENDING' && sendSessionId !== null
  const { data: session } = useQuery({
    queryKey: queryKeys.paymentSession(sendSessionId ?? ''),
    queryFn: ({ signal }) => call('paymentSession', { id: sendSessionId ?? '' }, { signal }),
    enabled: isOpen && !declined,
    staleTime: 0,
  })
  if (isOpen && declined) return 'declined'
  if (!isOpen || session?.transactionId !== id) return null
  if (session.next === 'retryOrFinish') return 'declined'
  return session.next === 'pay' ? 'unfinished' : null
}

type Props = { row: Row & { sendSessionId: string | null }; standing: OpenDepositState }

/** What became of it, and the two ways on: pay again, or give it up. */
export const OpenDeposit = ({ row, standing }: Props) => {
  const t = useTranslations('money.openDeposit')
  const tCommon = useTranslations('common')
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useFailureText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const isDeclined = standing === 'declined'

  const payAgain = () => {
    if (row.sendSessionId === null) return
    outsidePayment.begin(row.sendSessionId)
    router.history.push(paths.depositCancel.path)
  }
  const cancel = useMutation({
    mutationFn: () => call('cancelTransaction', { transactionId: row.id }),
    onSuccess: () => {
      if (outsidePayment.id() === row.sendSessionId) outsidePayment.end()
    },
    onError: async (error) => setRefusal(await textOf(error)),
    onSettled: () => {
      // The live stream tells it too, unless it is away.
      for (const queryKey of [queryKeys.transaction(row.id), queryKeys.transactions, queryKeys.me])
        void client.invalidateQueries({ queryKey })
    },
  })

  return (
    <div className="grid gap-3">
      <Banner
        tone={isDeclined ? 'negative' : 'waiting'}
        title={t(standing)}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={payAgain}>
              {t(isDeclined ? 'again' : 'continue')}
            </Button>
            <Button
              size="small"
              variant="secondary"
              pending={cancel.isPending}
              pendingLabel={tCommon('working')}
              onClick={() => cancel.mutate()}
            >
              {t('cancel')}
            </Button>
          </div>
        }
      >
        {t(isDeclined ? 'declinedText' : 'unfinishedText')}
      </Banner>
      <Refused title={t('notCancelled')} text={refusal} />
    </div>
  )
}
