/**
 * A connection for lookups: statements of all kinds that are requested at the same time form one pipeline, and those that
 * come while it runs are sent when it is back. A round trip and a pooled connection for each statement would cost more than
 * finding a few rows by key. All of them only read, so one that fails is repeated alone, and its own caller gets the error.
 */
import { type QueryRunner, inOnePipeline } from '@puente/ledger'
import pg from 'pg'
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** A pipeline that takes longer is held up, and the next one uses the second connection. */
const HELD_UP_AFTER_MS = 50
const CONNECTIONS = 2

type Waiting = { config: QueryConfig; resolve: (result: QueryResult) => void; reject: (error: unknown) => void }
type Slot = { client: PoolClient | null; since: number | null }

/** Connections are made with the pool's settings when they are first needed. */
export const createLookups = (like: Pool): QueryRunner & { close: () => Promise<void> } => {
  // The password is not enumerable in a pool's options.
  const pool = new pg.Pool({ ...like.options, password: like.options.password, min: 0, max: CONNECTIONS })
  pool.on('error', () => {})
  const slots: Slot[] = Array.from({ length: CONNECTIONS }, () => ({ client: null, since: null }))
  let waiting: Waiting[] = []
  let isScheduled = false
  let retry: NodeJS.Timeout | undefined

  const open = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    // Callers get the rejection; without a listener, a lost server would end the process.
    client.on('error', () => {})
    return client
  }

  /** Without its name: the prepared statement may be what fails, when a migration has changed its result. */
  const alone = ({ config, resolve, reject }: Waiting): Promise<void> =>
    like.query({ ...config, name: undefined }).then(resolve, reject)

  const send = async (slot: Slot, round: Waiting[]): Promise<void> => {
    try {
      const client = (slot.client ??= await open())
      const results = inOnePipeline(client, (pipeline) => round.map(({ config }) => pipeline.query(config)))
      const ended = await Promise.allSettled(results)
      const failed = round.filter((one, n) => {
        const result = ended[n]
        if (result?.status === 'fulfilled') one.resolve(result.value)
        return result?.status !== 'fulfilled'
      })
      if (failed.length === 0) return
      client.release(true)
      slot.client = null
      await Promise.all(failed.map(alone))
    } catch {
      await Promise.all(round.map(alone))
    }
  }

  const free = (): Slot | undefined => {
    const now = performance.now()
    const isHeldUp = slots.every(({ since }) => since === null || now - since > HELD_UP_AFTER_MS)
    const isIdle = slots.every(({ since }) => since === null)
    return isIdle || isHeldUp ? slots.find(({ since }) => since === null) : undefined
  }

  const go = (): void => {
    isScheduled = false
    if (waiting.length === 0) return
    const slot = free()
    if (!slot) {
      // Usually the running pipeline is back long before.
      retry ??= setTimeout(() => {
        retry = undefined
        go()
      }, HELD_UP_AFTER_MS)
      return
    }
    const round = waiting
    waiting = []
    slot.since = performance.now()
    void send(slot, round).finally(() => {
      slot.since = null
      go()
    })
  }

  return {
    query: <Row extends QueryResultRow>(config: QueryConfig) =>
      new Promise<QueryResult<Row>>((resolve, reject) => {
        waiting.push({ config, resolve: resolve as Waiting['resolve'], reject })
        if (isScheduled) return
        isScheduled = true
        // Statements of one turn of the event loop form one pipeline.
        queueMicrotask(go)
      }),
    close: async () => {
      clearTimeout(retry)
      for (const slot of slots) slot.client?.release(true)
      await pool.end()
    },
  }
}
