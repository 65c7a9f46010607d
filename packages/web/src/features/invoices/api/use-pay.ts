/** Makes the call of a confirmed payment of an invoice and goes on as its answer says. */
import type { Invoice, Request as Sent, Result } from '@puente/contract'
import { useRouter } from '@tanstack/react-router'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { finishFlow, withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { providerPage } from '#shared/payment/provider-page.ts'
import { usePayCall } from '#shared/payment/use-pay.ts'
import { hasWords } from '#shared/payment/wait-words.ts'
import type { PayDraft } from '#shared/invoice/pay-draft.ts'

type Confirmed = PayDraft & Required<Pick<PayDraft, 'invoiceId' | 'method' | 'key'>> & { confirmedTotal: number }

const isConfirmed = (draft: PayDraft): draft is Confirmed =>
  Boolean(draft.invoiceId && draft.method && draft.key && draft.confirmedTotal !== undefined)

const bodyOf = ({
  invoiceId,
  method,
  cardItem,
  saveCard,
  confirmedTotal,
  consent,
  invoiceSessionId,
}: Confirmed): Sent<'payInvoice'> => ({
  invoiceId,
  payMethod: method,
  expectedTotalCharge: confirmedTotal,
  ...(method === 'card' && (cardItem ? { cardId: cardItem } : saveCard && { saveCard })),
  ...(consent && { consent }),
  ...(invoiceSessionId !== undefined && { invoiceSessionId }),
})

type Paid = { answer: Result<'payInvoice'>; method: string }

type Options = {
  invoice: Pick<Invoice, 'id' | 'reference' | 'amount'>
  /** Who is paid, by name. */
  name: string
  draft: PayDraft
  keepNow: (change: Partial<PayDraft>) => void
}

export const usePay = ({ invoice, name, draft, keepNow }: Options) => {
  const router = useRouter()

  const goOn = ({ answer, method }: Paid, leaveFor: (url: string) => void): void => {
    const { tipo, transactionId, reference, fee, totalCharge, invoiceSessionId, url } = answer
    const { state, arrivesAt, decideBy, approverNames } = answer
    // From the balance, or an earlier attempt that still stands; a waiting payment counts as under way.
    if (tipo !== 'zelle' && invoiceSessionId === undefined) {
      finishFlow('invoicePay')
      if (!hasWords(answer)) return router.history.replace(paths.movementsDetail.path, { movement: transactionId })
      const receipt = {
        transactionId,
        reference,
        number: invoice.reference,
        name,
        amount: invoice.amount,
        fee,
        totalCharge,
        state,
        ...(arrivesAt !== undefined && { arrivesAt }),
        ...(decideBy !== undefined && { decideBy }),
        ...(approverNames !== undefined && { approverNames }),
      }
      return router.history.replace(paths.invoicesSuccess.path, withDraft('invoicePay', { receipt }))
    }
    if (tipo === 'zelle' || invoiceSessionId === undefined) {
      finishFlow('invoicePay')
      // The payment is made in the bank's app.
      externalPayment.begin()
      return router.history.replace(paths.zelle.path, { movement: transactionId })
    }
    providerPage.begin(invoiceSessionId, `invoice:${method}`)
    // Back from the provider this screen begins another attempt, never the same call.
    keepNow({ confirmedTotal: undefined, key: newKey(), invoiceSessionId })
    if (tipo === 'redirect' && url !== undefined) return leaveFor(url)
    return router.history.push(paths.invoicesPaySuccess.path)
  }

  return usePayCall<PayDraft, Paid>({
    draft,
    keepNow,
    callOf: (confirmed) => {
      if (!isConfirmed(confirmed)) return null
      const { method, key: idempotencyKey } = confirmed
      const body = bodyOf(confirmed)
      return async () => ({ method, answer: await call('payInvoice', body, { idempotencyKey }) })
    },
    goOn,
    afterRefusal: (isOver) => ({
      confirmedTotal: undefined,
      key: newKey(),
      ...(isOver && { invoiceSessionId: undefined }),
    }),
    payable: [queryKeys.invoice(invoice.id), queryKeys.invoices],
  })
}
