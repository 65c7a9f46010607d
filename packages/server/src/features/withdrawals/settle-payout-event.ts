import { findOpen, type PaymentRef } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { markEvent, receivedAt } from '#platform/webhooks/inbox-store.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import type { PayoutSnapshot } from '#providers/payout-port.ts'
import { applySnapshot } from './apply-payout.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

/** An event of the inbox. */
export type PayoutEvent = { provider: string; eventId: string; objectId: string; type: string }

/** An event may come before our own record of its object; for this long it is tried again. */
const PATIENCE_MS = 24 * 3_600_000

/** By our record of the object, else by the reference that the provider's object carries. */
const payoutOf = async (
  { db }: Services,
  { provider, objectId }: PayoutEvent,
  snapshot: PayoutSnapshot | null,
): Promise<PaymentRef | null> => {
  const known = await findByObject(db, provider, objectId)
  if (known || !snapshot) return known
  const byTransfer = await findByObject(db, provider, snapshot.providerId)
  return byTransfer ?? (snapshot.ref === null ? null : findOpen(db, snapshot.ref))
}

/**
 * Works off one event about money that goes out: what it is about is read again from the provider, also when the withdrawal
 * has arrived long ago. Fails, to be tried again, while it is unknown.
 */
export const settlePayoutEvent = async (
  services: Services,
  rail: WithdrawalRail,
  event: PayoutEvent,
): Promise<void> => {
  const { db, clock, log } = services
  const { provider, eventId, objectId, type } = event
  await services.ledger.requireNotFrozen()
  const snapshot = await services.payouts[rail.rail].fetch(objectId)
  const ref = await payoutOf(services, event, snapshot)
  if (ref && snapshot) {
    await applySnapshot(services, rail, ref, snapshot)
    await services.failpoint('webhook.applied')
    return markEvent(db, provider, eventId, 'done')
  }
  const since = await receivedAt(db, provider, eventId)
  const at = await databaseNow(db, clock)
  if (since && at.getTime() - since.getTime() < PATIENCE_MS)
    throw new Error('no withdrawal of this object is known yet')
  log.error({ provider, event: `${type} ${eventId}`, label: objectId }, 'an event about a payout belongs to nothing')
  await markEvent(db, provider, eventId, 'unmatched')
}
