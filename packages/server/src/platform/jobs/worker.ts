/**
 * Runs the jobs of the queue. Each is run at least once, with growing pauses after a failure; what meets a freeze of money
 * waits for its end and loses no try. A stop lets the running ones end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { MoneyFrozen } from '@puente/ledger'
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type JobHelpers,
  run,
  type Runner,
  runOnce,
  type TaskList,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { type Clock, systemClock } from '../clock.ts'
import { createPool } from '../db/pool.ts'
import { CATCH_UP, PUT_OFF } from '../db/private/graphile-tables.ts'
import type { Log } from '../log.ts'
import { watchLeftBehind } from './left-behind.ts'
import { patientPool } from './patient-pool.ts'
import type { JobRun, TaskHandler, TaskHandlers, TaskName } from './tasks.ts'

/** Minute, hour, day of the month, month, day of the week, as `crontab(5)` has them, in UTC. */
export type CronTime = `${string} ${string} ${string} ${string} ${string}`

/** Tasks that wait for the same outside party, and how many of them run at a time. */
export type Lane = { tasks: readonly TaskName[]; places: number }

export type WorkerOptions = {
  /** As the role that owns the queue; any other would silently find nothing to do. */
  jobsUrl: string
  handlers: TaskHandlers
  log: Log
  /** The time that jobs were ordered at is told by it; the queue itself knows the real time only. */
  clock?: Pick<Clock, 'offsetMs'>
  /** Former names of tasks: what still waits under one, or is ordered by a process of the release before, is run all the same. */
  formerNames?: Readonly<Record<string, TaskName>>
  /** What is done again and again; each time once, however many processes run. */
  schedule?: readonly { task: TaskName; when: CronTime }[]
  /** Jobs that run at a time, beside those with places of their own. */
  concurrency?: number
  /** Tasks that have places of their own, so that they keep no other waiting, however long they take, nor wait for any. */
  lanes?: readonly Lane[]
  /** The pause between two looks for jobs of processes that were killed. */
  lookEveryMs?: number
  /** Waited for when a job is ours and its work has not begun. */
  onClaim?: () => Promise<void>
  /** What runs the queue: the library, or in a test one that ends. */
  runner?: typeof run
  /** Told of every run. */
  onRun?: (task: TaskName, outcome: 'done' | 'failed' | 'waits', durationMs: number) => void
}

export type Worker = {
  isAlive: () => boolean
  /** Takes no more jobs and waits for the running ones; those that take longer are aborted through their signal. */
  stop: () => Promise<void>
}

/** How long a running job may go on after a stop was asked for. */
const STOP_GRACE_MS = 5_000

/**
 * The same job again after a pause, with all its tries: a freeze ends when operators have looked, not after so many attempts.
 * A process that ends between this and the end of the run leaves two, and jobs bear being run twice.
 */
const putOff = async (helpers: JobHelpers): Promise<void> => {
  await helpers.query(PUT_OFF, [helpers.job.id])
}

const handlerOf = (options: WorkerOptions, task: TaskName, handler: TaskHandler<TaskName>): TaskList[string] => {
  const { log, onRun, clock = systemClock } = options
  return async (payload, helpers) => {
    const { job, abortSignal } = helpers
    const started = performance.now()
    const attempt = job.attempts
    const jobRun: JobRun = {
      jobId: job.id,
      orderedAt: new Date(new Date(job.created_at).getTime() + clock.offsetMs()),
      attempt,
      isLastAttempt: attempt >= job.max_attempts,
      signal: abortSignal,
    }
    try {
      await options.onClaim?.()
      await handler(payload as never, jobRun)
      onRun?.(task, 'done', performance.now() - started)
    } catch (err) {
      if (err instanceof MoneyFrozen) {
        onRun?.(task, 'waits', performance.now() - started)
        return await putOff(helpers)
      }
      onRun?.(task, 'failed', performance.now() - started)
      const fields = { err, task, jobId: job.id, attempt }
      if (jobRun.isLastAttempt) log.error(fields, 'a job failed for the last time')
      else log.warn(fields, 'a job failed and will be tried again')
      throw err
    }
  }
}

const settingsOf = (options: WorkerOptions, pgPool: Pool, isOurs: (task: TaskName) => boolean = () => true) => {
  const taskList: TaskList = {}
  for (const [task, handler] of Object.entries(options.handlers)) {
    if (handler && isOurs(task as TaskName))
      taskList[task] = handlerOf(options, task as TaskName, handler as TaskHandler<TaskName>)
  }
  for (const [former, task] of Object.entries(options.formerNames ?? {})) {
    const run = taskList[task]
    if (run) taskList[former] = run
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

/** Steps of the clock up to this are left to themselves: the timetable is late by as much. */
const SET_BACK_MS = 60_000
const WATCH_EVERY_MS = 10_000
/** The pause between two tries to start again. */
const RELAUNCH_MS = 1_000

/**
 * What was due by a clock that was ahead, and has been set right since, is due now: without this nothing would be done again
 * by the timetable, and no waiting job run, until the right time has caught up with the wrong one.
 */
const catchUp = async (pool: Pool): Promise<void> => {
  for (const statement of CATCH_UP) await pool.query(statement)
}

/** Tells whether the wall clock was set back since it was asked last; durations are not touched by that. */
const stepsBack = () => {
  const standing = (): number => Date.now() - performance.now()
  let before = standing()
  return (): boolean => {
    const isBack = standing() < before - SET_BACK_MS
    before = standing()
    return isBack
  }
}

/** Several runners as one: when one of them ends or is stopped, so are all. */
const together = (runners: readonly Runner[]): Pick<Runner, 'stop' | 'promise'> => {
  const stop = async (): Promise<void> => void (await Promise.allSettled(runners.map((runner) => runner.stop())))
  const untilEnd = async (): Promise<void> => {
    try {
      await Promise.race(runners.map(({ promise }) => promise))
    } finally {
      await stop()
    }
  }
  return { stop, promise: untilEnd() }
}

const poolOf = ({ jobsUrl, log }: Pick<WorkerOptions, 'jobsUrl' | 'log'>, max: number): Pool =>
  patientPool(createPool({ url: jobsUrl, log, max, name: 'puente jobs', queryTimeoutMs: 35_000, plainTypes: true }))

export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { concurrency = 4, lanes = [], schedule = [] } = options
  // Each runner keeps a connection to listen for new jobs, and one stands for the workers; the rest is for taking jobs and putting them back.
  const pool = poolOf(options, concurrency + 3 + lanes.length)
  const leftBehind = watchLeftBehind(pool, options.log, { everyMs: options.lookEveryMs })
  const ownLane = new Set(lanes.flatMap(({ tasks }) => tasks))
  // After a clock was set forward the timetable catches up minute by minute: what waits already is not asked for again.
  const timetable = () =>
    parseCronItems(
      schedule.map(({ task, when }) => ({
        task,
        match: when,
        identifier: task,
        options: { jobKey: `timetable:${task}` },
      })),
    )
  const start = (isOurs: (task: TaskName) => boolean, places: number, parsedCronItems: ParsedCronItem[]) =>
    (options.runner ?? run)({
      ...settingsOf(options, pool, isOurs),
      concurrency: places,
      pollInterval: 1_000,
      gracefulShutdownAbortTimeout: STOP_GRACE_MS,
      parsedCronItems,
      events: leftBehind.events,
    })
  const launch = async () => {
    await catchUp(pool)
    const runners = [await start((task) => !ownLane.has(task), concurrency, timetable())]
    try {
      for (const { tasks, places } of lanes) runners.push(await start((task) => tasks.includes(task), places, []))
    } catch (error) {
      await together(runners).stop()
      throw error
    }
    return together(runners)
  }
  let runner = await launch().catch(async (error: unknown) => {
    await leftBehind.stop()
    await pool.end()
    throw error
  })
  let isAlive = true
  let isStopping = false
  const stopped = new AbortController()
  const isSetBack = stepsBack()
  const pause = () => sleep(RELAUNCH_MS, undefined, { signal: stopped.signal }).catch(() => {})
  /** Tries until it succeeds: the database may be away. Null if it is stopped meanwhile. */
  const relaunch = async () => {
    for (;;) {
      try {
        const next = await launch()
        isAlive = true
        return next
      } catch (err) {
        isAlive = false
        options.log.warn({ err, component: 'jobs' }, 'the worker cannot start yet')
      }
      await pause()
      if (isStopping) return null
    }
  }
  /** Runs until it is stopped; restarts when the clock was set back, or when it ended on its own. */
  const ended = (async () => {
    try {
      for (;;) {
        // Stopped during the restart.
        if (isStopping) return await runner.stop()
        const giveUp = new AbortController()
        const watch = setInterval(() => {
          if (isSetBack()) giveUp.abort()
        }, WATCH_EVERY_MS).unref()
        giveUp.signal.addEventListener('abort', () => void runner.stop().catch(() => {}))
        try {
          await runner.promise
        } catch (err) {
          options.log.error({ err, component: 'jobs' }, 'the worker ended')
        } finally {
          clearInterval(watch)
        }
        if (isStopping) return
        if (giveUp.signal.aborted) {
          options.log.warn({ component: 'jobs' }, 'the clock was set back: the worker restarts')
        } else {
          isAlive = false
          await pause()
        }
        const next = await relaunch()
        if (!next) return
        runner = next
      }
    } finally {
      isAlive = false
    }
  })()
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    isStopping = true
    stopped.abort()
    await runner.stop().catch(() => {})
    await ended
    await leftBehind.stop()
    await pool.end()
  }
  await leftBehind.look()
  return { isAlive: () => isAlive, stop: () => (stopping ??= stop()) }
}

export type DueJobs = { run: (handlers: TaskHandlers) => Promise<void>; end: () => Promise<void> }

/** Runs every job that is due, and those they bring, as often as it is asked; over connections that are kept until its end. */
export const keepDueJobs = (options: Pick<WorkerOptions, 'jobsUrl' | 'log'>): DueJobs => {
  const pool = poolOf(options, 4)
  return {
    run: async (handlers) => runOnce(settingsOf({ ...options, handlers }, pool)),
    end: () => pool.end(),
  }
}

/** Runs every job that is due now, and those they bring, then returns; for tests and for catching up by hand. */
export const runDueJobs = async ({ handlers, ...options }: WorkerOptions): Promise<void> => {
  const jobs = keepDueJobs(options)
  try {
    await jobs.run(handlers)
  } finally {
    await jobs.end()
  }
}
