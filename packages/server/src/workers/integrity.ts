/**
 * What runs all the time beside the jobs: the checker and the sealer, in every process that works, on a thread of their own.
 * Under overload each of their many small steps would wait behind hundreds of calls, and the calls behind their hashing.
 */
import { roundsOnThread } from '#platform/integrity/rounds-on-thread.ts'
import type { Rounds } from '#platform/integrity/rounds.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Services } from '#platform/services.ts'

/** What the thread is made of. */
export type Given = {
  url: string
  logLevel: Services['config']['logLevel']
  failpoints: Services['config']['failpoints']
}

/** A figure and its values, as `Metrics` takes them. */
export type Told = ['checked', ...Parameters<Metrics['checked']>] | ['sealed', ...Parameters<Metrics['sealed']>]

export const startIntegrity = ({ config, log, metrics }: Pick<Services, 'config' | 'log' | 'metrics'>): Rounds => {
  const given: Given = { url: config.database.appUrl, logLevel: config.logLevel, failpoints: config.failpoints }
  return roundsOnThread<Told>(new URL('integrity-thread.ts', import.meta.url), {
    given,
    hear: (told) => (told[0] === 'checked' ? metrics.checked(told[1]) : metrics.sealed(told[1], told[2])),
    log,
  })
}
