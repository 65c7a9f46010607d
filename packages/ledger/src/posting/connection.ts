/**
 * The lane's own connection. It is made like the pool's and is kept: its planner settings suit batches over index look-ups
 * and nothing else. After a failure it is rolled back before it is used again, or dropped when it
 * cannot be.
 */
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { CommitNotReplicated } from '../errors.ts'
import { sqlStateOf } from '../pg/failure.ts'
import { isAboutStandby } from '../pg/transaction.ts'
import { lockInTurn, lockTogether } from '../rows/lock-accounts.ts'
import type { LockBody } from '../rows/lock-accounts.ts'
import { writeInTurn, writeTogether } from './write-batch.ts'
import type { WriteBody } from './write-batch.ts'

/** What database engines do not have in common. `findsMoment`: what the transaction keeps is seen wherever its rows are. */
export type Body = { lock: LockBody; write: WriteBody; findsMoment: boolean }

const onOneMachine: Body = { lock: lockTogether, write: writeTogether, findsMoment: true }
export const onSeveral: Body = { lock: lockInTurn, write: writeInTurn, findsMoment: false }

export type Session = { client: PoolClient; isLost: boolean; warning: string | null; body: Body }

// Plans made while a table was small would otherwise stay sequential scans when it has grown.
const settings = `select set_config('plan_cache_mode', 'force_generic_plan', false),
  set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
  set_config('enable_mergejoin', 'off', false),
  exists (select from pg_extension where extname = 'citus') as distributed`

/** Whether the tables are spread over several machines; `undefined` until the first connection asked. */
export type Place = { isSpread: boolean | undefined }

/**
 * Opens the lane's connection when it is needed and keeps it until it fails or the ledger closes. `place` is shared by all
 * sessions of a ledger: the first to connect finds out what was not said.
 */
export const createSessions = (like: Pool, place: Place) => {
  // The password is not enumerable in a pool's options. Two, so that a dropped connection may still be ending.
  const pool = new Pool({ ...like.options, password: like.options.password, min: 0, max: 2 })
  pool.on('error', () => {})
  let session: Session | null = null

  const drop = () => {
    session?.client.release(true)
    session = null
  }

  const open = async (): Promise<Session> => {
    const client = await pool.connect()
    const opened: Session = { client, isLost: false, warning: null, body: onOneMachine }
    // Without a listener of its own a client that loses its server would end the process.
    client.on('error', () => {
      opened.isLost = true
    })
    client.on('notice', (notice) => {
      if (isAboutStandby(notice)) opened.warning = notice.message ?? 'warning at commit'
    })
    try {
      const { rows } = await client.query<{ distributed: boolean }>(settings)
      place.isSpread ??= rows[0]?.distributed ?? false
      if (place.isSpread) opened.body = onSeveral
    } catch (error) {
      client.release(true)
      throw error
    }
    return opened
  }

  return {
    /** The open connection, or a new one. */
    use: async (): Promise<Session> => {
      if (session?.isLost) drop()
      session ??= await open()
      return session
    },
    /** Makes the connection fit for another batch after `error`, or drops it. */
    recover: async (error: unknown): Promise<void> => {
      if (!session) return
      if (session.isLost || error instanceof CommitNotReplicated || mayBeBusy(error)) return drop()
      try {
        await session.client.query('rollback')
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

/** Where neither the server nor our own code spoke, a statement may still be running on the connection. */
const mayBeBusy = (error: unknown) => {
  const state = sqlStateOf(error)
  return state === null
    ? !(error instanceof Error && error.name !== 'Error')
    : /^(08|57P|25P0[34]|25006|0A|26)/.test(state)
}

export type Sessions = ReturnType<typeof createSessions>
