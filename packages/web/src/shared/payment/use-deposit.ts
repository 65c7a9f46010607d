/** Starts a deposit and continues as the answer says: to the provider's page, to what is to be paid by Zelle, or to the result. */
import type { Request as Sent, Result } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { useMoneyCall } from './money-call.ts'
import { providerPage, provider, useLeaving } from './provider-page.ts'
import { paths } from '#lib/layout/paths.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'

type Start = {
  method: Sent<'startDeposit'>['method']
  amount: number
  totalCharge: number
  key: string
  /** A saved card; null for one that is entered on the provider's page. */
  cardId?: string | null
  saveCard?: boolean
  /** The attempt that this one follows and closes. */
  sendSessionId?: string | undefined
  /** The call may have been made before the page was loaded again. */
  isResumed?: boolean
}

export const useDeposit = ({ onLeft, onRefused }: { onLeft: () => void; onRefused: (error: unknown) => void }) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<{ text: string; error: unknown } | null>(null)
  const [leaving, setLeaving] = useLeaving()
  const { phase, run } = useMoneyCall<{ method: Start['method']; begun: Result<'startDeposit'> }>({
    onDone: ({ method, begun: { tipo, url, sendSessionId, transactionId } }) => {
      if (tipo === 'zelle') {
        // The payment is made in the bank's app.
        externalPayment.begin()
        onLeft()
        for (const queryKey of [queryKeys.transactions, queryKeys.limits, queryKeys.fees])
          void client.invalidateQueries({ queryKey })
        return router.history.push(paths.zelle.path, { movement: transactionId })
      }
      providerPage.begin(sendSessionId, `deposit:${method}`)
      onLeft()
      if (tipo !== 'redirect' || url === undefined) return router.history.push(paths.depositSuccess.path)
      setLeaving(true)
      return provider.open(url)
    },
    onRefused: async (error) => {
      // A send session lasts three hours; after that the payment starts over.
      if (error instanceof ApiRefusal && error.code === 'notFound') providerPage.end()
      onRefused(error)
      // Also what was refused may have closed an attempt and changed the price: the new one is there when the refusal is.
      for (const queryKey of [queryKeys.limits, queryKeys.paymentSessions]) void client.invalidateQueries({ queryKey })
      await client.invalidateQueries({ queryKey: queryKeys.fees })
      setRefusal({ text: await textOf(error), error })
    },
  })

  const start = ({
    method,
    amount,
    totalCharge,
    key,
    sendSessionId,
    cardId = null,
    saveCard = false,
    ...start
  }: Start) => {
    if (leaving) return
    setRefusal(null)
    const body: Sent<'startDeposit'> = {
      method,
      amount,
      currency: 'USD',
      expectedTotalCharge: totalCharge,
      ...(cardId !== null && { cardId }),
      ...(saveCard && { saveCard }),
      ...(sendSessionId !== undefined && { sendSessionId }),
    }
    void run(
      async () => ({ method, begun: await call('startDeposit', body, { idempotencyKey: key }) }),
      start.isResumed ?? false,
    )
  }
  return {
    phase: leaving ? ('sending' as const) : phase,
    /** Why the last try charged nothing; null when none was refused. */
    refusal: refusal?.text ?? null,
    /** The same as it came. */
    error: refusal?.error,
    start,
  }
}
