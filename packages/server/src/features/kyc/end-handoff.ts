import type { Output } from '@puente/contract'
import { endHandoffs } from '#features/sessions/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { handoffEntry } from './handoff-entry.ts'

/** Ends it at once: the other device is refused from its next call on. */
export const endHandoff = (ctx: UserCtx): Promise<Output<'endKycHandoff'>> =>
  transaction(ctx.db, 'end a hand-off', async (trx) => {
    const session = { ownerId: ctx.user.id, sessionId: ctx.user.sessionId }
    const ended = await endHandoffs(trx, session.ownerId, ctx.clock.now())
    if (ended) {
      await ctx.live.publish(trx, { ownerId: session.ownerId, event: 'kyc', data: {} })
      await audit(trx, handoffEntry(ctx, session, 'kyc-handoff.ended'))
    }
    return { ended }
  })
