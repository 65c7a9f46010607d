/** Makes the call of a confirmed send and goes on as its answer says. */
import type { Me, Result } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { finishFlow, withDraft } from '#lib/forms/draft.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { useMoneyCall } from '#shared/payment/money-call.ts'
import { provider, providerPage, sendKind, useLeaving } from '#shared/payment/provider-page.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { paths } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import type { SendDraft, SendMethod } from '#shared/payment/send-draft.ts'
import { isUnproved, useErrorText } from '#lib/forms/use-show-error.ts'
import { sendMethods } from '../parts/send-methods.ts'
import { isConfirmed, startOf, type Started } from './send-calls.ts'

type Options = {
  method: SendMethod
  draft: SendDraft
  keepNow: (change: Partial<SendDraft>) => void
  onRefused: (error: unknown) => void
}

/** Ends the flow and reads again what the payment has changed. */
const useSettled = ({ recipient, amount }: SendDraft) => {
  const router = useRouter()
  const client = useQueryClient()
  return (receipt: Result<'sendInApp'>) => {
    finishFlow('send')
    client.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, wallet: { USD: receipt.balance } })
    const { me, transactions, frequents, limits, fees } = queryKeys
    for (const queryKey of [me, transactions, frequents, limits, fees]) void client.invalidateQueries({ queryKey })
    router.history.replace(
      paths.sendInAppSuccess.path,
      withDraft('send', { ...(recipient && { recipient }), ...(amount && { amount }), receipt }),
    )
  }
}

export const useSend = ({ method, draft, keepNow, onRefused }: Options) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const settle = useSettled(draft)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [text, setText] = useState<string | null>(null)
  const [leaving, setLeaving] = useLeaving()

  const goOn = (started: Started): void => {
    const { success } = sendMethods[method]
    switch (started.is) {
      case 'sent':
        return settle(started.receipt)
      case 'toBePaid': {
        const { is: _, ...zelle } = started
        const { recipient, amount } = draft
        finishFlow('send')
        // The payment is made in the bank's app.
        externalPayment.begin()
        for (const queryKey of [queryKeys.transactions, queryKeys.limits, queryKeys.fees])
          void client.invalidateQueries({ queryKey })
        const rest = { ...(recipient && { recipient }), ...(amount && { amount }) }
        return router.history.replace(success, withDraft('send', { ...rest, zelle }))
      }
      case 'atProvider': {
        const { sendSessionId, url } = started
        if (draft.recipient) providerPage.begin(sendSessionId, sendKind(method, draft.recipient.toUser))
        // Back from the provider this screen begins another attempt, never the same call.
        keepNow({ confirmedTotal: undefined, key: newKey(), sendSessionId })
        if (url === null) return router.history.push(success)
        setLeaving(true)
        return provider.open(url)
      }
    }
  }

  const { phase, run } = useMoneyCall<Started>({
    onDone: goOn,
    onRefused: async (error) => {
      const isOver = error instanceof ApiRefusal && error.code === 'notFound'
      // A refusal is stored under its key; trying again is another payment.
      if (isOver) providerPage.end()
      keepNow({ confirmedTotal: undefined, key: newKey(), ...(isOver && { sendSessionId: undefined }) })
      onRefused(error)
      setRefusal(error)
      setText(await textOf(error))
    },
  })

  const send = (confirmed: SendDraft, isResumed: boolean) => {
    if (isConfirmed(confirmed)) void run(() => startOf(method, confirmed), isResumed)
  }

  // After a reload while the outcome was open: the same call under the same key answers with it.
  const resume = useEffectEvent(() => send(draft, true))
  useEffect(() => resume(), [])

  return {
    phase: leaving ? ('sending' as const) : phase,
    /** Why the last try moved no money; null when none was refused. */
    refusal: text,
    /** The same as it came. */
    error: text === null ? null : refusal,
    /** It was the person who closed the question for a proof. */
    isClosed: isUnproved(refusal),
    /** @param agreed the total that the person was shown, and what else was chosen on the screen */
    confirm: (agreed: Pick<SendDraft, 'cardItem' | 'sendSessionId'> & { confirmedTotal: number }) => {
      if (phase !== 'idle' || leaving) return
      setText(null)
      keepNow(agreed)
      send({ ...draft, ...agreed }, false)
    },
  }
}
