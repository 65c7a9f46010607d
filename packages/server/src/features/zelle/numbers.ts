/** Numbers that people give: how many they may try, and what an answer to one tells. */
import { type MovementState, transactionId } from '@puente/contract'
import type { Json } from '@puente/ledger'
import { findMovement } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { refuseAccepted } from '#platform/http/money-call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { advanceZelle } from './advance-zelle.ts'
import { USED_BEFORE } from './intents-participant.ts'
import { findByNumber, type Intent } from './intents-store.ts'
import { TRIES } from './match-rules.ts'

export const isUsedBefore = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.code === USED_BEFORE.code &&
  error.details?.['reason'] === USED_BEFORE.details?.['reason']

/** Whether another copy of this very call was a moment faster: this one gets the answer that was stored. */
export const isRepeat = async ({
  ledger,
  user,
  money,
}: Pick<MoneyCtx, 'ledger' | 'user' | 'money'>): Promise<boolean> =>
  (await ledger.areKeysTaken([{ ownerId: user.id, key: money.key }]))[0] === true

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
    if (await isRepeat(ctx)) return
    throw new Refusal(USED_BEFORE.code, USED_BEFORE.details)
  }
  if (intent?.confirmation === confirmation) return
  if (intent && intent.tries >= TRIES) throw new Refusal('tooManyRequests', { reason: 'confirmationNumbers' })
  await ctx.budgets.consume(ctx.user.id, BUDGETS.zelleNumbers)
  await ctx.budgets.consume(ctx.network, BUDGETS.zelleNumbersByNetwork)
}

/**
 * Looks for the money of a payment whose number was just given, ends it if its time is over, and adds its state to the call's stored
 * answer. Refuses with `zelleNotFound` while there is none, whatever the reason: an unknown number, another amount and another
 * person's payment look alike. A repeat of the call gets the same, whatever has come since.
 */
export const answerFound = async <Answer extends { [key: string]: Json } & { state: MovementState }>(
  ctx: MoneyCtx,
  ref: string,
  pending: Answer,
): Promise<Answer> => {
  const ownerId = ctx.user.id
  await advanceZelle(ctx, { ownerId, ref })
  const movement = await findMovement(ctx.db, { ownerId, movementId: ref })
  if (!movement) throw new Error('a payment by Zelle without its row')
  const { state, holdReason } = movement
  const isFound =
    ['COMPLETED', 'CANCELLED'].includes(state) || ['recipientKycRequired', 'zelleMismatch'].includes(holdReason ?? '')
  if (!isFound) return refuseAccepted(ctx, 'zelleNotFound', { transactionId: transactionId(ref) })
  return (await ctx.ledger.completeAnswer(ownerId, ctx.money.key, { ...pending, state })) as Answer
}
