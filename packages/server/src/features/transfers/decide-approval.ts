import { type Input, type Output, transactionId } from '@puente/contract'
import type { Outcome } from '@puente/ledger'
import { findAnyCooling, requireOpen } from '#features/accounts/index.ts'
import { HELD_FOR_APPROVER, NOT_THEIRS, outcomeOf, requireDecision } from '#features/approvers/index.ts'
import { isProofAsked, readStepUpAmounts } from '#features/limits/index.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { refusalOfBatch } from '#platform/http/batch-refusal.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { ShownMoney, StepUpCtx } from '#platform/http/step-up.ts'
import { IN_APP } from './in-app-rail.ts'
import { approveTransfer } from './arrive-held-transfer.ts'
import type { Decider } from './held-sides.ts'
import { NOT_NEEDED } from './held-transfers.ts'
import { returnHeldTransfer } from './return-held-transfer.ts'

/**
 * Why it cannot go on now: it waits on while its sender is frozen, or where the word came from a person who approves no more; it goes
 * back where it can no longer reach anyone.
 */
const endInstead = async (ctx: UserCtx, movement: Movement, outcome: Outcome): Promise<void> => {
  if (outcome.accepted) return
  const { code, details } = refusalOfBatch(outcome)
  if (details?.['reason'] === NOT_THEIRS) return
  if (code === 'accountRestricted') throw new Refusal('invalidUser', { reason: 'payerRestricted' })
  if (code === 'invalidUser' || NOT_NEEDED.includes(code))
    await returnHeldTransfer(ctx, movement, 'rejected', { from: HELD_FOR_APPROVER })
}

const readAgain = async ({ db }: UserCtx, movement: Movement): Promise<Movement> =>
  (await findMovement(db, movement)) ?? movement

/**
 * Approving lets money go, so it takes what sending takes: an account whose access has not changed recently and, from the same amounts, a
 * proof. Declining takes neither, since it can only keep money where it is.
 */
const requireProvedYes = async (ctx: UserCtx, { amountCents, details }: Movement, at: Date): Promise<void> => {
  const until = await findAnyCooling(ctx.db, ctx.user.id, at)
  if (until) throw new Refusal('accountRestricted', { reason: 'approverCooling', until: until.toISOString() })
  const amounts = await readStepUpAmounts(ctx.db, IN_APP.operation, at)
  const isPaidBefore = details['firstPayment'] !== true
  // What was sent within a day is the payer's sum, and they were asked about it.
  if (isProofAsked(amounts, { amountCents, isPaidBefore, sinceProofCents: 0n })) await ctx.requireStepUp()
}

/** What the proof of an approval is about, for its dialog and its text message; the proof itself is bound to this payment and this decision. */
export const approvalShown = async (
  ctx: StepUpCtx,
  { transactionId: wireId }: Input<'decideApproval'>,
): Promise<ShownMoney> => {
  const { movement } = await requireDecision(ctx, wireId)
  const amount = Number(movement.amountCents)
  return { payee: movement.counterpart?.name ?? '', amount, currency: 'USD', totalCharge: amount }
}

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
    else {
      await requireProvedYes(ctx, movement, at)
      await endInstead(ctx, movement, await approveTransfer(ctx, movement, by))
    }
  }
  const now = await databaseNow(ctx.db, ctx.clock)
  // Its time is over, and nobody has sent it back yet.
  if (outcomeOf(await readAgain(ctx, movement), now) === 'expired')
    await returnHeldTransfer(ctx, movement, 'expired', { from: HELD_FOR_APPROVER })
  const after = await readAgain(ctx, movement)
  const outcome = outcomeOf(after, now)
  // They left, or were removed, between the look and the lock: it waits for others, or for its time to run out.
  if (outcome === 'waiting') throw new Refusal('notFound')
  return { transactionId: transactionId(after.movementId), state: after.state, outcome }
}
