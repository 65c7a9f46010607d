import { askThread } from '#platform/ask-thread.ts'
import type { Services } from '#platform/services.ts'
import type { ProofStep, StepFindings } from './prove-money.ts'

/** What the thread is made of. */
export type ProofThreadData = {
  url: string
  logLevel: Services['config']['logLevel']
  stateDir: string
  production: boolean
}

/** The steps of the night's proof on a thread of its own, one at a time; started on first use. */
export const proveOnThread = ({ config }: Pick<Services, 'config'>): ((step: ProofStep) => Promise<StepFindings>) => {
  const workerData: ProofThreadData = {
    url: config.database.appUrl,
    logLevel: config.logLevel,
    stateDir: config.stateDir,
    production: config.production,
  }
  return askThread<ProofStep, StepFindings>(new URL('proof-thread.ts', import.meta.url), { waiting: 1, workerData })
}
