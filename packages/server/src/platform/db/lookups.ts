/**
 * A way of its own for look-ups: what is asked at a time, of whatever kind, travels together on one kept connection, and
 * what is asked while that is under way goes as soon as it is back. A round trip and a place in the pool for each
 * statement cost more than finding a few rows by their keys. Nothing here changes anything, so what fails in company is
 * asked again alone, and whatever is wrong with it is told to its own caller.
 */
import { type QueryRunner, inOnePipeline } from '@puente/ledger'
import pg from 'pg'
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** How long one round may take before others go on a second connection: something holds it up. */
const PATIENCE_MS = 50
const CONNECTIONS = 2

type Waiting = { config: QueryConfig; resolve: (result: QueryResult) => void; reject: (error: unknown) => void }
type Way = { client: PoolClient | null; since: number | null }

/** Connections are made like those of the pool, when they are first needed. */
export const createLookups = (like: Pool): QueryRunner & { close: () => Promise<void> } => {
  // The password is not enumerable in a pool's options.
  const pool = new pg.Pool({ ...like.options, password: like.options.password, min: 0, max: CONNECTIONS })
  pool.on('error', () => {})
  const ways: Way[] = Array.from({ length: CONNECTIONS }, () => ({ client: null, since: null }))
  let waiting: Waiting[] = []
  let isGoing = false
  let later: NodeJS.Timeout | undefined

  const open = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    // Whoever waits is told by the rejection; without a listener a lost server would end the process.
    client.on('error', () => {})
    return client
  }

  /** Without its name, which may be what is wrong with it: a migration has changed what it answers. */
  const alone = ({ config, resolve, reject }: Waiting): Promise<void> =>
    like.query({ ...config, name: undefined }).then(resolve, reject)

  const ask = async (way: Way, round: Waiting[]): Promise<void> => {
    try {
      const client = (way.client ??= await open())
      const results = inOnePipeline(client, (pipeline) => round.map(({ config }) => pipeline.query(config)))
      const ended = await Promise.allSettled(results)
      const failed = round.filter((one, n) => {
        const result = ended[n]
        if (result?.status === 'fulfilled') one.resolve(result.value)
        return result?.status !== 'fulfilled'
      })
      if (failed.length === 0) return
      client.release(true)
      way.client = null
      await Promise.all(failed.map(alone))
    } catch {
      await Promise.all(round.map(alone))
    }
  }

  const free = (): Way | undefined => {
    const now = performance.now()
    const isHeldUp = ways.every(({ since }) => since === null || now - since > PATIENCE_MS)
    const isIdle = ways.every(({ since }) => since === null)
    return isIdle || isHeldUp ? ways.find(({ since }) => since === null) : undefined
  }

  const go = (): void => {
    isGoing = false
    if (waiting.length === 0) return
    const way = free()
    if (!way) {
      // As a rule the round under way is back long before.
      later ??= setTimeout(() => {
        later = undefined
        go()
      }, PATIENCE_MS)
      return
    }
    const round = waiting
    waiting = []
    way.since = performance.now()
    void ask(way, round).finally(() => {
      way.since = null
      go()
    })
  }

  return {
    query: <Row extends QueryResultRow>(config: QueryConfig) =>
      new Promise<QueryResult<Row>>((resolve, reject) => {
        waiting.push({ config, resolve: resolve as Waiting['resolve'], reject })
        if (isGoing) return
        isGoing = true
        // What is asked in the same turn goes together.
        queueMicrotask(go)
      }),
    close: async () => {
      clearTimeout(later)
      for (const way of ways) way.client?.release(true)
      await pool.end()
    },
  }
}
