import type { Database } from './db/database.ts'
import { migrationFolders } from './db/folders.ts'
import { countPending, readMigrations } from './db/migrations.ts'
import type { Probe } from './internal.ts'

export const databaseProbe = (db: Database): Probe => ({
  name: 'database',
  look: async () => {
    await db.pool.query('select 1')
    return null
  },
})

/** A process must not serve while the tables are those of another release. */
export const migrationsProbe = (db: Database): Probe => {
  let isCurrent = false
  return {
    name: 'migrations',
    look: async () => {
      if (isCurrent) return null
      const migrations = await readMigrations(migrationFolders)
      const client = await db.pool.connect()
      try {
        const pending = await countPending(client, migrations)
        isCurrent = pending === 0
        return isCurrent ? null : `${pending} behind`
      } finally {
        client.release()
      }
    },
  }
}

export const ledgerProbe = (ledger: { isDamaged(): boolean }): Probe => ({
  name: 'ledger',
  look: () => (ledger.isDamaged() ? 'the database reported damage' : null),
})

export const workerProbe = (worker: { isAlive(): boolean }): Probe => ({
  name: 'worker',
  look: () => (worker.isAlive() ? null : 'stopped'),
})
