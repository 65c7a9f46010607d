import type { Input, Output } from '@puente/contract'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import type { Approver, ApproverRef } from './approver.ts'
import { readBoth } from './approvers-out.ts'
import { deleteApprover, listApproved, listOwn, lockOwn } from './approvers-store.ts'
import { actorOf, auditAndTell, BY_ITSELF } from './change-approvers.ts'
import { namedId } from './named-person.ts'

type Ending = Pick<Services, 'clock' | 'db' | 'events' | 'live'>

/** False when there was nothing to end. What waits for them goes on waiting for the others, or for its time to run out. */
const leave = (services: Ending, ref: ApproverRef, by: Parameters<typeof auditAndTell>[2]): Promise<boolean> =>
  transaction(services.db, 'approve for a person no more', async (trx) => {
    const row = (await lockOwn(trx, ref.ownerId)).find(({ approverId }) => approverId === ref.approverId)
    if (!row) return false
    await deleteApprover(trx, ref)
    const isInvited = row.state === 'invited'
    const what = isInvited ? { told: 'refused' as const } : { security: 'approverLeft' as const }
    await auditAndTell(services, trx, by, { ...ref, action: isInvited ? 'approver.refused' : 'approver.left', ...what })
    return true
  })

/** Approves no more for a person: at once, and whatever waits for it. Who pays is told. */
export const leaveApprover = async (ctx: UserCtx, input: Input<'leaveApprover'>): Promise<Output<'leaveApprover'>> => {
  const ownerId = await namedId(ctx.db, input.userId)
  if (ownerId === null || !(await leave(ctx, { ownerId, approverId: ctx.user.id }, actorOf(ctx))))
    throw new Refusal('notFound')
  return readBoth(ctx, ctx.user.id)
}

/**
 * Ends approvals both ways, those for the account and those that it gives: it is closed; or, with `before`, its owner took it back then
 * from the stranger who had agreed to them. Safe to run again.
 */
export const endApproversOf = async (
  services: Ending,
  { ownerId, before }: { ownerId: string; before?: string },
): Promise<void> => {
  const isOver = ({ invitedAt }: Approver) => before === undefined || invitedAt <= new Date(before)
  for (const { ownerId: payerId, approverId } of (await listApproved(services.db, ownerId)).filter(isOver))
    await leave(services, { ownerId: payerId, approverId }, BY_ITSELF)
  for (const ref of (await listOwn(services.db, ownerId)).filter(isOver))
    await transaction(services.db, 'end the approvers of an account', async (trx) => {
      const row = (await lockOwn(trx, ownerId)).find(({ approverId }) => approverId === ref.approverId)
      if (!row) return
      await deleteApprover(trx, row)
      const told = row.state === 'active' ? { told: 'ended' as const } : {}
      const { approverId } = row
      await auditAndTell(services, trx, BY_ITSELF, { ownerId, approverId, action: 'approver.ended', ...told })
    })
}
