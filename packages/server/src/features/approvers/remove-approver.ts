import type { Input, Output } from '@puente/contract'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { aDayAfter } from './approver-rules.ts'
import { readBoth } from './approvers-out.ts'
import { deleteApprover, updateApprover } from './approvers-store.ts'
import { actorOf, auditAndTell } from './change-approvers.ts'
import { lockOne, requireOwn } from './own-approver.ts'

/** Takes an invitation back at once; an approver is there for another day, and it takes a proof. Again changes nothing. */
export const removeApprover = async (
  ctx: UserCtx,
  input: Input<'removeApprover'>,
): Promise<Output<'removeApprover'>> => {
  const seen = await requireOwn(ctx, input.userId)
  const isProved = seen.state === 'active' && seen.endsAt === null
  if (isProved) await ctx.requireStepUp()
  await transaction(ctx.db, 'remove an approver', async (trx) => {
    const at = await databaseNow(trx, ctx.clock)
    const before = await lockOne(trx, seen, at)
    if (before.endsAt !== null) return
    if (before.state === 'invited') {
      await deleteApprover(trx, before)
      return auditAndTell(ctx, trx, actorOf(ctx), { ...seen, action: 'approver.uninvited' })
    }
    // They said yes since it was read.
    if (!isProved) throw new Refusal('stepUpRequired')
    await updateApprover(trx, { ...before, endsAt: aDayAfter(at) })
    await auditAndTell(ctx, trx, actorOf(ctx), {
      ...seen,
      action: 'approver.removing',
      told: 'removing',
      security: 'approverRemoving',
    })
  })
  return readBoth(ctx, ctx.user.id)
}

/** Undoes what was to protect less: the approver stays, by the rule that holds. With nothing to undo nothing changes. */
export const keepApprover = async (ctx: UserCtx, input: Input<'keepApprover'>): Promise<Output<'keepApprover'>> => {
  const seen = await requireOwn(ctx, input.userId)
  await transaction(ctx.db, 'keep an approver', async (trx) => {
    const at = await databaseNow(trx, ctx.clock)
    const before = await lockOne(trx, seen, at)
    const isPending = before.endsAt !== null || (before.next !== null && at < before.next.at)
    if (!isPending) return
    await updateApprover(trx, { ...before, endsAt: null, next: null })
    await auditAndTell(ctx, trx, actorOf(ctx), { ...seen, action: 'approver.kept', security: 'approverKept' })
  })
  return readBoth(ctx, ctx.user.id)
}
