import { readMovements } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { auditOfDispute, changeDispute } from './change-dispute.ts'
import type { DisputeRef } from './dispute.ts'
import { isOpenDispute } from './dispute-rules.ts'
import { listDisputes, lockDispute } from './disputes-store.ts'

/** What a person owes has changed, in cents; below zero the house owes them. */
export type DebtChange = { ownerId: string; owedCents: number }

/** The newest looked at. */
const LIMIT = 100

/**
 * What was paid on a debt that was none is given back automatically: where a dispute about that payment was credited, its owner gets the same money
 * twice, and operators decide. One that is not credited gets a new version, so that a credit decided before this is decided again, and refused.
 */
export const alertOfDebt = async (services: Services, { ownerId, owedCents }: DebtChange): Promise<void> => {
  if (owedCents >= 0) return
  const { clock, db, log } = services
  const look = ({ disputeId }: DisputeRef, reference: string) =>
    transaction(db, 'look at a dispute about a debt', async (trx) => {
      const dispute = await lockDispute(trx, { ownerId, disputeId })
      if (dispute?.credit?.state === 'given' || dispute?.credit?.state === 'final')
        return log.error(
          { alert: true, component: 'disputes', label: reference },
          'a debt is given back, and a dispute has credited what was paid on it',
        )
      if (!dispute || !isOpenDispute(dispute.state)) return undefined
      const at = await databaseNow(trx, clock)
      return void (await changeDispute(services, trx, dispute, {
        at,
        trail: auditOfDispute(dispute, 'dispute.came-back'),
      }))
    })
  const disputes = await listDisputes(db, ownerId, { movementId: null, before: null, limit: LIMIT })
  for (const { movementId, reference, details } of await readMovements(db, disputes))
    for (const dispute of details['debtStep'] === 'paid' ? disputes : [])
      // oxlint-disable-next-line no-await-in-loop
      if (dispute.movementId === movementId) await look(dispute, reference)
}
