/**
 * What runs all the time beside the jobs: the checker and the sealer, in every process that works, on a thread of their own.
 * Under overload each of their many small steps would wait behind hundreds of calls, and the calls behind their hashing.
 */
import { periodicTasksOnThread } from '#platform/integrity/periodic-tasks-on-thread.ts'
import type { PeriodicTasks } from '#platform/integrity/periodic-tasks.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Services } from '#platform/services.ts'

/** What the thread is made of. */
export type ThreadData = {
  url: string
  logLevel: Services['config']['logLevel']
  failpoints: Services['config']['failpoints']
}

/** A figure and its values, as `Metrics` takes them. */
export type Message =
  | ['checked', ...Parameters<Metrics['checked']>]
  | ['sealed', ...Parameters<Metrics['sealed']>]
  | ['behind', ...Parameters<Metrics['behind']>]

const keep = (metrics: Metrics, message: Message): void => {
  if (message[0] === 'checked') metrics.checked(message[1])
  else if (message[0] === 'sealed') metrics.sealed(message[1], message[2])
  else metrics.behind(message[1])
}

export const startIntegrity = ({
  config,
  log,
  metrics,
}: Pick<Services, 'config' | 'log' | 'metrics'>): PeriodicTasks => {
  const workerData: ThreadData = {
    url: config.database.appUrl,
    logLevel: config.logLevel,
    failpoints: config.failpoints,
  }
  return periodicTasksOnThread<Message>(new URL('integrity-thread.ts', import.meta.url), {
    workerData,
    onMessage: (message) => keep(metrics, message),
    log,
  })
}
