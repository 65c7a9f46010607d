import { type Input, type Output, transactionId, uuidOf } from '@puente/contract'
import { type Json, forParticipant } from '@puente/ledger'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { partiesParticipant } from '#features/limits/index.ts'
import { auditOfUser } from '#features/payments/index.ts'
import { auditParticipant, forMovements } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { zelleIntentsParticipant } from './intents-participant.ts'
import { findIntent, findWaiting, type Intent } from './intents-store.ts'
import { answerFound, isRepeat, takeTry } from './numbers.ts'

type Given = { confirmation: string; holderName: string }

/**
 * Notes the number and holder of a payment that waits, under the call's key, and looks for its money as `answerFound` does. Refuses with `invalidTransactionId` when it waits no longer.
 */
export const confirmIntent = async <
  Answer extends { [key: string]: Json } & { state: Output<'confirmZelle'>['state'] },
>(
  ctx: MoneyCtx,
  intent: Intent,
  { confirmation, holderName }: Given,
  pending: Answer,
): Promise<Answer> => {
  const { ownerId, ref } = intent
  if (!(await findWaiting(ctx.db, ref)) && !(await isRepeat(ctx))) throw new Refusal('invalidTransactionId')
  await takeTry(ctx, confirmation, intent)
  await ctx.money.post<Answer>({
    kind: 'zelle.confirmed',
    transferId: newId(),
    participants: {
      ...forParticipant(partiesParticipant, { payer: { ownerId, minTier: 0, mayOwe: true } }),
      ...forParticipant(zelleIntentsParticipant, { confirm: { ownerId, ref, confirmation, holderName } }),
      ...forMovements({
        movementRefs: [{ ownerId, movementId: ref }],
        write: () => [{ mark: { ownerId, movementId: ref, details: { payBy: null } } }],
      }),
      ...forParticipant(auditParticipant, auditOfUser(ctx, { action: 'zelle.confirmed', movementId: ref })),
    },
    answer: () => pending,
  })
  return answerFound(ctx, ref, pending)
}

/** Says under which number and name a payment by Zelle was made, for one that waits. */
export const confirmZelle = async (ctx: MoneyCtx, input: Input<'confirmZelle'>): Promise<Output<'confirmZelle'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const ref = uuidOf(input.transactionId, 'txn')
  const intent = ref && (await findIntent(ctx.db, ctx.user.id, ref))
  if (!intent) throw new Refusal('invalidTransactionId')
  const given = { confirmation: input.confirmation, holderName: input.fullName }
  return confirmIntent(ctx, intent, given, { transactionId: transactionId(intent.ref), state: 'PENDING' as const })
}
