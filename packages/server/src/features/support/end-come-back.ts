/**
 * The money of a transaction came back another way. If a dispute about it was credited, its owner has it twice: if all of it came back, that
 * ends the dispute, and the credit goes back on a day announced to them, as after an answer; if only part did, or the credit is
 * already theirs for good, operators get an alarm and decide. One that is not credited gets a new version, so that a credit
 * decided before this is decided again, and refused; where nothing would refuse it, as when a provider took money of the same payment more than
 * once and restored one of them, operators get an alarm.
 */
import { disputeId as wireId } from '@puente/contract'
import { findNotKept, sumComeBack } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { cameBackUnseen } from './came-back.ts'
import { auditOfDispute, changeDispute } from './change-dispute.ts'
import type { Dispute } from './dispute.ts'
import { endedWithout, isOpenDispute } from './dispute-rules.ts'
import { listOfMovement, lockDispute } from './disputes-store.ts'

/** `cents`: what has just come back, which no row of the owner shows if it came back outside Puente. */
export type ComeBack = { ownerId: string; id: string; cents: number }

export const endComeBack = async (services: Services, { ownerId, id, cents }: ComeBack): Promise<void> => {
  const { clock, db, log } = services
  const inRows = await sumComeBack(db, { ownerId, movementId: id })
  const backCents = inRows > BigInt(cents) ? inRows : BigInt(cents)
  const alert = (dispute: Dispute, says: string) =>
    log.error(
      { alert: true, component: 'disputes', label: wireId(dispute.disputeId), reason: `${backCents} cents` },
      says,
    )
  for (const { dispute: seen } of await listOfMovement(db, ownerId, id)) {
    // oxlint-disable-next-line no-await-in-loop
    const isRefused = (await findNotKept(db, seen)) !== null || (await cameBackUnseen(db, seen))
    // oxlint-disable-next-line no-await-in-loop
    await transaction(db, 'end a dispute whose money came back', async (trx) => {
      const dispute = await lockDispute(trx, seen)
      if (dispute?.credit?.state === 'final')
        return alert(dispute, 'money came back for a dispute that was decided for its owner')
      if (!dispute || !isOpenDispute(dispute.state)) return undefined
      const at = await databaseNow(trx, clock)
      const trail = auditOfDispute(dispute, 'dispute.came-back')
      if (dispute.state !== 'provisionalCredit') {
        if (!isRefused) alert(dispute, 'money came back for a dispute that can still be credited')
        return void (await changeDispute(services, trx, dispute, { at, trail }))
      }
      if (backCents < dispute.amountCents) return alert(dispute, 'a part of the money of a credited dispute came back')
      await changeDispute(services, trx, endedWithout(dispute, 'cameBack', at), { at, trail, told: 'cameBack' })
    })
  }
}

/**
 * The provider has decided after all that a payment stands, and what it had paid back is gone again. A dispute that had ended because of it stays
 * ended, and its credit goes back, or has: operators get an alarm and decide.
 */
export const alertOfUpheld = async ({ db, log }: Services, { ownerId, id, cents }: ComeBack): Promise<void> => {
  for (const { dispute } of await listOfMovement(db, ownerId, id))
    if (dispute.state === 'cameBack')
      log.error(
        { alert: true, component: 'disputes', label: wireId(dispute.disputeId), reason: `${cents} cents` },
        'money that had come back for a dispute is gone again',
      )
}
