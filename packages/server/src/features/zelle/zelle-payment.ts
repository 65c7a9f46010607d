import { type Input, type Output, transactionId, uuidOf } from '@puente/contract'
import { findMovement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { instructionsOf } from './instructions.ts'
import { findIntent } from './intents-store.ts'
import { TRIES } from './match-rules.ts'

/** Where a payment by Zelle stands, with what its payer is to do. */
export const zellePayment = async (ctx: UserCtx, input: Input<'zellePayment'>): Promise<Output<'zellePayment'>> => {
  const { zelle, sandboxPublicUrl } = ctx.config
  const ref = uuidOf(input.transactionId, 'txn')
  const intent = ref && (await findIntent(ctx.db, ctx.user.id, ref))
  const row = intent && (await findMovement(ctx.db, { ownerId: ctx.user.id, movementId: intent.ref }))
  if (!intent || !row || zelle === 'off') throw new Refusal('invalidTransactionId')
  return {
    transactionId: transactionId(intent.ref),
    state: row.state,
    instructions: instructionsOf(intent, zelle, sandboxPublicUrl),
    confirmedAt: intent.confirmedAt?.toISOString() ?? null,
    confirmation: intent.confirmation,
    fullName: intent.holderName,
    triesLeft: Math.max(0, TRIES - intent.tries),
  }
}
