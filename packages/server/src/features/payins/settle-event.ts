import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { advancePayin } from './advance-payin.ts'
import { CANCEL_REASON_OF, findOpen, findPayment } from '#features/payments/index.ts'
import type { Payment, PaymentRef } from '#features/payments/index.ts'
import { receivedAt } from '#platform/webhooks/inbox-store.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import type { PayinRail } from './payin-rail.ts'
import { settlePayin } from './settle-payin.ts'

/** An event of the inbox: it is only taken as a reason to ask about its object. */
export type PayinEvent = { provider: string; eventId: string; objectId: string; type: string }

/** An event may come before our own record of its object; for this long it is tried again. */
const PATIENCE_MS = 24 * 3_600_000

/** By our record of the object, else by the reference that the provider's object carries. */
export const findPayinOf = async (services: Services, rail: PayinRail, { provider, objectId }: PayinEvent) => {
  const { db } = services
  const known = await findByObject(db, provider, objectId)
  if (known) return known
  const snapshot = await rail.readObject(services, objectId)
  if (!snapshot) return null
  const byPage: PaymentRef | null = await findByObject(db, provider, snapshot.providerId)
  return byPage ?? (snapshot.ref === null ? null : findOpen(db, snapshot.ref))
}

const hasEndedUnpaid = ({ state }: Payment): boolean => state in CANCEL_REASON_OF

/** News of a payment that was given up here. Money that came in all the same is not left lying over there unseen. */
const settleLate = async (services: Services, rail: PayinRail, payment: Payment, objectId: string): Promise<void> => {
  const snapshot = await rail.readObject(services, objectId)
  if (snapshot?.outcome === 'succeeded') await settlePayin(services, rail, payment, snapshot)
}

/** Whether an event is young enough to be tried again, because what it concerns may yet come. */
export const mayStillCome = async (services: Services, { provider, eventId }: PayinEvent): Promise<boolean> => {
  const since = await receivedAt(services.db, provider, eventId)
  const at = await databaseNow(services.db, services.clock)
  return since !== null && at.getTime() - since.getTime() < PATIENCE_MS
}

/**
 * Asks the provider about the pay-in that an event concerns, and answers what the event comes to; whoever calls marks it. Fails, to be
 * tried again, while the pay-in is unknown.
 */
export const settlePayinEvent = async (
  services: Services,
  rail: PayinRail,
  event: PayinEvent,
): Promise<'done' | 'unmatched'> => {
  const { provider, eventId, objectId, type } = event
  const ref = await findPayinOf(services, rail, event)
  const payment = ref && (await findPayment(services.db, ref))
  if (payment) {
    await (hasEndedUnpaid(payment)
      ? settleLate(services, rail, payment, objectId)
      : advancePayin(services, rail, payment))
    await services.failpoint('webhook.applied')
    return 'done'
  }
  if (await mayStillCome(services, event)) throw new Error('no payment of this object is known yet')
  services.log.error(
    { provider, event: `${type} ${eventId}`, label: objectId },
    'an event of a provider belongs to nothing',
  )
  return 'unmatched'
}
