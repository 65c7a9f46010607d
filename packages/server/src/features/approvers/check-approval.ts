import type { Input, Output } from '@puente/contract'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { decidersOf } from './approver-rules.ts'
import { readApprovers } from './approvers-batch-store.ts'
import { findNamed } from './named-person.ts'

/** Who would have to approve a payment first, for its review. What counts is decided when it is sent. */
export const checkApproval = async (ctx: UserCtx, input: Input<'checkApproval'>): Promise<Output<'checkApproval'>> => {
  const payee = await findNamed(ctx.db, input.toUser)
  if (!payee) throw new Refusal('userNotFound', { field: 'toUser' })
  const at = await databaseNow(ctx.db, ctx.clock)
  const [found = []] = await readApprovers(ctx.db.pool, [{ ownerId: ctx.user.id, payeeId: payee.id }], at)
  const [first] = found
  if (!first) return { names: [], isImpossible: false }
  const { isPaidBefore, goneCents } = first
  const going = { payeeId: payee.id, amountCents: BigInt(input.amount), isPaidBefore, goneCents }
  const rows = found.map(({ approver }) => approver)
  const deciders = decidersOf(rows, going, at)
  if (typeof deciders === 'string') return { names: [], isImpossible: deciders === 'nobodyCould' }
  const names = found.flatMap(({ approver, name }) => (deciders.approvers.includes(approver) ? [name] : []))
  return { names, isImpossible: false }
}
