/**
 * Watches over the money as long as the product runs: small looks all the time, a full check once a night. What they find
 * is looked at a second time before it stops everybody's money.
 */
import type { CheckPass } from '@puente/ledger'
import { graceMsOf } from '#platform/integrity/grace-store.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Services } from '#platform/services.ts'
import { checkAll } from './check-all.ts'
import { freezeForViolations } from './freeze-money.ts'
import { findFreeze } from './freeze-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'money.check': Record<string, never>
  }
}

type Watching = Pick<Services, 'db' | 'ledger' | 'log'> & { metrics: Pick<Metrics, 'checked'> }

/** Looks that one turn takes at most when many batches wait. */
const LOOKS_PER_TURN = 20

const lookOn = async ({ db, ledger }: Watching): Promise<CheckPass | null> => {
  const graceMs = await graceMsOf(db)
  let look = await ledger.checkChanges({ graceMs })
  for (let looks = 1; look?.isBehind && look.violations.length === 0 && looks < LOOKS_PER_TURN; looks += 1)
    look = await ledger.checkChanges({ graceMs })
  // A look that found something stays where it is: the second one sees the same, or it was nothing.
  return look && look.violations.length > 0 ? ledger.checkChanges({ graceMs }) : look
}

/** One turn: judges what is new and a stretch of what is old. A broken invariant freezes all money and pages. */
export const watchMoney = async (services: Watching): Promise<void> => {
  const { db, ledger, metrics } = services
  const before = await ledger.checkProgress()
  const look = await lookOn(services)
  if (look) await freezeForViolations(services, look.violations, before.violations.length === 0)
  const { entries, lagMs, violations, checkedAt } = await ledger.checkProgress()
  const isFrozen = (await findFreeze(db)) !== null
  metrics.checked({ entries, lagMs, violations: violations.length, isFrozen, at: checkedAt })
}

export const watchTasks = (services: Watching): TaskHandlers => ({
  'money.check': async () => {
    const { pool } = services.db
    const report = await checkAll(pool)
    if (!report.ok) await freezeForViolations(services, (await checkAll(pool)).violations, true)
  },
})
