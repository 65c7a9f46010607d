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
import { PROOF_STEPS, type ProofStep, type StepFindings } from './prove-money.ts'
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

type Proving = Pick<Services, 'db' | 'log'> & { prove: (step: ProofStep) => Promise<StepFindings> }

/** A broken invariant stops all money. A changed row pages; the operator who looks at it decides whether to stop money. */
const proveAndTell = async ({ db, log, prove }: Proving, step: ProofStep): Promise<StepFindings> => {
  const first = await prove(step)
  const found = first.violations.length > 0 ? await prove(step) : first
  if (found.violations.length < first.violations.length)
    log.error(
      { alert: true, component: 'checker', violations: first.violations.length },
      'a proof found more than its repetition',
    )
  await freezeForViolations({ db, log }, found.violations, true)
  const [changed] = found.tampering
  if (changed) {
    const reason = `${changed.chain}: ${changed.kind} ${changed.name}`
    const fields = { alert: true, component: 'seal', reason, count: found.tampering.length }
    log.fatal(fields, 'what was sealed has been changed')
  }
  return found
}

/** The night's proof, step by step: what one finds is reported before the next begins, and one that fails does not stop the others. */
export const watchTasks = (services: Pick<Services, 'config' | 'db' | 'log'>): TaskHandlers => {
  const proving = { ...services, prove: proveOnThread(services) }
  return {
    'money.check': async (_payload, run) => {
      let entries = 0n
      const failures: unknown[] = []
      for (const step of PROOF_STEPS)
        try {
          for (let isOver = false; !isOver;) {
            if (run.signal?.aborted) return
            const found = await proveAndTell(proving, { step, entries })
            if (step === 'new') entries += found.entries
            isOver = found.isOver
          }
        } catch (err) {
          services.log.error(
            { err, alert: true, component: 'checker', task: step },
            'a step of the proof could not be taken',
          )
          failures.push(err)
        }
      if (failures.length > 0) throw new AggregateError(failures, 'steps of the proof could not be taken')
    },
  }
}
