import { APPROVERS_MAX, type Input, type Output } from '@puente/contract'
import { lockAccount, requireContacts, requireOpen, requireTier } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Approver, Rule } from './approver.ts'
import { isActiveAt, isThereAt } from './approver-rules.ts'
import { readBoth } from './approvers-out.ts'
import { deleteApprover, insertApprover, listOwn, lockOwn, updateApprover } from './approvers-store.ts'
import { actorOf, auditAndTell } from './change-approvers.ts'
import { findNamed } from './named-person.ts'

export const ruleIn = ({ newPayee, aboveCents }: Input<'inviteApprover'>['rule']): Rule => ({
  newPayee,
  aboveCents: aboveCents === null ? null : BigInt(aboveCents),
})

const requireInvitable = async (ctx: UserCtx, named: string): Promise<string> => {
  const person = await findNamed(ctx.db, named)
  if (person?.id === ctx.user.id) throw new Refusal('invalidUser', { field: 'userId', reason: 'approverOneself' })
  if (!person?.canReceive) throw new Refusal('userNotFound', { field: 'userId' })
  if (await isBlockedBetween(ctx.db, ctx.user.id, person.id)) throw new Refusal('invalidUser', { field: 'userId' })
  return person.id
}

const requireRoom = (rows: readonly Approver[], at: Date): void => {
  if (rows.filter((one) => isThereAt(one, at)).length >= APPROVERS_MAX)
    throw new Refusal('limitExceeded', { reason: 'approvers', limit: APPROVERS_MAX })
}

const write = async (ctx: UserCtx, trx: Trx, approverId: string, rule: Rule): Promise<void> => {
  const ownerId = ctx.user.id
  await lockAccount(trx, ctx.keys, ownerId)
  const at = await databaseNow(trx, ctx.clock)
  const rows = await lockOwn(trx, ownerId)
  const before = rows.find((one) => one.approverId === approverId)
  if (before && isActiveAt(before, at)) return
  if (before?.state === 'invited') return updateApprover(trx, { ...before, rule })
  requireRoom(rows, at)
  const ref = { ownerId, approverId }
  // Removed, and their day is over, but not tidied up yet.
  if (before) await deleteApprover(trx, ref)
  const nothing = { next: null, endsAt: null, acceptedAt: null, decidesFrom: null }
  const invited: Approver = { ...ref, state: 'invited', rule, invitedAt: at, ...nothing }
  await insertApprover(trx, invited)
  await auditAndTell(ctx, trx, actorOf(ctx), {
    ...ref,
    action: 'approver.invited',
    told: 'invited',
    security: 'approverInvited',
  })
}

/**
 * Asks a person to approve the caller's payments. It protects nothing until they say yes, and takes a proof: an approver sees
 * every payment and can stop it, so a stolen session must not choose one.
 */
export const inviteApprover = async (
  ctx: UserCtx,
  input: Input<'inviteApprover'>,
): Promise<Output<'inviteApprover'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTier(ctx.user, 1)
  const approverId = await requireInvitable(ctx, input.userId)
  const rows = await listOwn(ctx.db, ctx.user.id)
  if (rows.every((one) => one.approverId !== approverId)) requireRoom(rows, await databaseNow(ctx.db, ctx.clock))
  await ctx.requireStepUp()
  await transaction(ctx.db, 'invite an approver', (trx) => write(ctx, trx, approverId, ruleIn(input.rule)))
  return readBoth(ctx, ctx.user.id)
}
