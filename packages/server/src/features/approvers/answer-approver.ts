import { APPROVED_PEOPLE_MAX, type Input, type Output } from '@puente/contract'
import { getAccount, lockAccount, requireContacts, requireOpen, requireTier } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { folded } from '#features/wallet/index.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { ApproverRef } from './approver.ts'
import { decidesFrom, isActiveAt } from './approver-rules.ts'
import { readBoth } from './approvers-out.ts'
import { deleteApprover, listApproved, lockOwn, updateApprover } from './approvers-store.ts'
import { actorOf, auditAndTell } from './change-approvers.ts'
import { namedId } from './named-person.ts'

/** One person with two accounts is no second pair of eyes, as far as the identity checks tell: the same name and birthday. */
const requireAnother = async ({ db, keys }: UserCtx, { ownerId, approverId }: ApproverRef): Promise<void> => {
  const [one, other] = await Promise.all([getAccount(db, keys, ownerId), getAccount(db, keys, approverId)])
  const isSame = one.birthday !== null && one.birthday === other.birthday
  if (isSame && folded(one.fullName) === folded(other.fullName))
    throw new Refusal('invalidUser', { reason: 'approverSame' })
}

const accept = async (ctx: UserCtx, trx: Trx, ref: ApproverRef): Promise<void> => {
  // Whoever is to approve for many says yes to one after another.
  await lockAccount(trx, ctx.keys, ref.approverId)
  const at = await databaseNow(trx, ctx.clock)
  const rows = await lockOwn(trx, ref.ownerId)
  const invited = rows.find(({ approverId }) => approverId === ref.approverId)
  if (!invited || (invited.state === 'active' && !isActiveAt(invited, at))) throw new Refusal('notFound')
  if (invited.state === 'active') return
  const approved = await listApproved(trx, ref.approverId)
  if (approved.filter((one) => isActiveAt(one, at)).length >= APPROVED_PEOPLE_MAX)
    throw new Refusal('limitExceeded', { reason: 'approvedPeople', limit: APPROVED_PEOPLE_MAX })
  await updateApprover(trx, { ...invited, state: 'active', acceptedAt: at, decidesFrom: decidesFrom(rows, at) })
  await auditAndTell(ctx, trx, actorOf(ctx), { ...ref, action: 'approver.accepted', security: 'approverAdded' })
}

const decline = async (ctx: UserCtx, trx: Trx, ref: ApproverRef): Promise<void> => {
  const rows = await lockOwn(trx, ref.ownerId)
  const invited = rows.find(({ approverId }) => approverId === ref.approverId)
  if (invited?.state !== 'invited') throw new Refusal('notFound')
  await deleteApprover(trx, ref)
  await auditAndTell(ctx, trx, actorOf(ctx), { ...ref, action: 'approver.refused', told: 'refused' })
}

/** Says yes, which takes an identity check, or no to somebody who asks for an approver. From a yes on, payments wait. */
export const answerApprover = async (
  ctx: UserCtx,
  input: Input<'answerApprover'>,
): Promise<Output<'answerApprover'>> => {
  const ownerId = await namedId(ctx.db, input.userId)
  const ref = ownerId === null ? null : { ownerId, approverId: ctx.user.id }
  if (input.decision === 'accept') {
    requireOpen(ctx.user)
    requireContacts(ctx.user)
    requireTier(ctx.user, 1)
  }
  const known = ref && (await listApproved(ctx.db, ctx.user.id)).some((one) => one.ownerId === ref.ownerId)
  if (!ref || !known) throw new Refusal('notFound')
  // Between the invitation and now either may have blocked the other; from then on neither learns anything of the other.
  if (input.decision === 'accept' && (await isBlockedBetween(ctx.db, ref.ownerId, ref.approverId)))
    throw new Refusal('notFound')
  if (input.decision === 'accept') await requireAnother(ctx, ref)
  const act = input.decision === 'accept' ? accept : decline
  await transaction(ctx.db, 'answer who asks for an approver', (trx) => act(ctx, trx, ref))
  return readBoth(ctx, ctx.user.id)
}
