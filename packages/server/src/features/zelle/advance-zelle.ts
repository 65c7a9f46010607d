import { endPayin } from '#features/payins/index.ts'
import { findPayment, isPaymentFinal, type PaymentRef } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { isClaimed } from './claims-store.ts'
import { findFeed } from './feeds-store.ts'
import { findWaiting, stopWaiting } from './intents-store.ts'
import { holdZelle, matchCredits } from './match-credits.ts'
import { standing } from './match-rules.ts'

/**
 * Brings a payment to where the bank's list, or its time, has it. Only what concerns this payment is looked at: a job of its own reads
 * the list, books it and settles what it says.
 */
export const advanceZelle = async (services: Services, { ownerId, ref }: PaymentRef): Promise<void> => {
  await services.ledger.requireNotFrozen()
  const awaited = await matchCredits(services, ref)
  // In this order: what ends waits on until its payment has ended.
  const waiting = await findWaiting(services.db, ref)
  const payment = await findPayment(services.db, { ownerId, ref })
  if (!payment || isPaymentFinal(payment.state)) return stopWaiting(services.db, ref)
  if (!waiting) throw new Error('a payment by Zelle is open and waits for nothing')
  const feed = await findFeed(services.db, services.zelleFeed.source)
  const at = await databaseNow(services.db, services.clock)
  const stands = standing(waiting, { at, readAt: feed?.readAt ?? null })
  if (stands === 'notSeen') await holdZelle(services, { ownerId, ref }, 'zelleNotSeen')
  if (stands !== 'expired' || awaited.has(ref) || (await isClaimed(services.db, ref))) return
  await endPayin(services, payment, 'expired')
  await stopWaiting(services.db, ref)
}

/**
 * Gives up a payment whose money has not come; money that comes later lies in suspense for the operators. Refuses with
 * `invalidTransactionId` when it is final, once its money is found, or while the operators look at money that names it.
 */
export const cancelZelle = async (services: Services, { ownerId, movementId }: Movement): Promise<void> => {
  await services.ledger.requireNotFrozen()
  await matchCredits(services, movementId)
  const payment = await findPayment(services.db, { ownerId, ref: movementId })
  const waiting = await findWaiting(services.db, movementId)
  const isOver = !payment || isPaymentFinal(payment.state) || waiting?.isDisputed
  if (isOver || (await isClaimed(services.db, movementId))) throw new Refusal('invalidTransactionId')
  const outcome = await endPayin(services, payment, 'cancelled')
  if (!outcome.accepted) throw new Refusal('invalidTransactionId')
  await stopWaiting(services.db, movementId)
}
