/**
 * The names of all background tasks, `noun.verb`, with their payloads. A slice adds its own beside its handler:
 * `declare module '#platform/jobs/tasks.ts' { interface Tasks { 'mail.send': { mailId: string } } }`. Payloads hold ids,
 * never secrets: they are rows of the database.
 * @public
 */
export interface Tasks {}

export type TaskName = keyof Tasks

/** One thing to be done later, at least once: handlers must bear being run again. */
export type JobOf<K extends TaskName> = {
  task: K
  payload: Tasks[K]
  /** Waits at least this long; relative, since the queue lives by the database's own clock. */
  delayMs?: number
  /** A waiting job of the same key is replaced rather than doubled. */
  key?: string
  /** Jobs of one queue run one after another. */
  queue?: string
  maxAttempts?: number
}
export type Job = { [K in TaskName]: JobOf<K> }[TaskName]

/** What a handler knows of the run besides its payload. */
export type JobRun = {
  /** Stays the same however often it is tried, as does `orderedAt`. */
  jobId: string
  orderedAt: Date
  attempt: number
  isLastAttempt: boolean
  signal: AbortSignal | undefined
}

export type TaskHandler<K extends TaskName> = (payload: Tasks[K], run: JobRun) => Promise<void>
export type TaskHandlers = { [K in TaskName]?: TaskHandler<K> }
