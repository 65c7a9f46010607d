/**
 * What operators decide about money that came by Zelle and paid nothing, or did not fit. Every act about a credit belongs to an order,
 * by whose id it is resumed: the same order finishes what it began, and no other can.
 */
import { type Command, forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { creditPayin, endPayin } from '#features/payins/index.ts'
import {
  auditOfSystem,
  findOpen,
  findPayment,
  type PaymentRef,
  systemKey,
  totalChargeCents,
  wasCredited,
} from '#features/payments/index.ts'
import { auditParticipant, forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { InboundCredit } from '#providers/zelle/port.ts'
import { disputedCents, dropDisputes, findClaim } from './claims-store.ts'
import { type CreditOrder, endMissing, findForOrder } from './credit-orders-store.ts'
import { type ActOutcome, decideCredit } from './decide-credit.ts'
import { findFeed } from './feeds-store.ts'
import { findWaiting, stopWaiting } from './intents-store.ts'
import { keepPage, settleCredits } from './poll-feed.ts'
import { SETTLEMENT, SUSPENSE, ZELLE } from './zelle-names.ts'

/** The credit is for this payment, which it pays exactly. */
export const matchByOperator = async (
  services: Services,
  order: CreditOrder,
  movementId: string,
): Promise<ActOutcome> => {
  const { db } = services
  const credit = await findForOrder(db, order)
  if (!credit) return 'notOpen'
  if (credit.isEnded) return 'done'
  // Once it is paid it is no longer found among those that are open.
  const ref = credit.isBegun ? credit.claim : await findOpen(db, movementId)
  const payment = ref && (await findPayment(db, ref))
  if (!payment || payment.rail !== ZELLE.rail) return 'notOpen'
  if (credit.amountCents !== totalChargeCents(payment)) return 'notExact'
  return decideCredit(services, order, {
    pays: payment,
    endedAs: 'credited',
    post: () => creditPayin(services, ZELLE, payment, order.creditId),
    isPosted: async () => payment.providerPaymentId === order.creditId && wasCredited(payment.state),
    follow: () => stopWaiting(db, movementId),
  })
}

/** Ends the order as done, in the transaction in which what it is about is written. */
type EndOrder = (trx: Trx) => Promise<void>

/** Whose payment it is: one that is open, or that something waits for or is held against. */
export const findPayer = async (db: Db, ref: string): Promise<string | null> =>
  (await findOpen(db, ref))?.ownerId ??
  (await findWaiting(db, ref))?.ownerId ??
  (await findClaim(db, ref))?.ownerId ??
  null

type Rejection = { orderId: string; ref: PaymentRef; creditedCents?: bigint }

/**
 * Ends a payment whose money did not fit, and what waits for it or is held against it; the money stays where it is. Its owner reads that it was
 * declined, how much came, and what of it is in their balance instead. The same order goes on where it was cut off.
 */
export const rejectByOperator = async (
  services: Services,
  { orderId, ref, creditedCents }: Rejection,
  endOrder?: EndOrder,
): Promise<ActOutcome> => {
  const { db } = services
  const payment = await findPayment(db, ref)
  if (!payment || payment.rail !== ZELLE.rail) return 'notOpen'
  const receivedCents = await disputedCents(db, ref.ref)
  const details = {
    ...(receivedCents > 0n && { received: Number(receivedCents) }),
    ...(creditedCents !== undefined && { givenBack: Number(creditedCents) }),
  }
  const ending = { cancelReason: 'rejected', details, decision: orderId } as const
  const outcome = await endPayin(services, payment, 'failed', ending)
  if (!outcome.accepted) return 'notOpen'
  await transaction(db, 'let go of what waited for a rejected payment', async (trx) => {
    await stopWaiting(trx, ref.ref)
    await dropDisputes(trx, ref.ref)
    await endOrder?.(trx)
  })
  return 'done'
}

/** One key per credit for whatever operators decide about it, so that it is never both refunded and credited. */
const onceFor = (
  { ledger }: Pick<Services, 'ledger'>,
  { orderId, creditId }: CreditOrder,
): Pick<Command, 'ownerId' | 'key' | 'requestHash'> => ({
  ownerId: ledger.house(SETTLEMENT, creditId).ownerId,
  key: systemKey('zelle-credit', 'decided', creditId),
  requestHash: orderId,
})

/** Posts once for the credit; `isPosted` as `decideCredit` asks it. */
const postOnce = (
  services: Pick<Services, 'ledger'>,
  order: CreditOrder,
  command: Pick<Command, 'kind' | 'legs' | 'participants'>,
) => {
  const { ledger } = services
  const once = onceFor(services, order)
  return {
    post: () => ledger.post({ ...once, ...command, transferId: newId() }),
    isPosted: async () => (await ledger.findOutcome(once))?.accepted === true,
  }
}

/**
 * The payer of a payment that the credit names and does not fit gets what was really paid, and the payment ends. The account must not
 * be closed.
 */
export const creditByOperator = async (services: Services, order: CreditOrder): Promise<ActOutcome> => {
  const { db, ledger } = services
  const { creditId } = order
  const credit = await findForOrder(db, order)
  if (!credit) return 'notOpen'
  if (credit.isEnded) return 'done'
  const { claim, amountCents } = credit
  if (!claim) return 'notDisputed'
  const { ownerId, ref } = claim
  return decideCredit(services, order, {
    pays: null,
    endedAs: 'credited',
    ...postOnce(services, order, {
      kind: 'zelle.credited-by-operator',
      legs: [
        { ...ledger.house(SUSPENSE, ownerId), amountCents: -amountCents },
        { ...walletOf(ownerId), amountCents },
      ],
      participants: {
        ...forParticipant(partiesParticipant, { holder: ownerId }),
        ...forMovements({
          write: () => [
            {
              isPosted: true,
              insert: {
                ownerId,
                movementId: creditId,
                type: 'deposit',
                state: 'COMPLETED',
                method: 'zelle',
                direction: 1,
                amountCents,
                counterpart: null,
                note: '',
                reference: newReference(),
                linkedId: ref,
                details: { matched: true },
              },
            },
          ],
        }),
        ...forParticipant(auditParticipant, auditOfSystem({ action: 'zelle.credited', movementId: ref })),
      },
    }),
    follow: () => rejectByOperator(services, { orderId: order.orderId, ref: claim, creditedCents: amountCents }),
  })
}

/** The money was paid back at our bank: it leaves suspense. */
export const refundByOperator = async (services: Services, order: CreditOrder): Promise<ActOutcome> => {
  const { db, ledger } = services
  const credit = await findForOrder(db, order)
  if (!credit) return 'notOpen'
  if (credit.isEnded) return 'done'
  const { creditId } = order
  return decideCredit(services, order, {
    pays: null,
    endedAs: 'refunded',
    ...postOnce(services, order, {
      kind: 'zelle-credit.refunded',
      legs: [
        { ...ledger.house(SUSPENSE, creditId), amountCents: -credit.amountCents },
        { ...ledger.house(SETTLEMENT, creditId), amountCents: credit.amountCents },
      ],
    }),
    follow: async () => {},
  })
}

/**
 * Of a credit that the bank's list no longer had when it was read again: the bank says that it took the money back (`gone`), and it is
 * taken back here as any other; or that it is there (`found`), and nothing changes.
 */
export const missingByOperator = async (
  services: Services,
  { creditId }: Pick<CreditOrder, 'creditId'>,
  what: 'gone' | 'found',
  endOrder: EndOrder,
): Promise<ActOutcome> => {
  const isMissing = await transaction(services.db, 'decide about a missing credit', async (trx) => {
    if (!(await endMissing(trx, creditId, what))) return false
    await endOrder(trx)
    return true
  })
  if (!isMissing) return 'notOpen'
  // What follows is done by the next look at the list as well.
  await settleCredits(services)
  return 'done'
}

/**
 * Takes over a bank's own list. Lines that were imported before change nothing. Another feed names the same credits in another way, so
 * that each would come twice: only where the configuration has the list imported, and with `notByImport` otherwise.
 */
export const importByOperator = async (services: Services, credits: InboundCredit[]): Promise<ActOutcome> => {
  const { config, db, zelleFeed } = services
  const { source, read } = zelleFeed
  if (config.zelle === 'off' || read) return 'notByImport'
  const feed = await findFeed(db, source)
  const list = { credits, removed: [], cursor: newId(), isLast: true }
  if (!(await keepPage(services, source, feed, list))) return 'notOpen'
  await settleCredits(services)
  return 'done'
}
