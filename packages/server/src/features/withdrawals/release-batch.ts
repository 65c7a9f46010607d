/** Withdrawals that wait for their cut-off leave earlier, when an operator wants it. */
import { findPayout, type PaymentRef, takeDue } from '#features/payments/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import type { Services } from '#platform/services.ts'
import { BANK } from './bank-rail.ts'
import { releaseWithdrawal } from './move-withdrawal.ts'

/** No cut-off is further ahead. */
const AHEAD_MS = 10 * 86_400_000
const MOST = 10_000

type Releasing = Pick<Services, 'clock' | 'db' | 'jobs' | 'ledger' | 'log'>

/** Those of accounts that are open; the others wait for their owners, and one that fails waits for its cut-off. */
const releaseAll = async (
  services: Releasing,
  refs: readonly PaymentRef[],
  trailOf: (ref: string) => AuditEntry,
): Promise<PaymentRef[]> => {
  const released: PaymentRef[] = []
  const release = async ({ ownerId, ref }: PaymentRef): Promise<void> => {
    const payout = await findPayout(services.db, { ownerId, ref })
    if (payout?.state !== 'held') return
    const { accepted } = await releaseWithdrawal(services, payout, trailOf(ref))
    if (accepted) released.push({ ownerId, ref })
  }
  await eachApart(services.log, 'a withdrawal was not let go early', refs, ({ ref }) => ref, release)
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
