import { askThread } from '#platform/ask-thread.ts'
import type { Services } from '#platform/services.ts'
import type { Findings } from './prove-money.ts'

/** What the thread is made of. */
export type ProofThreadData = {
  url: string
  logLevel: Services['config']['logLevel']
  stateDir: string
  production: boolean
}

/** The night's proof on a thread of its own, one at a time; started on first use. */
export const proveOnThread = ({ config }: Pick<Services, 'config'>): (() => Promise<Findings>) => {
  const workerData: ProofThreadData = {
    url: config.database.appUrl,
    logLevel: config.logLevel,
    stateDir: config.stateDir,
    production: config.production,
  }
  const ask = askThread<null, Findings>(new URL('proof-thread.ts', import.meta.url), { waiting: 1, workerData })
  return () => ask(null)
}
