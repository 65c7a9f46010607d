import { type Input, type Output, transactionId } from '@puente/contract'
import type { Outcome } from '@puente/ledger'
import { requireOpen } from '#features/accounts/index.ts'
import { HELD_FOR_APPROVER, outcomeOf, requireDecision } from '#features/approvers/index.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { approveTransfer, type Decider, NOT_NEEDED, returnHeldTransfer } from './held-transfers.ts'

/** Why it cannot go on now: it waits on while its sender is frozen, and goes back where it can reach nobody any more. */
const endInstead = async (ctx: UserCtx, movement: Movement, { accepted, ...rest }: Outcome): Promise<void> => {
  const code = accepted || !('refusal' in rest) ? null : rest.refusal.code
  if (code === 'accountRestricted') throw new Refusal('invalidUser', { reason: 'payerRestricted' })
  if (code === 'invalidUser' || (code !== null && NOT_NEEDED.includes(code)))
    await returnHeldTransfer(ctx, movement, 'rejected', { from: HELD_FOR_APPROVER })
}

const readAgain = async ({ db }: UserCtx, movement: Movement): Promise<Movement> =>
  (await findMovement(db, movement)) ?? movement

/**
 * Approves or declines a payment that waits for the caller. Somebody else may have spoken a moment before, or the sender taken it back:
 * the answer is what became of it, whoever did it.
 */
export const decideApproval = async (
  ctx: UserCtx,
  { transactionId: wireId, decision }: Input<'decideApproval'>,
): Promise<Output<'decideApproval'>> => {
  if (decision === 'approve') requireOpen(ctx.user)
  const { movement, at } = await requireDecision(ctx, wireId)
  const by: Decider = { approverId: ctx.user.id, name: ctx.user.fullName }
  if (outcomeOf(movement, at) === 'waiting') {
    if (decision === 'decline') await returnHeldTransfer(ctx, movement, 'declined', { from: HELD_FOR_APPROVER, by })
    else await endInstead(ctx, movement, await approveTransfer(ctx, movement, by))
  }
  const now = await databaseNow(ctx.db, ctx.clock)
  // Its time is over, and nobody has sent it back yet.
  if (outcomeOf(await readAgain(ctx, movement), now) === 'expired')
    await returnHeldTransfer(ctx, movement, 'expired', { from: HELD_FOR_APPROVER })
  const after = await readAgain(ctx, movement)
  const outcome = outcomeOf(after, now)
  // They left, or were removed, between the look and the lock: it waits for others.
  if (outcome === 'waiting') throw new Refusal('notFound')
  return { transactionId: transactionId(after.movementId), state: after.state, outcome }
}
