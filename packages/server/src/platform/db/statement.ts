import { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'
import type { Trx } from './database.ts'

/** A place inside a transaction: the query builder's, or a bare connection that the ledger holds. */
export type InTransaction = Trx | ClientBase

/** Runs one statement in either. */
export const runIn = async (place: InTransaction, text: string, values: unknown[]): Promise<void> => {
  if ('executeQuery' in place) await place.executeQuery(CompiledQuery.raw(text, values))
  else await place.query(text, values)
}
