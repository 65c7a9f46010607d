/**
 * Checks the money as long as the product runs: small passes all the time, a proof from the last checkpoint once a night. A
 * violation must be found twice before it freezes all money.
 */
import type { CheckPass } from '@puente/ledger'
import { graceMsOf } from '#platform/integrity/grace-store.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Services } from '#platform/services.ts'
import { freezeForViolations } from './freeze-money.ts'
import { findFreeze } from './freeze-store.ts'
import { proveOnThread } from './prove-on-thread.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'money.check': Record<string, never>
  }
}

type Watching = Pick<Services, 'db' | 'ledger' | 'log'> & { metrics: Pick<Metrics, 'checked'> }

/** The most passes that one turn makes when many batches are waiting. */
const PASSES_PER_TURN = 20

const runPasses = async ({ db, ledger }: Watching): Promise<CheckPass | null> => {
  const graceMs = await graceMsOf(db)
  let pass = await ledger.checkChanges({ graceMs })
  for (let passes = 1; pass?.isBehind && pass.violations.length === 0 && passes < PASSES_PER_TURN; passes += 1)
    pass = await ledger.checkChanges({ graceMs })
  // A pass that finds a violation does not advance: the next one finds it again, or it was none.
  return pass && pass.violations.length > 0 ? ledger.checkChanges({ graceMs }) : pass
}

/** One turn: checks what is new and some of what is old. A broken invariant freezes all money and pages an operator. */
export const watchMoney = async (services: Watching): Promise<void> => {
  const { db, ledger, metrics } = services
  const before = await ledger.checkProgress()
  const pass = await runPasses(services)
  if (pass) await freezeForViolations(services, pass.violations, before.violations.length === 0)
  const { entries, lagMs, violations, checkedAt } = await ledger.checkProgress()
  const isFrozen = (await findFreeze(db)) !== null
  metrics.checked({ entries, lagMs, violations: violations.length, isFrozen, at: checkedAt })
}

/** A broken invariant stops all money. A changed row pages; the operator who looks at it decides whether to stop money. */
export const watchTasks = (services: Pick<Services, 'config' | 'db' | 'log'>): TaskHandlers => {
  const prove = proveOnThread(services)
  return {
    'money.check': async () => {
      const { violations, tampering } = await prove()
      const confirmed = violations.length > 0 ? (await prove()).violations : []
      if (confirmed.length < violations.length)
        services.log.error(
          { alert: true, component: 'checker', violations: violations.length },
          'a proof found more than its repetition',
        )
      await freezeForViolations(services, confirmed, true)
      const [first] = tampering
      if (!first) return
      const reason = `${first.chain}: ${first.kind} ${first.name}`
      const fields = { alert: true, component: 'seal', reason, count: tampering.length }
      services.log.fatal(fields, 'what was sealed has been changed')
    },
  }
}
