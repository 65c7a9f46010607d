/**
 * Jobs of a process that was killed. The queue marks a running job with its process's workers, and on its own waits four hours
 * for a worker that never comes back: a code by mail has expired by then. So each process holds a lock of a session for its
 * workers, which ends with it, and what is marked with workers that no session stands for is free again within half a minute.
 */
import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { FREE_LEFT_BEHIND, STAND_FOR } from '../db/private/graphile-tables.ts'
import type { Log } from '../log.ts'

const LOOK_EVERY_MS = 5_000

type LeftBehind = {
  /** For the queue's library, which reports here the workers it creates. */
  events: WorkerEvents
  /** Stands for the workers of this process, and frees what dead ones left; if it fails, the next look retries. */
  look: () => Promise<void>
  stop: () => Promise<void>
}

export const watchLeftBehind = (pool: Pool, log: Log): LeftBehind => {
  const own = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  const stoodFor = new Set<string>()
  let session: PoolClient | null = null

  /** Another session has to stand for all of them. */
  const drop = (client: PoolClient): void => {
    if (session !== client) return
    session = null
    stoodFor.clear()
    client.release(true)
  }
  const open = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    session = client
    client.on('error', () => drop(client))
    return client
  }
  const lookOnce = async (): Promise<void> => {
    const client = session ?? (await open())
    try {
      const fresh = [...own].filter((id) => !stoodFor.has(id))
      await client.query(STAND_FOR, [fresh])
      for (const id of fresh) stoodFor.add(id)
      const { rows } = await client.query<{ id: string }>(FREE_LEFT_BEHIND, [[...own]])
      if (rows.length > 0)
        log.warn({ component: 'jobs', count: rows.length }, 'workers have died: their jobs are done again')
    } catch (error) {
      drop(client)
      throw error
    }
  }

  let isStopping = false
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
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
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
