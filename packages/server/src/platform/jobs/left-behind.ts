/**
 * Jobs of a process that was killed. The queue marks a running job with its process's workers, and on its own waits four hours
 * for a worker that never comes back: a code by mail has expired by then. So each process holds a lock of a session for its
 * workers, which ends with it, and what is marked with workers that no session stands for is free again within half a minute.
 *
 * When the database restarts, the sessions of the living end as well. Each process then takes its locks again at once, and none
 * frees a job whose worker it has not found without a session for nearly two looks, from one session of its own.
 */
import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { FIND_LEFT_BEHIND, FREE_LEFT_BEHIND, STAND_FOR } from '../db/private/graphile-tables.ts'
import type { Log } from '../log.ts'

const LOOK_EVERY_MS = 5_000
/** How many pauses between two looks a worker is suspected for: every living process has looked again by then. */
const PAUSES_SUSPECTED = 1.8

type LeftBehind = {
  /** For the queue's library, which reports here the workers it creates. */
  events: WorkerEvents
  /** Stands for the workers of this process, and frees what dead ones left; if it fails, the next look retries. */
  look: () => Promise<void>
  stop: () => Promise<void>
}

type Pace = {
  everyMs?: number
  /** In milliseconds, never going back. */
  now?: () => number
}

export const watchLeftBehind = (
  pool: Pool,
  log: Log,
  { everyMs = LOOK_EVERY_MS, now = () => performance.now() }: Pace = {},
): LeftBehind => {
  const own = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  const stoodFor = new Set<string>()
  /** Workers that this session found without one, by when it first did. */
  const suspects = new Map<string, number>()
  let session: PoolClient | null = null
  let isStopping = false

  /** Another session has to stand for all of them. */
  const drop = (client: PoolClient): void => {
    if (session !== client) return
    session = null
    stoodFor.clear()
    suspects.clear()
    client.release(true)
  }
  const open = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    session = client
    client.on('error', () => {
      drop(client)
      void look()
    })
    return client
  }
  /** Those found by every look of this session for a while. */
  const longSuspected = (found: readonly string[]): string[] => {
    for (const id of suspects.keys()) if (!found.includes(id)) suspects.delete(id)
    for (const id of found) if (!suspects.has(id)) suspects.set(id, now())
    return found.filter((id) => now() - (suspects.get(id) ?? now()) >= PAUSES_SUSPECTED * everyMs)
  }
  const lookOnce = async (): Promise<void> => {
    const client = session ?? (await open())
    try {
      const fresh = [...own].filter((id) => !stoodFor.has(id))
      await client.query(STAND_FOR, [fresh])
      for (const id of fresh) stoodFor.add(id)
      const found = await client.query<{ id: string }>(FIND_LEFT_BEHIND, [[...own]])
      const dead = longSuspected(found.rows.map(({ id }) => id))
      if (dead.length === 0) return
      const { rows } = await client.query<{ id: string }>(FREE_LEFT_BEHIND, [dead])
      if (rows.length > 0)
        log.warn({ component: 'jobs', count: rows.length }, 'workers have died: their jobs are done again')
    } catch (error) {
      drop(client)
      throw error
    }
  }

  let looking: Promise<void> = Promise.resolve()
  const look = (): Promise<void> =>
    (looking = looking.then(async () => {
      if (isStopping) return
      await lookOnce().catch((err: unknown) =>
        log.warn({ err, component: 'jobs' }, 'workers that have died could not be looked for'),
      )
    }))
  events.on('pool:create', ({ workerPool }) => {
    own.add(workerPool.id)
    void look()
  })
  const timer = setInterval(() => void look(), everyMs).unref()
  return {
    events,
    look,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await looking
      if (session) drop(session)
    },
  }
}
