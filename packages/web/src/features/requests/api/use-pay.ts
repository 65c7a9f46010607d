/** Makes the call of a confirmed payment and goes on as its answer says. */
import type { PayMethod, Request as Sent, Result } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { finishFlow, withDraft } from '#lib/forms/draft.ts'
import { isUnproved, useErrorText } from '#lib/forms/use-show-error.ts'
import { paths } from '#lib/layout/paths.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { useMoneyCall } from '#shared/payment/money-call.ts'
import { keepPayCode, type PayRequestDraft } from '#shared/payment/pay-request.ts'
import { provider, providerPage, useLeaving } from '#shared/payment/provider-page.ts'
import { hasWords } from '#shared/payment/wait-words.ts'
import type { Payable } from './payable.ts'

type Confirmed = PayRequestDraft & { method: PayMethod; key: string; confirmedTotal: number }

const isConfirmed = (draft: PayRequestDraft): draft is Confirmed =>
  Boolean(draft.method && draft.key && draft.confirmedTotal !== undefined)

const bodyOf = (
  by: Payable['by'],
  { method, cardItem, saveCard, confirmedTotal, consent, sendSessionId }: Confirmed,
): Sent<'payRequest'> => ({
  ...by,
  payMethod: method,
  expectedTotalCharge: confirmedTotal,
  ...(method === 'card' && (cardItem ? { cardId: cardItem } : saveCard && { saveCard })),
  ...(consent && { consent }),
  ...(sendSessionId !== undefined && { sendSessionId }),
})

const CHANGED = [
  queryKeys.requests,
  queryKeys.me,
  queryKeys.transactions,
  queryKeys.frequents,
  queryKeys.limits,
  queryKeys.fees,
]

type Paid = { answer: Result<'payRequest'>; method: PayMethod }

type Options = {
  payable: Payable
  /** Who is paid, by name. */
  name: string
  draft: PayRequestDraft
  keepNow: (change: Partial<PayRequestDraft>) => void
}

export const usePay = ({ payable: { by, amount }, name, draft, keepNow }: Options) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<unknown>(null)
  const [text, setText] = useState<string | null>(null)
  const [leaving, setLeaving] = useLeaving()

  const readAgain = (keys: readonly (readonly string[])[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }

  const goOn = ({ answer, method }: Paid): void => {
    const { tipo, transactionId, sendSessionId, url } = answer
    if (tipo === 'zelle') {
      finishFlow('requestPay')
      // The payment is made in the bank's app.
      externalPayment.begin()
      router.history.replace(paths.zelle.path, { movement: transactionId })
    } else if (sendSessionId === undefined) {
      finishFlow('requestPay')
      const paid = { ...answer, name, amount }
      if (hasWords(answer)) router.history.replace(paths.requestPaid.path, withDraft('requestPay', { paid }))
      else router.history.replace(paths.movementsDetail.path, { movement: transactionId })
    } else {
      providerPage.begin(sendSessionId, `request:${method}`)
      if ('code' in by) keepPayCode(sendSessionId, by.code)
      // Back from the provider this screen begins another attempt, never the same call.
      keepNow({ confirmedTotal: undefined, key: undefined, sendSessionId })
      if (tipo === 'redirect' && url !== undefined) {
        setLeaving(true)
        provider.open(url)
      } else {
        router.history.push(method === 'paypal' ? paths.sendPaypalSuccess.path : paths.sendCardSuccess.path)
      }
    }
    readAgain(CHANGED)
  }

  const { phase, run } = useMoneyCall<Paid>({
    onDone: goOn,
    onRefused: async (error) => {
      const isOver = error instanceof ApiRefusal && error.code === 'notFound'
      // A refusal is stored under its key; trying again is another payment.
      keepNow({ confirmedTotal: undefined, key: undefined, ...(isOver && { sendSessionId: undefined }) })
      // What was refused may have ended, have another price now, or stand on a card or a way that is gone.
      readAgain([...CHANGED, queryKeys.cards, queryKeys.config])
      setRefusal(error)
      setText(await textOf(error))
    },
  })

  const pay = (confirmed: PayRequestDraft, isResumed: boolean) => {
    if (!isConfirmed(confirmed)) return
    const { method, key: idempotencyKey } = confirmed
    const body = bodyOf(by, confirmed)
    void run(async () => ({ method, answer: await call('payRequest', body, { idempotencyKey }) }), isResumed)
  }

  // After a reload while the outcome was open: the same call under the same key answers with it.
  const resume = useEffectEvent(() => pay(draft, true))
  useEffect(() => resume(), [])

  return {
    phase: leaving ? ('sending' as const) : phase,
    /** Why the last try moved no money; null when none was refused. */
    refusal: text,
    /** It was the person who closed the question for a proof. */
    isClosed: isUnproved(refusal),
    /** @param agreed the total that the person was shown, and how they chose to pay it */
    confirm: (
      agreed: Pick<PayRequestDraft, 'cardItem' | 'consent'> & { method: PayMethod; confirmedTotal: number },
    ) => {
      if (phase !== 'idle' || leaving) return
      setText(null)
      const confirmed = { ...agreed, key: draft.key ?? newKey() }
      keepNow(confirmed)
      pay({ ...draft, ...confirmed }, false)
    },
  }
}
