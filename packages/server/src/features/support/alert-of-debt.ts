import { readMovements } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { listDisputes } from './disputes-store.ts'

/** What a person owes has changed, in cents; below zero the house owes them. */
export type DebtChange = { ownerId: string; owedCents: number }

/** The newest looked at. */
const LIMIT = 100

/**
 * What was paid on a debt that was none is given back automatically: where a dispute about that payment was credited, its owner gets the same money
 * twice, and operators decide.
 */
export const alertOfDebt = async ({ db, log }: Services, { ownerId, owedCents }: DebtChange): Promise<void> => {
  if (owedCents >= 0) return
  const disputes = await listDisputes(db, ownerId, { movementId: null, before: null, limit: LIMIT })
  const credited = disputes.filter(({ credit }) => credit?.state === 'given' || credit?.state === 'final')
  for (const { reference, details } of await readMovements(db, credited))
    if (details['debtStep'] === 'paid')
      log.error(
        { alert: true, component: 'disputes', label: reference },
        'a debt is given back, and a dispute has credited what was paid on it',
      )
}
