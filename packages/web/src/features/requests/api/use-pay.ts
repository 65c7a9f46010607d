/** Makes the call of a confirmed payment of a request and goes on as its answer says. */
import type { PayMethod, Request as Sent, Result } from '@puente/contract'
import { useRouter } from '@tanstack/react-router'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { finishFlow, withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { keepPayCode, type PayRequestDraft } from '#shared/payment/pay-request.ts'
import { providerPage } from '#shared/payment/provider-page.ts'
import { usePayCall } from '#shared/payment/use-pay.ts'
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

  const goOn = ({ answer, method }: Paid, leaveFor: (url: string) => void): void => {
    const { tipo, transactionId, sendSessionId, url } = answer
    if (tipo === 'zelle') {
      finishFlow('requestPay')
      // The payment is made in the bank's app.
      externalPayment.begin()
      return router.history.replace(paths.zelle.path, { movement: transactionId })
    }
    if (sendSessionId === undefined) {
      finishFlow('requestPay')
      const paid = { ...answer, name, amount }
      return hasWords(answer)
        ? router.history.replace(paths.requestPaid.path, withDraft('requestPay', { paid }))
        : router.history.replace(paths.movementsDetail.path, { movement: transactionId })
    }
    providerPage.begin(sendSessionId, `request:${method}`)
    if ('code' in by) keepPayCode(sendSessionId, by.code)
    // Back from the provider this screen begins another attempt, never the same call.
    keepNow({ confirmedTotal: undefined, key: undefined, sendSessionId })
    if (tipo === 'redirect' && url !== undefined) return leaveFor(url)
    return router.history.push(method === 'paypal' ? paths.sendPaypalSuccess.path : paths.sendCardSuccess.path)
  }

  const { confirm, ...standing } = usePayCall<PayRequestDraft, Paid>({
    draft,
    keepNow,
    callOf: (confirmed) => {
      if (!isConfirmed(confirmed)) return null
      const { method, key: idempotencyKey } = confirmed
      const body = bodyOf(by, confirmed)
      return async () => ({ method, answer: await call('payRequest', body, { idempotencyKey }) })
    },
    goOn,
    afterRefusal: (isOver) => ({
      confirmedTotal: undefined,
      key: undefined,
      ...(isOver && { sendSessionId: undefined }),
    }),
    payable: [queryKeys.requests],
  })
  return {
    ...standing,
    /** @param agreed the total that the person was shown, and how they chose to pay it */
    confirm: (agreed: Pick<PayRequestDraft, 'cardItem' | 'consent'> & { method: PayMethod; confirmedTotal: number }) =>
      confirm({ ...agreed, key: draft.key ?? newKey() }),
  }
}
