/** Withdrawals that wait for their cut-off leave earlier, when an operator wants it. */
import { findPayout, type PaymentRef, takeDue } from '#features/payments/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { BANK } from './bank-rail.ts'
import { releaseWithdrawal } from './move-withdrawal.ts'

/** No cut-off is further ahead. */
const AHEAD_MS = 10 * 86_400_000
const MOST = 10_000

type Releasing = Pick<Services, 'clock' | 'db' | 'jobs' | 'ledger'>

/** Those of accounts that are open; the others wait for their owners. */
const releaseAll = async (
  services: Releasing,
  refs: readonly PaymentRef[],
  trailOf: (ref: string) => AuditEntry,
): Promise<PaymentRef[]> => {
  const released: PaymentRef[] = []
  for (const one of refs) {
    const payout = await findPayout(services.db, one)
    if (payout?.state !== 'held') continue
    const { accepted } = await releaseWithdrawal(services, payout, trailOf(one.ref))
    if (accepted) released.push({ ownerId: one.ownerId, ref: one.ref })
  }
  return released
}

/**
 * Lets every withdrawal to a bank go that waits for its cut-off: from now on its owner cannot call it back, and jobs send it at
 * once. Answers how many. May be repeated.
 */
export const releaseBatch = async (services: Releasing, trailOf: (ref: string) => AuditEntry): Promise<number> => {
  const { clock, db, jobs } = services
  const now = await databaseNow(db, clock)
  const waiting = await takeDue(db, {
    at: new Date(now.getTime() + AHEAD_MS),
    limit: MOST,
    flows: [{ rail: BANK.rail, kind: BANK.kind }],
    // Whatever becomes of it here, the sweep looks at it at its next turn.
    nextCheckAt: () => now,
  })
  const released = await releaseAll(services, waiting, trailOf)
  await transaction(db, 'send what was released', (trx) => jobs.add(trx, ...released.map(BANK.job)))
  return released.length
}
