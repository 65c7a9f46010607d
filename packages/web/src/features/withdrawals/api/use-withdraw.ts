/** Makes the call of a confirmed withdrawal and goes on to its success. */
import type { Me, Result } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { finishFlow, withDraft } from '#lib/forms/draft.ts'
import { isUnproved, useErrorText } from '#lib/forms/use-show-error.ts'
import { useMoneyCall } from '#shared/payment/money-call.ts'
import type { Quote } from '#shared/payment/quote.ts'
import type { WithdrawDraft, WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { withdrawWays } from '../parts/withdraw-ways.ts'

type Options = {
  method: WithdrawMethod
  draft: WithdrawDraft
  keepNow: (change: Partial<WithdrawDraft>) => void
  onRefused: (error: unknown) => void
}

/** The call of a draft that was confirmed; null while something of it is missing. */
const callOf = (method: WithdrawMethod, draft: WithdrawDraft): (() => Promise<Result<'withdrawBank'>>) | null => {
  const { recipient, paypal, amount, everything, note, key, confirmedTotal } = draft
  if (!key || !amount || confirmedTotal === undefined) return null
  const body = {
    amount,
    currency: 'USD' as const,
    ...(everything && { everything }),
    ...(note?.trim() && { note: note.trim() }),
    expectedTotalCharge: confirmedTotal,
  }
  const options = { idempotencyKey: key }
  if (method === 'paypal') return paypal ? () => call('withdrawPaypal', { ...body, ...paypal }, options) : null
  return recipient ? () => call('withdrawBank', { ...body, recipientId: recipient.id }, options) : null
}

export const useWithdraw = ({ method, draft, keepNow, onRefused }: Options) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<{ text: string; error: unknown; isClosed: boolean } | null>(null)

  const { phase, run } = useMoneyCall<Result<'withdrawBank'>>({
    onDone: (receipt) => {
      const { recipient, paypal, amount, note } = draft
      finishFlow('withdraw')
      client.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, wallet: { USD: receipt.balance } })
      const { me, transactions, limits, fees, recipients } = queryKeys
      for (const queryKey of [me, transactions, limits, fees, recipients]) void client.invalidateQueries({ queryKey })
      const kept = { ...(recipient && { recipient }), ...(paypal && { paypal }), ...(amount && { amount }), note }
      router.history.replace(withdrawWays[method].success, withDraft('withdraw', { ...kept, receipt }))
    },
    onRefused: async (error) => {
      // A refusal is stored under its key; trying again is another withdrawal.
      keepNow({ confirmedTotal: undefined, key: newKey() })
      onRefused(error)
      setRefusal({ text: await textOf(error), error, isClosed: isUnproved(error) })
    },
  })

  const withdraw = (confirmed: WithdrawDraft, isResumed: boolean) => {
    const send = callOf(method, confirmed)
    if (send) void run(send, isResumed)
  }

  // After a reload while the outcome was open: the same call under the same key answers with it.
  const resume = useEffectEvent(() => withdraw(draft, true))
  useEffect(() => resume(), [])

  return {
    phase,
    /** Why the last try moved no money, in words and as it came, and whether it was the person who closed the question for a proof. */
    refusal,
    /** What the person was shown: `totalCharge` leaves the balance, `amount` arrives. */
    confirm: ({ amount, totalCharge }: Pick<Quote, 'amount' | 'totalCharge'>) => {
      if (phase !== 'idle') return
      setRefusal(null)
      const confirmed = { amount, confirmedTotal: totalCharge }
      keepNow(confirmed)
      withdraw({ ...draft, ...confirmed }, false)
    },
  }
}
