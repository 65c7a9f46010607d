/** Sends a confirmed payment, then ends the flow and updates the cache. */
import type { Me, Request as Sent, Result } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#lib/api/api.ts'
import { finishFlow, withDraft } from '#lib/forms/draft.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { useMoneyCall } from '#shared/payment/money-call.ts'
import { paths } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import type { SendDraft } from '#shared/payment/send-draft.ts'
import { isUnproved, useErrorText } from '#lib/forms/use-show-error.ts'

type Confirmed = Required<Pick<SendDraft, 'recipient' | 'key' | 'confirmedTotal'>> & SendDraft & { amount: number }

const isConfirmed = (draft: SendDraft): draft is Confirmed =>
  Boolean(draft.recipient && draft.key && draft.amount && draft.confirmedTotal !== undefined)

const bodyOf = ({ recipient, amount, note, purpose, confirmedTotal }: Confirmed): Sent<'sendInApp'> => ({
  toUser: recipient.toUser,
  amount,
  currency: 'USD',
  ...(note?.trim() && { note: note.trim() }),
  purpose: purpose ?? 'personal',
  expectedTotalCharge: confirmedTotal,
})

type Options = { draft: SendDraft; keepNow: (change: SendDraft) => void; onRefused: (error: unknown) => void }

export const useSend = ({ draft, keepNow, onRefused }: Options) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isClosed, setClosed] = useState(false)

  const { phase, run } = useMoneyCall<Result<'sendInApp'>>({
    onDone: (receipt) => {
      finishFlow('send')
      const { recipient, amount } = draft
      client.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, wallet: { USD: receipt.balance } })
      for (const queryKey of [
        queryKeys.me,
        queryKeys.transactions,
        queryKeys.frequents,
        queryKeys.limits,
        queryKeys.fees,
      ])
        void client.invalidateQueries({ queryKey })
      router.history.replace(
        paths.sendInAppSuccess.path,
        withDraft('send', { ...(recipient && { recipient }), ...(amount && { amount }), receipt }),
      )
    },
    onRefused: async (error) => {
      // A refusal is stored under its key; trying again is another payment.
      const { confirmedTotal: _, ...open } = draft
      keepNow({ ...open, confirmedTotal: undefined, key: newKey() } as SendDraft)
      onRefused(error)
      setClosed(isUnproved(error))
      setRefusal(await textOf(error))
    },
  })

  const send = (confirmed: SendDraft, isResumed: boolean) => {
    if (!isConfirmed(confirmed)) return
    const { key } = confirmed
    const body = bodyOf(confirmed)
    void run(() => call('sendInApp', body, { idempotencyKey: key }), isResumed)
  }

  // After a reload while the outcome was open: the same call under the same key answers with it.
  const resume = useEffectEvent(() => send(draft, true))
  useEffect(() => resume(), [])

  return {
    phase,
    /** Why the last try moved no money; null when none was refused. */
    refusal,
    /** It was the person who closed the question for a proof. */
    isClosed,
    /** @param totalCharge what the person was shown and agreed to */
    confirm: (totalCharge: number) => {
      if (phase !== 'idle') return
      setRefusal(null)
      const confirmed = { ...draft, confirmedTotal: totalCharge }
      keepNow({ confirmedTotal: totalCharge })
      send(confirmed, false)
    },
  }
}
