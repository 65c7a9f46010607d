import { type Input, type Output, uuidOf } from '@puente/contract'
import { lockAccount } from '#features/accounts/index.ts'
import { findFirstCredit, findMovement, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { writeIn } from '#platform/db/statement.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { newYorkTime } from '#platform/calendar/bank-days-rules.ts'
import { auditOfDispute, toldOf } from './change-dispute.ts'
import type { Dispute } from './dispute.ts'
import { disputeOut } from './dispute-out.ts'
import { deadlinesOf, fitsDirection, isOpenDispute, opened, reportableUntil } from './dispute-rules.ts'
import { disputeAlarmWrites } from './disputes-batch-store.ts'
import { disputeAnnouncement } from './disputes-participant.ts'
import { insertDispute, listOfMovement } from './disputes-store.ts'
import { askedHash, auditOfWriter, filesOf, openTicket } from './write-ticket.ts'
import { audit } from '#platform/audit.ts'

type Asked = Input<'createDispute'>

/** The tier from which a person's identity is verified: 1005.18(e) requires no credit for what happened before. */
const VERIFIED = 1

/** What of a movement can be in question: what it took, with its fee, or what it brought. */
const wholeOf = ({ direction, amountCents, feeCents }: Movement): bigint =>
  direction === -1 ? amountCents + feeCents : amountCents

/** Refuses what cannot be disputed: it ended without moving anything, it was itself made for a dispute, or it is too long ago. */
const requireDisputable = (movement: Movement | null, kind: Asked['kind'], at: Date): Movement => {
  if (!movement || movement.details['disputeId'] !== undefined) throw new Refusal('invalidTransactionId')
  if (movement.state === 'CANCELLED') throw new Refusal('invalidTransactionId', { reason: 'nothingMoved' })
  if (!fitsDirection(kind, movement.direction)) throw new Refusal('invalidType', { reason: 'incoming' })
  if (newYorkTime(at).day > reportableUntil(movement.createdAt))
    throw new Refusal('invalidTransactionId', { reason: 'reportedLate' })
  return movement
}

const amountOf = (movement: Movement, asked: number | undefined): bigint => {
  const whole = wholeOf(movement)
  const cents = asked === undefined ? whole : BigInt(asked)
  if (cents > whole) throw new Refusal('invalidAmount', { reason: 'moreThanMoved' })
  return cents
}

/** Reports a problem with one of the caller's own transactions. One at a time; one that we have decided is not decided again. */
export const createDispute = async (ctx: UserCtx, input: Asked): Promise<Output<'createDispute'>> => {
  const { kind, description } = input
  const ownerId = ctx.user.id
  const movementId = uuidOf(input.transactionId, 'txn') ?? ''
  const at = await databaseNow(ctx.db, ctx.clock)
  const movement = requireDisputable(await findMovement(ctx.db, { ownerId, movementId }), kind, at)
  const amountCents = amountOf(movement, input.amount)
  const files = filesOf(input)
  const hash = askedHash(ownerId, movementId, kind, description, Number(amountCents), ...files)
  const firstCreditAt = await findFirstCredit(ctx.db, ownerId)
  const reported = await transaction(ctx.db, 'report a problem', async (trx) => {
    await lockAccount(trx, ctx.keys, ownerId)
    const earlier = await listOfMovement(trx, ownerId, movementId)
    const same = earlier.find((one) => one.hash === hash && isOpenDispute(one.dispute.state))
    if (same) return same.dispute
    if (earlier.some(({ dispute }) => isOpenDispute(dispute.state)))
      throw new Refusal('invalidTransactionId', { reason: 'reported' })
    if (earlier.some(({ dispute }) => dispute.state !== 'withdrawn'))
      throw new Refusal('invalidTransactionId', { reason: 'decided' })
    await ctx.budgets.consume(ownerId, BUDGETS.disputesADay)
    const disputeId = newId()
    const by = auditOfWriter(ctx)
    const module = movement.type === 'withdraw' ? 'withdrawals' : movement.type === 'invoice' ? 'invoices' : 'payments'
    const draft = { module, movementId, disputeId, concerns: null } as const
    const ticket = await openTicket(ctx, trx, { ...draft, ownerId, text: description, files, hash, at }, by)
    const dispute: Dispute = opened({
      ownerId,
      disputeId,
      movementId,
      ticketId: ticket.ticketId,
      reference: movement.reference,
      kind,
      amountCents,
      ...deadlinesOf(at, { movedAt: movement.createdAt, firstCreditAt }),
      creditDue: ctx.user.tier >= VERIFIED,
      createdAt: at,
    })
    await insertDispute(trx, dispute, hash)
    await writeIn(trx, disputeAlarmWrites([dispute]))
    await audit(trx, { ...auditOfDispute(dispute, 'dispute.opened'), ...by, details: { kind } })
    await ctx.events.record(trx, toldOf(dispute, 'reported'))
    await ctx.live.publish(trx, disputeAnnouncement(dispute))
    return dispute
  })
  return disputeOut(ctx, reported)
}
