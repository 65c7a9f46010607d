/** A server and its database are often started at the same time, and a database that recovers takes a while. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { ConfigRefused } from '../config-refused.ts'
import type { Log } from '../log.ts'
import { classify } from './classify.ts'

const WITHIN_MS = 60_000
const EVERY_MS = 250

/**
 * Waits, `withinMs` milliseconds at most, until the database takes questions. Throws `ConfigRefused` when none has answered by
 * then, and at once whatever waiting does not change: a wrong password, a database that does not exist.
 */
export const waitForDatabase = async (pool: Pool, log: Pick<Log, 'warn'>, withinMs = WITHIN_MS): Promise<void> => {
  const until = performance.now() + withinMs
  for (let isTold = false; ; isTold = true) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const meaning = classify(error, 'connecting')
      if (meaning !== 'transient' && meaning !== 'overload') throw error
      if (performance.now() > until) throw new ConfigRefused('DATABASE_URL', `no database answers: ${String(error)}`)
      if (!isTold) log.warn({ err: error, component: 'database' }, 'waiting for the database')
    }
    await sleep(EVERY_MS)
  }
}
