import { type Input, languageOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { encryptField } from '#platform/crypto/field-encryption.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { requireRealEmail } from '#features/accounts/index.ts'
import { requestPlace } from './send-reset.ts'

/**
 * Asks for a reset link. Whether the account exists, and whether a link is already in its inbox, is looked up later, by a job:
 * what happens here is the same for every address by construction, and so is the answer and its time. It is counted by caller
 * only: a count by address would let strangers use up the owner's way back in. An address to throw away is `invalidEmail`.
 */
export const forgotPassword = async (ctx: PublicCtx, { email, lang }: Input<'forgotPassword'>) => {
  requireRealEmail(email)
  const requestId = newId()
  await transaction(ctx.db, 'forgot password', async (trx) => {
    const emailSealed = encryptField(ctx.keys.sealing, requestPlace(requestId), email)
    await ctx.jobs.add(trx, {
      task: 'password.send-reset',
      payload: { requestId, emailSealed, language: languageOf(lang ?? '') ?? ctx.language },
    })
    await audit(trx, {
      actor: { kind: 'anonymous' },
      action: 'password-reset.requested',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  return { sent: true as const }
}
