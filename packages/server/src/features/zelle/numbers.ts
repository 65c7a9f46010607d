/** Numbers that people give: how many they may try, and what an answer to one tells. */
import { type MovementState, transactionId } from '@puente/contract'
import { findMovement } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { findByNumber, type Intent } from './intents-store.ts'
import { matchCredits } from './match-credits.ts'
import { TRIES } from './match-rules.ts'

/**
 * Takes a try for a number that is new for the payment. Refuses with `invalidConfirmationNumber` what the caller has given for
 * another payment, with `tooManyRequests` when the tries of the payment, of the person's day or of the network are used up.
 * Those of the payment are counted where they are taken, in the batch (`intents-participant.ts`).
 */
export const takeTry = async (
  ctx: MoneyCtx,
  confirmation: string,
  intent: Pick<Intent, 'ref' | 'confirmation' | 'tries'> | null,
): Promise<void> => {
  const usedFor = await findByNumber(ctx.db, ctx.user.id, confirmation)
  if (usedFor !== null && usedFor !== intent?.ref) {
    // By this very call, of which another copy was a moment faster: it gets the answer that was stored.
    const [isOwn] = await ctx.ledger.areKeysTaken([{ ownerId: ctx.user.id, key: ctx.money.key }])
    if (isOwn) return
    throw new Refusal('invalidConfirmationNumber', { reason: 'usedBefore' })
  }
  if (intent?.confirmation === confirmation) return
  if (intent && intent.tries >= TRIES) throw new Refusal('tooManyRequests', { reason: 'confirmationNumbers' })
  await ctx.budgets.consume(ctx.user.id, BUDGETS.zelleNumbers)
  await ctx.budgets.consume(ctx.network, BUDGETS.zelleNumbersByNetwork)
}

/**
 * Looks for the money of a payment whose number was just given, and answers with its state. Refuses with `zelleNotFound`
 * while there is none, whatever the reason: an unknown number, another amount and another person's payment look alike.
 */
export const lookForMoney = async (ctx: MoneyCtx, ref: string): Promise<MovementState> => {
  await matchCredits(ctx, ref)
  const movement = await findMovement(ctx.db, { ownerId: ctx.user.id, movementId: ref })
  if (!movement) throw new Error('a payment by Zelle without its row')
  const isFound =
    movement.state === 'COMPLETED' || movement.state === 'CANCELLED' || movement.holdReason === 'recipientKycRequired'
  if (isFound || movement.holdReason === 'zelleMismatch') return movement.state
  throw new Refusal('zelleNotFound', { transactionId: transactionId(ref) })
}
