import type { Write } from '@puente/ledger'
import { CompiledQuery } from 'kysely'
import type { Trx } from './database.ts'

/** Does inside a transaction what a batch of the ledger would do in its own: the writes, one after another. */
export const writeIn = async (trx: Trx, writes: readonly Write[]): Promise<void> => {
  for (const { statement, values } of writes) await trx.executeQuery(CompiledQuery.raw(statement.text, values))
}
