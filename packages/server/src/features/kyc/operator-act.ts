import { type Account, recordAccess } from '#features/accounts/index.ts'
import { audit, type AuditEntry } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'

/** An operator's order, as its verb is given it: the transaction holds the lock on the person's row. */
export type OperatorAct = {
  services: Services
  trx: Trx
  account: Account
  operator: string
  /** Id of the order, which the owner's access log and the trail name. */
  orderId: string
}

/** What became of an order: done, or why nothing was changed. */
export type ActOutcome =
  | 'done'
  | 'nothingToReview'
  | 'notNow'
  | 'noAppeal'
  | 'documentMissing'
  | 'doubleIdentity'
  | 'seenOther'

type Details = NonNullable<AuditEntry['details']>

/** The line of the trail, and the one that the owner can read. */
export const noteAct = async (
  { services, trx, account, operator, orderId }: OperatorAct,
  action: AuditEntry['action'],
  details: Details = {},
): Promise<void> => {
  await audit(trx, {
    actor: { kind: 'operator', id: operator },
    action,
    object: { type: 'user', id: account.id },
    result: 'done',
    details: { order: orderId, ...details },
  })
  await recordAccess(trx, {
    ownerId: account.id,
    role: 'reviewer',
    what: 'identityDecision',
    why: 'identityCheck',
    reference: orderId,
    at: services.clock.now(),
  })
}
