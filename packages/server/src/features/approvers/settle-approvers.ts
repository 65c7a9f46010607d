import { isOwnerInDoubt } from '#features/accounts/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import type { Services } from '#platform/services.ts'
import type { ApproverRef } from './approver.ts'
import { isThereAt, ruleAt } from './approver-rules.ts'
import { deleteApprover, listToSettle, lockOwn, updateApprover } from './approvers-store.ts'
import { auditAndTell, BY_ITSELF } from './change-approvers.ts'
import { keepInDoubt } from './keep-in-doubt.ts'

type Settling = Pick<Services, 'clock' | 'db' | 'events' | 'live' | 'log'>

/** As many as a round takes; what is left is for the next one. */
const MOST = 500

const settle = (services: Settling, ref: ApproverRef): Promise<void> =>
  transaction(services.db, 'settle an approver', async (trx) => {
    const at = await databaseNow(trx, services.clock)
    const row = (await lockOwn(trx, ref.ownerId)).find(({ approverId }) => approverId === ref.approverId)
    if (!row) return
    if (await isOwnerInDoubt(trx, ref.ownerId)) return keepInDoubt(services, trx, row)
    if (!isThereAt(row, at)) {
      await deleteApprover(trx, ref)
      return auditAndTell(services, trx, BY_ITSELF, {
        ...ref,
        action: 'approver.removed',
        told: 'ended',
        security: 'approverRemoved',
      })
    }
    if (row.next === null || at < row.next.at) return
    await updateApprover(trx, { ...row, rule: ruleAt(row, at), next: null })
    await auditAndTell(services, trx, BY_ITSELF, { ...ref, action: 'approver.changed' })
  })

/** Writes down whose day is over, so that both sides are told. It holds from that moment on in any case, unless it is in doubt whose the account is. */
export const settleApprovers = async (services: Settling): Promise<void> => {
  const due = await listToSettle(services.db, await databaseNow(services.db, services.clock), MOST)
  const labelOf = ({ approverId }: ApproverRef) => approverId
  await eachApart(services.log, 'an approver could not be settled', due, labelOf, (ref) => settle(services, ref))
}
