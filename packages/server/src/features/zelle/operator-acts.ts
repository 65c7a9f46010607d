/**
 * What operators decide about money that came by Zelle and found nobody, or did not fit. Every act answers with what became of it, and
 * changes nothing when it no longer can: `done`, `notOpen`, `notExact` or `notDisputed`.
 */
import { forParticipant } from '@puente/ledger'
import { creditPayin, endPayin } from '#features/payins/index.ts'
import { auditOfSystem, findOpen, findPayment, systemKey, totalChargeCents } from '#features/payments/index.ts'
import { auditParticipant, forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { InboundCredit } from '#providers/zelle/port.ts'
import { claimCredit, dropClaim, dropDisputes, endCredit, findFeed, findOpenCredit } from './credits-store.ts'
import { stopWaiting } from './intents-store.ts'
import { keepFeed, settleCredits } from './poll-feed.ts'
import { operatorCreditKey, SETTLEMENT, SUSPENSE, ZELLE } from './zelle-names.ts'

export type ActOutcome = 'done' | 'notOpen' | 'notExact' | 'notDisputed'

const end = async (services: Services, creditId: string, endedAs: 'credited' | 'refunded'): Promise<void> =>
  endCredit(services.db, creditId, endedAs, await databaseNow(services.db, services.clock))

const openPayment = async ({ db }: Services, movementId: string) => {
  const ref = await findOpen(db, movementId)
  return ref && findPayment(db, ref)
}

/** The credit is for this payment, which it pays exactly. */
export const matchByOperator = async (
  services: Services,
  creditId: string,
  movementId: string,
): Promise<ActOutcome> => {
  const [credit, payment] = await Promise.all([
    findOpenCredit(services.db, creditId),
    openPayment(services, movementId),
  ])
  if (!credit || !payment || payment.rail !== ZELLE.rail) return 'notOpen'
  if (credit.amountCents !== totalChargeCents(payment)) return 'notExact'
  if (!(await claimCredit(services.db, creditId, payment, 'operator'))) return 'notOpen'
  const outcome = await creditPayin(services, ZELLE, payment, creditId)
  if (!outcome.accepted) {
    await dropClaim(services.db, creditId)
    return 'notOpen'
  }
  await end(services, creditId, 'credited')
  await stopWaiting(services.db, movementId)
  return 'done'
}

/** Ends a payment whose money did not fit; the money stays where it is. Its owner reads that it was declined. */
export const rejectByOperator = async (services: Services, movementId: string): Promise<ActOutcome> => {
  const payment = await openPayment(services, movementId)
  if (!payment || payment.rail !== ZELLE.rail) return 'notOpen'
  const outcome = await endPayin(services, payment, 'failed', 'rejected')
  if (!outcome.accepted) return 'notOpen'
  await stopWaiting(services.db, movementId)
  await dropDisputes(services.db, movementId)
  return 'done'
}

/** The payer of a payment that the credit names and does not fit gets what was really paid, and the payment ends. */
export const creditByOperator = async (services: Services, creditId: string): Promise<ActOutcome> => {
  const credit = await findOpenCredit(services.db, creditId)
  if (!credit) return 'notOpen'
  const { disputedFor, amountCents } = credit
  if (!disputedFor) return 'notDisputed'
  const { ownerId, ref } = disputedFor
  const { ledger } = services
  const outcome = await ledger.post({
    ownerId,
    key: operatorCreditKey(creditId),
    requestHash: ref,
    kind: 'zelle.credited-by-operator',
    transferId: newId(),
    legs: [
      { ...ledger.house(SUSPENSE, ownerId), amountCents: -amountCents },
      { ...walletOf(ownerId), amountCents },
    ],
    participants: {
      ...forMovements({
        write: () => [
          {
            isPosted: true,
            insert: {
              ownerId,
              movementId: creditId,
              type: 'refund',
              state: 'COMPLETED',
              method: 'zelle',
              direction: 1,
              amountCents,
              counterpart: null,
              note: '',
              reference: newReference(),
              linkedId: ref,
            },
          },
        ],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'zelle.credited', movementId: ref })),
    },
  })
  if (!outcome.accepted) return 'notOpen'
  await end(services, creditId, 'credited')
  await rejectByOperator(services, ref)
  return 'done'
}

/** The money was paid back at our bank: it leaves suspense. */
export const refundByOperator = async (services: Services, creditId: string): Promise<ActOutcome> => {
  const credit = await findOpenCredit(services.db, creditId)
  if (!credit) return 'notOpen'
  const { ledger } = services
  const settlement = ledger.house(SETTLEMENT, creditId)
  await ledger.post({
    ownerId: settlement.ownerId,
    key: systemKey('zelle-credit', 'refunded', creditId),
    requestHash: creditId,
    kind: 'zelle-credit.refunded',
    transferId: newId(),
    legs: [
      { ...ledger.house(SUSPENSE, creditId), amountCents: -credit.amountCents },
      { ...settlement, amountCents: credit.amountCents },
    ],
  })
  await end(services, creditId, 'refunded')
  return 'done'
}

/** Takes over a bank's own list. Lines that are known already change nothing. */
export const importByOperator = async (services: Services, credits: InboundCredit[]): Promise<ActOutcome> => {
  const { db, zelleFeed } = services
  const source = zelleFeed.poll ? 'import' : zelleFeed.source
  const feed = await findFeed(db, source)
  const cursor = newId()
  if (!(await keepFeed(services, source, feed?.cursor ?? null, { credits, removed: [], cursor }))) return 'notOpen'
  await settleCredits(services)
  return 'done'
}
