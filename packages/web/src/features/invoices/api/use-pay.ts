/** Makes the call of a confirmed payment and goes on as its answer says. */
import type { Invoice, Request as Sent, Result } from '@puente/contract'
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
import { provider, providerPage, useLeaving } from '#shared/payment/provider-page.ts'
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

type Options = {
  invoice: Pick<Invoice, 'id' | 'reference' | 'amount'>
  /** Who is paid, by name. */
  name: string
  draft: PayDraft
  keepNow: (change: Partial<PayDraft>) => void
  onRefused: (error: unknown) => void
}

export const usePay = ({ invoice, name, draft, keepNow, onRefused }: Options) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<unknown>(null)
  const [text, setText] = useState<string | null>(null)
  const [leaving, setLeaving] = useLeaving()

  const readAgain = () => {
    const { me, transactions, invoices, frequents, limits, fees } = queryKeys
    for (const queryKey of [queryKeys.invoice(invoice.id), invoices, me, transactions, frequents, limits, fees])
      void client.invalidateQueries({ queryKey })
  }

  const goOn = (answer: Result<'payInvoice'>, method: string): void => {
    const { tipo, transactionId, reference, fee, totalCharge, invoiceSessionId, url } = answer
    const { state, arrivesAt, decideBy, approverNames } = answer
    readAgain()
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
    if (tipo !== 'redirect' || url === undefined) return router.history.push(paths.invoicesPaySuccess.path)
    setLeaving(true)
    return provider.open(url)
  }

  const { phase, run } = useMoneyCall<{ answer: Result<'payInvoice'>; method: string }>({
    onDone: ({ answer, method }) => goOn(answer, method),
    onRefused: async (error) => {
      const isOver = error instanceof ApiRefusal && error.code === 'notFound'
      // A refusal is stored under its key; trying again is another payment.
      keepNow({ confirmedTotal: undefined, key: newKey(), ...(isOver && { invoiceSessionId: undefined }) })
      readAgain()
      onRefused(error)
      setRefusal(error)
      setText(await textOf(error))
    },
  })

  const pay = (confirmed: PayDraft, isResumed: boolean) => {
    if (!isConfirmed(confirmed)) return
    const body = bodyOf(confirmed)
    void run(
      async () => ({
        answer: await call('payInvoice', body, { idempotencyKey: confirmed.key }),
        method: confirmed.method,
      }),
      isResumed,
    )
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
    /** @param agreed the total that the person was shown, and what else was chosen on the screen */
    confirm: (agreed: Pick<PayDraft, 'cardItem' | 'consent'> & { confirmedTotal: number }) => {
      if (phase !== 'idle' || leaving) return
      setText(null)
      keepNow(agreed)
      pay({ ...draft, ...agreed }, false)
    },
  }
}
