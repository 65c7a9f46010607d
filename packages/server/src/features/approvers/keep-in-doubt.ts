/**
 * What was to protect less does not come to pass in an account that somebody else may have acted in: a thief may have begun it. Its owner
 * can begin it again.
 */
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { Approver } from './approver.ts'
import { lockOwn, updateApprover } from './approvers-store.ts'
import { auditAndTell, BY_ITSELF } from './change-approvers.ts'

type Keeping = Pick<Services, 'clock' | 'db' | 'events' | 'live'>

/** Undoes the change of one approver that is not settled yet, if there is one; the caller holds its lock. */
export const keepInDoubt = async (
  services: Omit<Keeping, 'db'>,
  trx: Trx,
  { ownerId, approverId, ...row }: Approver,
): Promise<void> => {
  if (row.next === null && row.endsAt === null) return
  await updateApprover(trx, { ownerId, approverId, ...row, next: null, endsAt: null })
  await auditAndTell(services, trx, BY_ITSELF, {
    ownerId,
    approverId,
    action: 'approver.kept',
    security: 'approverKept',
  })
}

/** The same for all of a person's. */
export const keepAllInDoubt = (services: Keeping, ownerId: string): Promise<void> =>
  transaction(services.db, 'keep approvers', async (trx) => {
    for (const approver of await lockOwn(trx, ownerId)) await keepInDoubt(services, trx, approver)
  })
