/**
 * Brings credits and payments together. It runs when a credit arrives, when a number is given and with every sweep, and comes
 * to the same end in any order: a credit is claimed first, by one, and then credited under a key of its own, so that a process
 * that ends in between is followed by another one that goes on.
 */
import { forParticipant } from '@puente/ledger'
import { creditPayin } from '#features/payins/index.ts'
import { auditOfSystem, findPayment, type PaymentRef, systemKey, totalChargeCents } from '#features/payments/index.ts'
import { auditParticipant, forMovements, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { claimCredit, type Claimed, dropClaim, endCredited, listClaimed } from './claims-store.ts'
import { everyPage } from './every-page.ts'
import { markDisputed, stopWaiting } from './intents-store.ts'
import { judge } from './match-rules.ts'
import { listPairs, type Pair } from './pairs-store.ts'
import { ZELLE } from './zelle-names.ts'

/** Shows the owner that a person looks at the payment, or that its money is late. May be repeated. */
export const holdZelle = async (
  services: Pick<Services, 'ledger'>,
  { ownerId, ref }: PaymentRef,
  holdReason: 'zelleMismatch' | 'zelleNotSeen',
  /** What came, where it is another amount than was asked for. */
  receivedCents: bigint | null = null,
): Promise<void> => {
  // Where money has come, only a person can say what becomes of it.
  const details: Movement['details'] = {
    ...(holdReason === 'zelleMismatch' && { cancellable: false }),
    ...(receivedCents !== null && { received: Number(receivedCents) }),
  }
  await services.ledger.post({
    ownerId,
    key: systemKey('zelle-hold', holdReason, ref),
    requestHash: ref,
    kind: 'zelle.held',
    transferId: newId(),
    participants: {
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: () => [{ move: { ownerId, movementId: ref, to: 'ON HOLD', holdReason, details }, isPosted: false }],
      }),
      ...forParticipant(auditParticipant, auditOfSystem({ action: 'zelle.held', movementId: ref })),
    },
  })
}

const credit = async (services: Services, { id, ownerId, ref, amountCents }: Claimed): Promise<void> => {
  const payment = await findPayment(services.db, { ownerId, ref })
  if (!payment || totalChargeCents(payment) !== amountCents) throw new Error('a credit was claimed that does not fit')
  const outcome = await creditPayin(services, ZELLE, payment, id)
  if (outcome.accepted) {
    await endCredited(services.db, id, await databaseNow(services.db, services.clock))
    await stopWaiting(services.db, ref)
    return
  }
  services.log.warn({ transferId: ref, label: id, code: outcome.refusal.code }, 'a payment by Zelle was not credited')
  // The payment has ended in another way meanwhile: its money is nobody's again.
  if (outcome.refusal.code !== 'invalidTransactionId') return
  await dropClaim(services.db, id)
  await stopWaiting(services.db, ref)
}

const dispute = async (services: Services, { creditId, owner, credit: came, waiting }: Pair): Promise<void> => {
  if (!(await claimCredit(services.db, creditId, owner, 'disputed'))) return
  services.log.error({ transferId: owner.ref, label: creditId }, 'a payment by Zelle does not fit what was asked for')
  const isOtherAmount = came.amountCents !== waiting.totalCents
  await holdZelle(services, owner, 'zelleMismatch', isOtherAmount ? came.amountCents : null)
  // Last, so that what was cut off before it is done again.
  await markDisputed(services.db, owner.ref)
}

/**
 * Judges every pair of a credit and a payment that it names, of one payment or of all, and credits what they have claimed. Answers with
 * the payments whose money the bank lists and has not posted yet. One that fails does not keep the others.
 */
export const matchCredits = async (services: Services, ref: string | null = null): Promise<ReadonlySet<string>> => {
  const settled = new Set<string>()
  const awaited = new Set<string>()
  const { db, log } = services
  const settle = async (pair: Pair): Promise<void> => {
    const verdict = judge(pair.credit, pair.waiting)
    if (verdict === 'later') awaited.add(pair.owner.ref)
    if (verdict === 'disputed' && !pair.isDisputed) await dispute(services, pair)
    // Paid twice: the second credit stays nobody's.
    if ((verdict !== 'code' && verdict !== 'number') || settled.has(pair.owner.ref)) return
    if (await claimCredit(db, pair.creditId, pair.owner, verdict)) settled.add(pair.owner.ref)
  }
  await everyPage<Pair>(
    (last) => listPairs(db, ref, last),
    (pairs) => eachApart(log, 'a payment by Zelle was not matched', pairs, ({ creditId }) => creditId, settle),
  )
  const pay = (claimed: Claimed): Promise<void> => credit(services, claimed)
  await everyPage<Claimed>(
    (last) => listClaimed(db, ref, last),
    (claims) => eachApart(log, 'a payment by Zelle that was found was not credited', claims, ({ id }) => id, pay),
  )
  return awaited
}
