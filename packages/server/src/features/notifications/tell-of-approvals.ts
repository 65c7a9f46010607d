/** What approvers and those whom they approve for are told of one another, and of a payment that waits. */
import { findPersonById } from '#features/accounts/index.ts'
import { findMovement } from '#features/wallet/index.ts'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { tellNotices } from './tell-notices.ts'

/** Who is told, and of whom. Bare uuids. */
type OfApprover = { ownerId: string; otherId: string }
/** Whose payment waits, and for whom. Bare uuids. */
type OfApproval = { ownerId: string; approverIds: string[]; id: string }

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.tell-approval-asked': OfApproval
    'notices.tell-approval-expired': OfApproval
    'notices.tell-approver-ended': OfApprover
    'notices.tell-approver-invited': OfApprover
    'notices.tell-approver-loosening': OfApprover
    'notices.tell-approver-refused': OfApprover
    'notices.tell-approver-removing': OfApprover
  }
}

export const tellOfApprovals = (services: Services) => {
  const nameOf = async (ownerId: string) => (await findPersonById(services.db, ownerId))?.fullName ?? null

  const tellPerson =
    (variant: 'ended' | 'invited' | 'loosening' | 'refused' | 'removing') =>
    async ({ ownerId, otherId }: OfApprover, { jobId, orderedAt }: JobRun): Promise<void> =>
      tellNotices(services, [
        {
          ownerId,
          source: `job/${jobId}`,
          at: orderedAt,
          kind: 'approval',
          variant,
          object: { type: 'approvers', id: null },
          counterpartId: otherId,
          said: { name: await nameOf(otherId) },
        },
      ])

  const tellApprovers =
    (variant: 'asked' | 'expired') =>
    async ({ ownerId, approverIds, id }: OfApproval, { jobId, orderedAt }: JobRun): Promise<void> => {
      const movement = await findMovement(services.db, { ownerId, movementId: id })
      // Decided by another, or taken back, before anybody was told.
      if (!movement || (variant === 'asked' && movement.holdReason !== 'approverWait')) return
      const { amountCents } = movement
      const said = { amountCents, name: await nameOf(ownerId) }
      await tellNotices(
        services,
        approverIds.map((approverId) => ({
          ownerId: approverId,
          source: `job/${jobId}`,
          at: orderedAt,
          kind: 'approval',
          variant,
          object: { type: 'approval', id },
          // A payment on hold is told whatever was chosen: without the approver it goes back.
          isFixed: variant === 'asked',
          amountCents,
          counterpartId: ownerId,
          said,
        })),
      )
    }

  return {
    'notices.tell-approval-asked': tellApprovers('asked'),
    'notices.tell-approval-expired': tellApprovers('expired'),
    'notices.tell-approver-ended': tellPerson('ended'),
    'notices.tell-approver-invited': tellPerson('invited'),
    'notices.tell-approver-loosening': tellPerson('loosening'),
    'notices.tell-approver-refused': tellPerson('refused'),
    'notices.tell-approver-removing': tellPerson('removing'),
  } satisfies TaskHandlers
}
