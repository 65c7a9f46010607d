/** The card rail: a page of the provider, where a card is entered, or the charge of one that it keeps. */
import { findCustomer, type Payment, replaceCustomer } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import type { PayinRail } from '#features/payins/index.ts'
import type { Services } from '#platform/services.ts'
import { ProviderError } from '#providers/types.ts'
import { CARD } from './card-rail.ts'
import { customerOf } from './card-customer.ts'
import { cardBodyOf, type CheckoutBody, isCharge } from './checkout-body.ts'
import { isPageOver, KEY_LIFETIME_MS } from './checkout-rules.ts'

/** The customer was deleted over there, or the provider lost its data; the page itself was not made. */
const isCustomerGone = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'invalid' && error.code === 'resource_missing'

type Page = { ownerId: string; body: CheckoutBody; customerId: string }

const openPage = async ({ db, card }: Services, { ownerId, body, customerId }: Page, timeoutMs: number) => {
  try {
    return await card.checkout({ ...body, customerId }, { timeoutMs })
  } catch (error) {
    if (!isCustomerGone(error)) throw error
    const fresh = await card.createCustomer(ownerId, { timeoutMs })
    await replaceCustomer(db, ownerId, CARD.provider, fresh)
    return card.checkout({ ...body, customerId: fresh }, { timeoutMs })
  }
}

const close = ({ card }: Services, payment: Pick<Payment, 'body'>, providerId: string, timeoutMs: number) =>
  isCharge(cardBodyOf(payment)) ? card.cancelCharge(providerId, { timeoutMs }) : card.expire(providerId, { timeoutMs })

const read = async (
  services: Services,
  payment: Payment & { providerId: string },
  timeoutMs: number,
): Promise<CheckoutSnapshot | null> => {
  const { db, clock, card } = services
  const { providerId } = payment
  const snapshot = await card.fetch(providerId, { timeoutMs })
  const body = cardBodyOf(payment)
  // A page ends by itself; a bank would wait for its holder's confirmation for ever.
  const isWaiting = snapshot?.outcome === 'open' && isCharge(body) && isPageOver(body, await databaseNow(db, clock))
  return isWaiting ? close(services, payment, providerId, timeoutMs) : snapshot
}

export const cardRail: PayinRail = {
  ...CARD,
  keyLifetimeMs: KEY_LIFETIME_MS,
  prepare: async (services, payment, timeoutMs) => {
    const { ownerId } = payment
    const body = cardBodyOf(payment)
    const customerId = await customerOf(services, ownerId, timeoutMs)
    if (!isCharge(body)) return (leftMs) => openPage(services, { ownerId, body, customerId }, leftMs)
    const { expiresAt: _, ...charge } = body
    return (leftMs) => services.card.charge({ ...charge, customerId }, { timeoutMs: leftMs })
  },
  read,
  readObject: ({ card }, objectId) => card.fetch(objectId),
  findLost: async ({ db, card }, payment, timeoutMs) => {
    const { ownerId, ref, createdAt } = payment
    const customerId = await findCustomer(db, ownerId, CARD.provider)
    if (customerId === null) return null
    const wanted = { ref, customerId, since: createdAt }
    return isCharge(cardBodyOf(payment))
      ? card.findChargeByRef(wanted, { timeoutMs })
      : card.findByRef(wanted, { timeoutMs })
  },
  close,
  isOver: (payment, at) => isPageOver(cardBodyOf(payment), at),
}
