/**
 * The outbox: a job is a row written in the transaction of what it follows from, so that both are kept or neither. What
 * runs it is the worker. The server's role may write here because it is a member of the role that owns the queue.
 */
import { createHash } from 'node:crypto'
import type { Statement, Write } from '@puente/ledger'
import type { Participant } from '../participant.ts'
import type { Trx } from '../db/database.ts'
import { writeIn } from '../db/statement.ts'
import type { Job } from './tasks.ts'

const MAX_ATTEMPTS = 25

const addAll: Statement = {
  name: 'jobs.add',
  text: `select count(*) from graphile_worker.add_jobs(array(
  select row(s.identifier, s.payload, s.queue_name, clock_timestamp() + s.delay_ms * interval '1 millisecond',
             s.max_attempts, s.job_key, null, null)::graphile_worker.job_spec
    from json_to_recordset($1::json) as s(identifier text, payload json, queue_name text, delay_ms bigint,
                                          max_attempts int, job_key text)))`,
}

/** What writes the jobs, all in one statement. */
export const jobWrites = (jobs: readonly Job[]): Write[] => {
  if (jobs.length === 0) return []
  const specs = jobs.map(({ task, payload, delayMs = 0, key, queue, maxAttempts = MAX_ATTEMPTS }) => ({
    identifier: task,
    payload,
    queue_name: queue ?? null,
    delay_ms: Math.max(0, Math.round(delayMs)),
    max_attempts: maxAttempts,
    job_key: key ?? null,
  }))
  return [{ statement: addAll, values: [JSON.stringify(specs)] }]
}

/**
 * The queue in which jobs about one object run one after another. There are sixteen for each name, shared by chance: the worker
 * looks at every queue that there is each time it takes a job, so there cannot be one for each object.
 */
export const queueOf = (name: string, objectId: string): string =>
  `${name}:${createHash('sha256').update(objectId).digest('hex').slice(0, 1)}`

/** For verbs: jobs that commit with their transaction. */
export type JobQueue = { add(trx: Trx, ...jobs: Job[]): Promise<void> }

export const jobQueue: JobQueue = { add: (trx, ...jobs) => writeIn(trx, jobWrites(jobs)) }

/** For the ledger: jobs that commit with a movement. Its need is the list of jobs. */
export const jobsParticipant: Participant<readonly Job[], null, readonly Job[]> = {
  name: 'jobs',
  phase: 'after',
  load: async () => null,
  decide: (_state, jobs) => ({ change: jobs }),
  apply: () => {},
  save: (_state, changes) => jobWrites(changes.flat()),
}
