/** A ledger in a process of its own, as every server process has one. It is sent commands and answers with their outcomes. */
import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import { createLedger } from '../ledger.ts'
import type { Command, Outcome } from '../types.ts'

export type Told = { id: number; outcome?: Outcome; failed?: string }

const [config = '{}'] = process.argv.slice(2)
const pool = new Pool(JSON.parse(config) as PoolConfig)
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
const ledger = createLedger({ pool, houseStripes: 2, waitLimitMs: 60_000, deadlineMs: 60_000, batchLimit: 16 })
const tell = (told: Told): void => void process.send?.(told)

process.on('message', (asked) => {
  const { id, command } = asked as { id: number; command: Command }
  ledger.post(command).then(
    (outcome) => tell({ id, outcome }),
    (error: unknown) => tell({ id, failed: String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))
tell({ id: 0 })
