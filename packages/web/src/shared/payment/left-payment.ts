/** What a person has begun to pay and left, in this tab or elsewhere, so that the next payment of that kind closes it or finishes it. */
import type { Transaction } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { latestMovements } from '#shared/movement/movement-list.ts'
import { paysRequest } from './pay-request.ts'
import { paymentSessionQuery } from './payment-session.ts'
import { type PaymentKind, providerPage, sendKind } from './provider-page.ts'

/** A payment whose page was left unpaid; `url` is that page, null when it was declined there. */
export type LeftPayment = { sendSessionId: string; amount: number; url: string | null }

/** What a payment from outside is kept as. */
export const kindOf = (row: Transaction): PaymentKind => {
  if (row.type === 'deposit' || row.type === 'invoice') return `${row.type}:${row.method}`
  return paysRequest(row) ? `request:${row.method}` : sendKind(row.method, row.email ?? '')
}

const ofKind = (kind: PaymentKind | null, rows: readonly Transaction[] | undefined) =>
  rows?.find((row) => row.state === 'PENDING' && row.sendSessionId !== null && kindOf(row) === kind)

/**
 * The payment of this kind, on a provider's page, that is left unpaid: the next one closes it. Undefined while the server is asked, null
 * when there is none; one that was paid after all is none, so that what is paid next is not taken for it.
 * @param kind null for what no other attempt closes
 */
export const useLeftPayment = (kind: PaymentKind | null): LeftPayment | null | undefined => {
  const latest = useQuery({ ...latestMovements, enabled: kind !== null })
  // What this tab was about when the screen opened, also once it was declined and is over.
  const [own] = useState(() => ({ id: providerPage.id(), kind: providerPage.kind() }))
  const id = kind && (ofKind(kind, latest.data?.items)?.sendSessionId ?? (own.kind === kind ? own.id : null))
  const { data, isPending } = useQuery({ ...paymentSessionQuery(id ?? ''), enabled: id !== null })
  if (kind === null) return null
  if (id === null) return latest.isPending ? undefined : null
  if (!data) return isPending ? undefined : null
  const { sendSessionId, next, amount, url } = data
  if (next === 'pay') return { sendSessionId, amount, url }
  return next === 'retryOrFinish' ? { sendSessionId, amount, url: null } : null
}

/** The row of this kind, by Zelle, that waits to be paid from the person's bank; null when there is none or it isn't known yet. */
export const useLeftZelle = (kind: PaymentKind | null): Transaction | null => {
  const { data } = useQuery({ ...latestMovements, enabled: kind !== null })
  return ofKind(kind, data?.items) ?? null
}
