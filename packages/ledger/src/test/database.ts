/** A fresh, migrated database per test file, reached with the rights of the product's own role. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import type { PoolConfig } from 'pg'
import { uuidv7 } from 'uuidv7'
import { inject } from 'vitest'
import { migrationsDir } from '../index.ts'
import './global-setup.ts'

export type TestDatabase = {
  /** A pool with the rights of `app`. Ends with `stop`. */
  pool(config?: PoolConfig): Pool
  /** As superuser, for what the product may not do. */
  admin: Pool
  /** Where the database listens, for a proxy in front of it. */
  config: PoolConfig
  stop(): Promise<void>
}

const ROLE = (name: string) => `do $$ begin
  if not exists (select from pg_roles where rolname = '${name}') then create role ${name}; end if;
exception when duplicate_object or unique_violation then null; end $$`

const serverUrl = (): string => inject('ledgerTestServer')

const asSuperuser = async (work: (client: Client) => Promise<void>) => {
  const client = new Client({ connectionString: serverUrl() })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export const statementsOf = (file: string): string[] => readFileSync(file, 'utf8').split(/^--;;$/m)

const migrate = async (admin: Pool) => {
  for (const file of readdirSync(migrationsDir).toSorted())
    for (const statement of statementsOf(join(migrationsDir, file))) await admin.query(statement)
}

export const testDatabase = async (): Promise<TestDatabase> => {
  const name = `ledger_${uuidv7().replaceAll('-', '')}`
  await asSuperuser(async (client) => {
    await client.query(ROLE('app'))
    await client.query(ROLE('auditor'))
    await client.query(`create database ${name} template template0`)
  })
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
    pools.push(pool)
    return pool
  }
  const admin = open({ max: 2 })
  await migrate(admin)
  return {
    pool: (more) => open({ max: 4, options: '-c role=app -c lock_timeout=2000', ...more }),
    admin,
    config,
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await asSuperuser(async (superuser) => {
        await superuser.query(`drop database ${name} with (force)`)
      })
    },
  }
}
