import type { Output } from '@puente/contract'
import { lockAccount, requireContacts } from '#features/accounts/index.ts'
import { endHandoffs, insertHandoff } from '#features/sessions/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findTries } from './find-tries.ts'
import { handoffEnd, handoffEntry } from './handoff-entry.ts'
import { currentTier } from './kyc-rules.ts'
import { listItems } from './kyc-store.ts'
import { personOf } from './submit-review.ts'

/** Begins one, while there is an attempt that its photos can go to; an earlier one ends. */
export const startHandoff = async (ctx: UserCtx): Promise<Output<'kycHandoff'>> => {
  requireContacts(ctx.user)
  const at = ctx.clock.now()
  const session = { ownerId: ctx.user.id, sessionId: ctx.user.sessionId }
  const expiresAt = handoffEnd(at)
  const code = await transaction(ctx.db, 'start a hand-off', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, session.ownerId)
    const tier = currentTier(await listItems(trx, account.id), personOf(account))
    if ((await findTries(trx, ctx.keys, account, tier, at)).left === 0)
      throw new Refusal('invalidRequest', { reason: 'triesUsedUp' })
    await endHandoffs(trx, session.ownerId, at)
    await ctx.live.publish(trx, { ownerId: session.ownerId, event: 'kyc', data: {} })
    await audit(trx, handoffEntry(ctx, session, 'kyc-handoff.started'))
    return insertHandoff(trx, session, at, expiresAt)
  })
  // Behind the #, where it is sent to no server and stands in no log.
  const url = `${ctx.config.publicUrl}/kyc/continue#${code}`
  return { url, qrText: url, expiresAt: expiresAt.toISOString() }
}
