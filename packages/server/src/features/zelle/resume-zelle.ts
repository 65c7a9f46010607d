import { sendSessionId, transactionId } from '@puente/contract'
import type { Json } from '@puente/ledger'
import { findPayment } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import type { ZelleBegun } from './begin-zelle.ts'
import { instructionsOf } from './instructions.ts'
import { findIntent } from './intents-store.ts'

/**
 * Answers once more, under the call's key, what is to be paid for an intent of the caller's that waits: two codes for one thing would
 * have it paid twice. Null when there is no such intent.
 * @param answerOf puts the answer in the words of the endpoint.
 */
export const resumeZelle = async <Answer extends Json>(
  ctx: MoneyCtx,
  row: Movement,
  answerOf: (begun: ZelleBegun) => Answer,
): Promise<Answer | null> => {
  const { zelle, sandboxPublicUrl } = ctx.config
  const { ownerId, movementId: ref, state, reference } = row
  const [intent, payment] = [await findIntent(ctx.db, ownerId, ref), await findPayment(ctx.db, { ownerId, ref })]
  if (!intent || !payment || row.sendSessionId === null || zelle === 'off') return null
  const begun: ZelleBegun = {
    transactionId: transactionId(ref),
    sendSessionId: sendSessionId(row.sendSessionId),
    status: 'processing',
    state,
    reference,
    fee: Number(payment.feeCents),
    totalCharge: Number(intent.totalCents),
    instructions: instructionsOf(intent, zelle, sandboxPublicUrl),
  }
  return ctx.money.post<Answer>({ kind: 'send.resumed', transferId: newId(), answer: () => answerOf(begun) })
}
