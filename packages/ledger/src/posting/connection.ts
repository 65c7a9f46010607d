/**
 * The connection that a poster keeps for its batches. It is made like those of the pool, but its planner settings suit
 * index lookups and nothing else. After a failure it is rolled back before it is used again, or dropped when it cannot be.
 */
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { CommitNotReplicated } from '../errors.ts'
import { sqlStateOf } from '../pg/failure.ts'
import { isAboutStandby } from '../pg/transaction.ts'
import { distributedEngine, singleNodeEngine } from './engine.ts'
import type { Engine } from './engine.ts'

export type BatchConnection = {
  client: PoolClient
  isLost: boolean
  warning: string | null
  engine: Engine
  /** Of the server it leads to: each promotion of a standby begins a new one. Null of a server that is a standby. */
  timeline: string | null
}

// A plan made while a table was small would stay a sequential scan when it has grown. Citus finds the machine of a statement
// by its values, and so needs plans for them. Up to PostgreSQL 17 a scan that is switched off and happens all the same, of a table with one
// row, has a cost for which every run of its statement is compiled.
const settings = `select found as distributed,
    case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
    set_config('plan_cache_mode', case when found then 'auto' else 'force_generic_plan' end, false),
    set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
    set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false)
  from (select exists (select from pg_extension where extname = 'citus') as found) as citus`

/** Whether the tables are spread over several machines; `undefined` until the first connection has asked. */
export type Topology = { isDistributed: boolean | undefined }

/**
 * Opens the connection when it is first needed and keeps it until it fails or the ledger closes.
 * @param topology shared by all connections of a ledger: the first one fills in what the options leave open
 */
export const createConnectionManager = (like: Pool, topology: Topology) => {
  // The password is not enumerable in a pool's options. Two, so that a dropped connection may still be ending.
  const pool = new Pool({ ...like.options, password: like.options.password, min: 0, max: 2 })
  pool.on('error', () => {})
  let connection: BatchConnection | null = null

  const drop = () => {
    connection?.client.release(true)
    connection = null
  }

  const open = async (): Promise<BatchConnection> => {
    const client = await pool.connect()
    const opened: BatchConnection = {
      client,
      isLost: false,
      warning: null,
      engine: singleNodeEngine,
      timeline: null,
    }
    // Without a listener, a client that loses its server would end the process.
    client.on('error', () => {
      opened.isLost = true
    })
    client.on('notice', (notice) => {
      if (isAboutStandby(notice)) opened.warning = notice.message ?? 'warning at commit'
    })
    try {
      const { rows } = await client.query<{ distributed: boolean; timeline: string | null }>(settings)
      topology.isDistributed ??= rows[0]?.distributed ?? false
      opened.timeline = rows[0]?.timeline ?? null
      if (topology.isDistributed) opened.engine = distributedEngine
    } catch (error) {
      client.release(true)
      throw error
    }
    return opened
  }

  return {
    /** The open connection, or a new one. */
    acquire: async (): Promise<BatchConnection> => {
      if (connection?.isLost) drop()
      connection ??= await open()
      return connection
    },
    /** Makes the connection usable for another batch after `error`, or drops it. */
    recover: async (error: unknown): Promise<void> => {
      if (!connection) return
      if (connection.isLost || error instanceof CommitNotReplicated || mayBeBusy(error)) return drop()
      try {
        await connection.client.query('rollback')
      } catch {
        drop()
      }
    },
    close: async (): Promise<void> => {
      drop()
      await pool.end()
    },
  }
}

/** Unless the error is the server's or our own, a statement may still be running on the connection. */
const mayBeBusy = (error: unknown) => {
  const state = sqlStateOf(error)
  return state === null
    ? !(error instanceof Error && error.name !== 'Error')
    : /^(08|57P|25P0[34]|25006|0A|26)/.test(state)
}

export type ConnectionManager = ReturnType<typeof createConnectionManager>
