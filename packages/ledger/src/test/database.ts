/** A fresh, migrated database per test file, reached with the rights of the product's own role. */
import { ownServer } from '@puente/postgres'
import { Client, Pool } from 'pg'
import type { PoolConfig } from 'pg'
import { uuidv7 } from 'uuidv7'
import { inject } from 'vitest'
import './global-setup.ts'
import { dropLedgerDatabase, makeLedgerDatabase } from './make-database.ts'

export type TestDatabase = {
  /** A pool with the rights of `app`. Ends with `stop`. */
  pool(config?: PoolConfig): Pool
  /** As superuser, for what the product may not do. */
  admin: Pool
  /** Where the database listens, for a proxy in front of it. */
  config: PoolConfig
  stop(): Promise<void>
}

const serverUrl = (): string => ownServer(inject('ledgerTestServers'))

export const testDatabase = async (): Promise<TestDatabase> => {
  const name = `ledger_${uuidv7().replaceAll('-', '')}`
  await makeLedgerDatabase(serverUrl(), name)
  const client = new Client({ connectionString: serverUrl() })
  const config: PoolConfig = {
    host: client.host,
    port: client.port,
    user: client.user,
    password: client.password ?? undefined,
    database: name,
  }
  const pools: Pool[] = []
  const open = (more: PoolConfig) => {
    const pool = new Pool({ ...config, ...more })
    pool.on('error', () => {})
    pool.on('connect', (made) => made.on('error', () => {}))
    pools.push(pool)
    return pool
  }
  const admin = open({ max: 2 })
  return {
    pool: (more) => open({ max: 4, options: '-c role=app -c lock_timeout=2000', ...more }),
    admin,
    config,
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await dropLedgerDatabase(serverUrl(), name)
    },
  }
}
