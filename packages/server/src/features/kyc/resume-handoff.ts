import type { Input, Output } from '@puente/contract'
import { getAccount, maskEmail, maskName } from '#features/accounts/index.ts'
import { endOf, findSession, openHandoff, sessionClosed, takeHandoffCode } from '#features/sessions/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { handoffEnd, handoffEntry } from './handoff-entry.ts'

/** Opens one with its code, once. Says for whom it is, masked, so that nobody sends photos for someone else unawares. */
export const resumeHandoff = async (ctx: PublicCtx, { code }: Input<'kycResume'>): Promise<Output<'kycResume'>> => {
  const at = ctx.clock.now()
  const expiresAt = handoffEnd(at)
  const handoff = await transaction(
    ctx.db,
    'open a hand-off',
    async (trx) => {
      const taken = await takeHandoffCode(trx, code, at)
      if (!taken || taken.state !== 'waiting') throw new Refusal('invalidToken')
      if (at >= taken.expiresAt) throw new Refusal('tokenExpired')
      if (!(await openHandoff(trx, taken, at, expiresAt))) throw new Refusal('invalidToken')
      await ctx.live.publish(trx, { ownerId: taken.ownerId, event: 'kyc', data: {} })
      await audit(trx, handoffEntry(ctx, taken, 'kyc-handoff.opened'))
      return taken
    },
    ctx.isAwaited,
  )
  const session = await findSession(ctx.db, handoff)
  const end = session ? await endOf(ctx, session) : 'signedOut'
  if (end) throw sessionClosed(end)
  const person = await getAccount(ctx.db, ctx.keys, handoff.ownerId)
  const { ownerId, sessionId, handoffId } = handoff
  return {
    bearer: await ctx.bearers.signHandoff({ userId: ownerId, sessionId, handoffId }, expiresAt),
    expiresAt: expiresAt.toISOString(),
    name: maskName(person.fullName),
    email: maskEmail(person.email),
  }
}
