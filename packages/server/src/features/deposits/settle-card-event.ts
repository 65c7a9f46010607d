import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { advanceDeposit } from './advance-deposit.ts'
import { CANCEL_REASON_OF, findOpen, findPayment } from '#features/payments/index.ts'
import type { Payment, PaymentRef } from '#features/payments/index.ts'
import { markEvent, receivedAt } from '#platform/webhooks/inbox-store.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import { settleCardDeposit } from './settle-deposit.ts'

type CardEvent = { provider: string; eventId: string; objectId: string; type: string }

/** An event may come before our own record of its object; for this long it is tried again. */
const PATIENCE_MS = 24 * 3_600_000
const ABOUT_RETURNS = /^(charge\.dispute|refund|radar)/

/** By our record of the object, else by the reference that the provider's object carries. */
const paymentOf = async ({ db, card }: Services, { provider, objectId }: CardEvent): Promise<PaymentRef | null> => {
  const known = await findByObject(db, provider, objectId)
  if (known) return known
  const snapshot = await card.fetch(objectId)
  if (!snapshot) return null
  const byPage = await findByObject(db, provider, snapshot.providerId)
  return byPage ?? (snapshot.ref === null ? null : findOpen(db, snapshot.ref))
}

const hasEndedUnpaid = ({ state }: Payment): boolean => state in CANCEL_REASON_OF

/** News of a payment that was given up here. Money that came in all the same is not left lying over there unseen. */
const settleLate = async (services: Services, payment: Payment, objectId: string): Promise<void> => {
  const snapshot = await services.card.fetch(objectId)
  if (snapshot?.outcome === 'succeeded') await settleCardDeposit(services, payment, snapshot)
}

/** Works off one event of the inbox: asks the provider about the payment it concerns. Fails, to be tried again, while it is unknown. */
export const settleCardEvent = async (services: Services, event: CardEvent): Promise<void> => {
  const { provider, eventId, objectId, type } = event
  const fields = { provider, event: `${type} ${eventId}`, label: objectId }
  if (ABOUT_RETURNS.test(type)) {
    services.log.error(fields, 'a card payment may go back: an operator has to look')
    return markEvent(services.db, provider, eventId, 'needsPerson')
  }
  const ref = await paymentOf(services, event)
  const payment = ref && (await findPayment(services.db, ref))
  if (payment) {
    await (hasEndedUnpaid(payment) ? settleLate(services, payment, objectId) : advanceDeposit(services, payment))
    await services.failpoint('webhook.applied')
    return markEvent(services.db, provider, eventId, 'done')
  }
  const since = await receivedAt(services.db, provider, eventId)
  const at = await databaseNow(services.db, services.clock)
  if (since && at.getTime() - since.getTime() < PATIENCE_MS) throw new Error('no payment of this object is known yet')
  services.log.error(fields, 'an event of the card provider belongs to nothing')
  await markEvent(services.db, provider, eventId, 'unmatched')
}
