/** Runs the jobs of the queue. Each is run at least once, with growing pauses after a failure; a stop lets the running ones end. */
import { Logger, parseCronItems, run, runOnce, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { createPool } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { JobRun, TaskHandler, TaskHandlers, TaskName } from './tasks.ts'

/** Minute, hour, day of the month, month, day of the week, as `crontab(5)` has them, in UTC. */
export type CronTime = `${string} ${string} ${string} ${string} ${string}`

export type WorkerOptions = {
  /** As the role that owns the queue; any other would silently find nothing to do. */
  jobsUrl: string
  handlers: TaskHandlers
  log: Log
  /** What is done again and again; each time once, however many processes run. */
  schedule?: readonly { task: TaskName; when: CronTime }[]
  /** Jobs that run at a time. */
  concurrency?: number
  /** Waited for when a job is ours and its work has not begun. */
  onClaim?: () => Promise<void>
  /** Told of every run. */
  onRun?: (task: TaskName, outcome: 'done' | 'failed', durationMs: number) => void
}

export type Worker = {
  isAlive: () => boolean
  /** Takes no more jobs and waits for the running ones; those that last longer are told to stop by their signal. */
  stop: () => Promise<void>
}

/** How long a running job may go on after a stop was asked for. */
const STOP_GRACE_MS = 5_000

const handlerOf = (options: WorkerOptions, task: TaskName, handler: TaskHandler<TaskName>): TaskList[string] => {
  const { log, onRun } = options
  return async (payload, { job, abortSignal }) => {
    const started = performance.now()
    const attempt = job.attempts
    const jobRun: JobRun = {
      jobId: job.id,
      attempt,
      isLastAttempt: attempt >= job.max_attempts,
      signal: abortSignal,
    }
    try {
      await options.onClaim?.()
      await handler(payload as never, jobRun)
      onRun?.(task, 'done', performance.now() - started)
    } catch (err) {
      onRun?.(task, 'failed', performance.now() - started)
      const fields = { err, task, jobId: job.id, attempt }
      if (jobRun.isLastAttempt) log.error(fields, 'a job failed for the last time')
      else log.warn(fields, 'a job failed and will be tried again')
      throw err
    }
  }
}

const settingsOf = (options: WorkerOptions, pgPool: Pool) => {
  const taskList: TaskList = {}
  for (const [task, handler] of Object.entries(options.handlers)) {
    if (handler) taskList[task] = handlerOf(options, task as TaskName, handler as TaskHandler<TaskName>)
  }
  return {
    pgPool,
    taskList,
    noHandleSignals: true,
    // The library speaks of every poll and every job; what matters of that is logged above.
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning')
        options.log.warn({ component: 'jobs', reason: message }, 'job queue')
    }),
  }
}

const poolOf = ({ jobsUrl, log }: WorkerOptions, max: number): Pool =>
  createPool({ url: jobsUrl, log, max, name: 'puente jobs', queryTimeoutMs: 35_000, plainTypes: true })

export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { concurrency = 4, schedule = [] } = options
  const pool = poolOf(options, concurrency + 2)
  const runner = await run({
    ...settingsOf(options, pool),
    concurrency,
    pollInterval: 1_000,
    gracefulShutdownAbortTimeout: STOP_GRACE_MS,
    parsedCronItems: parseCronItems(schedule.map(({ task, when }) => ({ task, match: when, identifier: task }))),
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  let isAlive = true
  const ended = runner.promise
    .catch((err: unknown) => options.log.error({ err, component: 'jobs' }, 'the worker ended'))
    .finally(() => {
      isAlive = false
    })
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    if (isAlive) await runner.stop()
    await ended
    await pool.end()
  }
  return { isAlive: () => isAlive, stop: () => (stopping ??= stop()) }
}

/** Runs every job that is due now, and those they bring, then returns; for tests and for catching up by hand. */
export const runDueJobs = async (options: WorkerOptions): Promise<void> => {
  const pool = poolOf(options, 4)
  try {
    await runOnce(settingsOf(options, pool))
  } finally {
    await pool.end()
  }
}
