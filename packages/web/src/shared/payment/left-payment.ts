/** What a person has begun to pay and left, in this tab or elsewhere: the next payment of that kind closes it; any other leaves it open. */
import type { Result, Transaction } from '@puente/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '#lib/api/config.ts'
import { movementsUnderWay } from '#shared/movement/movement-list.ts'
import { payByOf } from '#shared/movement/movement.ts'
import { feeOf } from './fee-text.ts'
import { payMethods } from './pay-methods.ts'
import { paysRequest } from './pay-request.ts'
import { paymentSessionQuery } from './payment-session.ts'
import { type PaymentKind, providerPage, purposeOf, sendKind, wayOf } from './provider-page.ts'
import type { Quote } from './quote.ts'

/** A payment whose page was left unpaid; `url` is that page, null when it was declined there. One that was declined may be open still. */
export type LeftPayment = Pick<Result<'paymentSession'>, 'sendSessionId' | 'transactionId' | 'amount' | 'url'> & {
  method: 'card' | 'paypal'
  isDeclined: boolean
}

/** One that waits to be paid; `url` is its provider's page, null for one by Zelle, and of no use once it was declined there. */
type Unpaid = { row: Transaction; url: string | null; isDeclined: boolean }

/** What a payment from outside is kept as. */
export const kindOf = (row: Transaction): PaymentKind => {
  if (row.type === 'deposit' || row.type === 'invoice') return `${row.type}:${row.method}`
  return paysRequest(row) ? `request:${row.method}` : sendKind(row.method, row.email ?? '')
}

const isBegun = ({ state, sendSessionId }: Transaction): boolean => state === 'PENDING' && sendSessionId !== null

/**
 * The payment of this kind, on a provider's page, that is left unpaid: the next one closes it. Undefined while the server is asked, null
 * when there is none; one that was paid after all is none, so that what is paid next is not taken for it.
 * @param kind null for what no other attempt closes
 */
export const useLeftPayment = (kind: PaymentKind | null): LeftPayment | null | undefined => {
  const open = useQuery({ ...movementsUnderWay, enabled: kind !== null })
  // What this tab was about when the screen opened, also once it was declined and is over.
  const [own] = useState(() => ({ id: providerPage.id(), kind: providerPage.kind() }))
  const row = open.data?.items.find((row) => isBegun(row) && kindOf(row) === kind)
  const id = kind && (row?.sendSessionId ?? (own.kind === kind ? own.id : null))
  const { data, isPending } = useQuery({ ...paymentSessionQuery(id ?? ''), enabled: id !== null })
  if (kind === null) return null
  if (id === null) return open.isPending ? undefined : null
  if (!data) return isPending ? undefined : null
  const { sendSessionId, transactionId, state, next, amount, url } = data
  if (next !== 'pay' && next !== 'retryOrFinish') return null
  const method = wayOf(kind) === 'paypal' ? 'paypal' : 'card'
  const isDeclined = next === 'retryOrFinish' && state === 'PENDING'
  return { sendSessionId, transactionId, method, amount, isDeclined, url: next === 'pay' ? url : null }
}

/** Everything from outside that waits to be paid, by whatever way and for whatever purpose; newest first. */
const useUnpaid = (isAsked: boolean): Unpaid[] => {
  const { data } = useQuery({ ...movementsUnderWay, enabled: isAsked })
  const begun = isAsked && data ? data.items.filter(isBegun) : []
  const sessions = useQueries({
    queries: begun.map(({ method, sendSessionId }) => ({
      ...paymentSessionQuery(sendSessionId ?? ''),
      enabled: method !== 'zelle',
    })),
  })
  return begun.flatMap((row, at): Unpaid[] => {
    if (row.method === 'zelle') return [{ row, url: null, isDeclined: false }]
    const session = sessions[at]?.data
    if (session?.transactionId !== row.id || session.state !== 'PENDING') return []
    const { next, url } = session
    return next === 'pay' || next === 'retryOrFinish' ? [{ row, url, isDeclined: next === 'retryOrFinish' }] : []
  })
}

/** What is open for the same purpose, by any way, and stays open when a payment of this kind begins; `left` is the one that doesn't. */
export const useOpenBeside = (kind: PaymentKind, left: LeftPayment | null | undefined): Unpaid[] => {
  const unpaid = useUnpaid(left !== undefined)
  return unpaid.filter(
    ({ row }) => row.sendSessionId !== left?.sendSessionId && purposeOf(kindOf(row)) === purposeOf(kind),
  )
}

/** The unpaid payment that holds a free place while a fee is asked for another; undefined when none does. */
export const useFreeHolder = (quote: Quote | undefined): Transaction | undefined => {
  const hasFee = quote !== undefined && quote.fee > 0
  const { data: config } = useQuery({ ...configQuery, enabled: hasFee })
  const unpaid = useUnpaid(hasFee)
  return unpaid
    .map(({ row }) => row)
    .find((row) => {
      const { method, fee, amount, cancellable } = row
      if (method !== 'card' && method !== 'paypal' && method !== 'zelle') return false
      if (!cancellable || fee > 0 || (method === 'zelle' && payByOf(row) === null)) return false
      return feeOf(config?.fees ?? [], payMethods[method].operation, amount) > 0
    })
}
