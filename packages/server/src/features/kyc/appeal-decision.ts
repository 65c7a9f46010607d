import type { Input, Output } from '@puente/contract'
import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { insertAppeal } from './appeals-store.ts'
import { canAppeal } from './kyc-rules.ts'
import { listItems } from './kyc-store.ts'

/** Asks a person to look at a decision again, in the owner's own words; one appeal at a time. */
export const appealDecision = (ctx: UserCtx, { text }: Input<'appealKyc'>): Promise<Output<'appealKyc'>> =>
  transaction(ctx.db, 'appeal a decision', async (trx) => {
    const ownerId = ctx.user.id
    const appealId = newId()
    await lockAccount(trx, ctx.keys, ownerId)
    if (!canAppeal(await listItems(trx, ownerId))) throw new Refusal('invalidRequest', { reason: 'nothingDenied' })
    if (!(await insertAppeal(trx, ctx.keys, { ownerId, appealId, text, at: ctx.clock.now() })))
      throw new Refusal('invalidRequest', { reason: 'appealOpen' })
    await ctx.live.publish(trx, { ownerId, event: 'kyc', data: {} })
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
      action: 'kyc-appeal.made',
      object: { type: 'kyc-appeal', id: appealId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    return { appealId, state: 'open' as const }
  })
