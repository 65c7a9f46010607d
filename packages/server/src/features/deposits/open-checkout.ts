/**
 * Asks the provider for the page of a stored payment: the same words under the same key however often, so that an answer
 * that was lost costs a repeat and never a second page. Runs in the request that stored it and, when that did not get
 * through, in the sweeper.
 */
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { ProviderError } from '#providers/types.ts'
import { CARD } from './card-rail.ts'
import { checkoutOf } from './checkout-body.ts'
import { KEY_LIFETIME_MS } from './checkout-rules.ts'
import type { Payment, Lease } from '#features/payments/index.ts'
import {
  dropLease,
  markSent,
  takeLease,
  findCustomer,
  keepCustomer,
  replaceCustomer,
} from '#features/payments/index.ts'

/** Longer than both calls may take together. */
const LEASE_MS = 30_000

/** `unknown`: whether the page exists is not known yet. `refused`: it does not and will not. */
export type Opened = { snapshot: CheckoutSnapshot } | 'unknown' | 'refused'

const customerOf = async ({ db, card }: Services, ownerId: string, timeoutMs: number): Promise<string> => {
  const known = await findCustomer(db, ownerId, CARD.provider)
  return known ?? keepCustomer(db, ownerId, CARD.provider, await card.createCustomer(ownerId, { timeoutMs }))
}

/** The customer was deleted over there, or the provider lost its data; the page itself was not made. */
const isCustomerGone = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'invalid' && error.code === 'resource_missing'

const openPage = async (services: Services, payment: Payment, customerId: string, timeoutMs: number) => {
  const { db, card } = services
  try {
    return await card.checkout({ ...checkoutOf(payment), customerId }, { timeoutMs })
  } catch (error) {
    if (!isCustomerGone(error)) throw error
    const fresh = await card.createCustomer(payment.ownerId, { timeoutMs })
    await replaceCustomer(db, payment.ownerId, CARD.provider, fresh)
    return card.checkout({ ...checkoutOf(payment), customerId: fresh }, { timeoutMs })
  }
}

const send = async (services: Services, payment: Payment, lease: Lease, timeoutMs: number): Promise<Opened> => {
  const { db, clock, log } = services
  const started = performance.now()
  try {
    const customerId = await customerOf(services, payment.ownerId, timeoutMs)
    const at = await databaseNow(db, clock)
    if (!(await markSent(db, lease, at, new Date(at.getTime() + KEY_LIFETIME_MS)))) return 'unknown'
    const leftMs = Math.max(500, timeoutMs - (performance.now() - started))
    await services.failpoint('provider.before')
    const snapshot = await openPage(services, payment, customerId, leftMs)
    await services.failpoint('provider.after')
    return { snapshot }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { kind, code } = error
    log.warn(
      { provider: CARD.provider, transferId: payment.ref, reason: kind, code },
      'the card provider did not open a page',
    )
    return kind === 'invalid' || kind === 'declined' ? 'refused' : 'unknown'
  }
}

/** @param timeoutMs for all calls together. */
export const openCheckout = async (services: Services, payment: Payment, timeoutMs: number): Promise<Opened> => {
  const lease = await takeLease(services.db, payment, await databaseNow(services.db, services.clock), LEASE_MS)
  if (!lease) return 'unknown'
  try {
    return await send(services, payment, lease, timeoutMs)
  } finally {
    await dropLease(services.db, lease)
  }
}

/** Looks for a page that may have been opened although its answer was lost; null when the provider knows of none. */
export const findLostPage = async (
  { db, card }: Services,
  { ownerId, ref, createdAt }: Payment,
  timeoutMs: number,
): Promise<CheckoutSnapshot | null> => {
  const customerId = await findCustomer(db, ownerId, CARD.provider)
  return customerId === null ? null : card.findByRef({ ref, customerId, since: createdAt }, { timeoutMs })
}
