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

/**
 * Runs statements one after another. A connection of the ledger's gets them all at once: there a second one costs no
 * round trip. All have ended before the first failure is thrown.
 */
export const runAllIn = async (place: InTransaction, statements: readonly [string, unknown[]][]): Promise<void> => {
  if ('executeQuery' in place) {
    for (const [text, values] of statements) await runIn(place, text, values)
    return
  }
  const ended = await Promise.allSettled(statements.map(([text, values]) => place.query(text, values)))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
