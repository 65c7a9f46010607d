import type { Input, Output } from '@puente/contract'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { changedRule } from './approver-rules.ts'
import { readBoth } from './approvers-out.ts'
import { updateApprover } from './approvers-store.ts'
import { actorOf, auditAndTell } from './change-approvers.ts'
import { ruleIn } from './invite-approver.ts'
import { requireOwn, lockOne } from './own-approver.ts'
import { Refusal } from '#platform/http/refusal.ts'

/** Changes a rule: at once where it protects more; where it protects less, with a proof and in a day. */
export const changeApprover = async (
  ctx: UserCtx,
  input: Input<'changeApprover'>,
): Promise<Output<'changeApprover'>> => {
  const seen = await requireOwn(ctx, input.userId)
  const rule = ruleIn(input.rule)
  const isLess = changedRule(seen, rule, await databaseNow(ctx.db, ctx.clock)).next !== null
  if (isLess) await ctx.requireStepUp()
  await transaction(ctx.db, 'change what an approver approves', async (trx) => {
    const at = await databaseNow(trx, ctx.clock)
    const before = await lockOne(trx, seen, at)
    const after = changedRule(before, rule, at)
    // It was tightened, or accepted, since it was read.
    if (after.next && !isLess) throw new Refusal('stepUpRequired')
    await updateApprover(trx, { ...before, ...after })
    await auditAndTell(ctx, trx, actorOf(ctx), {
      ...seen,
      action: after.next ? 'approver.loosening' : 'approver.changed',
      ...(after.next && { told: 'loosening' }),
      ...(before.state === 'active' && { security: after.next ? 'approverRuleLoosening' : 'approverRuleTightened' }),
    })
  })
  return readBoth(ctx, ctx.user.id)
}
