import { fileURLToPath } from 'node:url'
import { migrationsDir as ledgerMigrations } from '@puente/ledger'

/** Where the migrations of this release are: the ledger's and the server's own. */
export const migrationFolders: readonly string[] = [
  ledgerMigrations,
  fileURLToPath(new URL('../../../migrations/', import.meta.url)),
]
