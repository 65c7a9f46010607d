/** Withdrawals as entries of files: collected once each, and put into one file each. */
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Waiting } from './bank-files-rules.ts'
import type { FileState } from './files-store.ts'

export type Entry = {
  ref: string
  trace: string
  amountCents: bigint
  fileId: string | null
  /** Null while it waits for its file. */
  fileState: FileState | null
  refused: string | null
  returnCode: string | null
  returnTrace: string | null
  returnCents: bigint | null
  returnInformation: string | null
  correctionsSealed: string | null
}

const read = (db: Db | Trx) =>
  db
    .selectFrom('nacha_entries')
    .leftJoin('nacha_files', 'nacha_files.id', 'nacha_entries.file_id')
    .select([
      'nacha_entries.ref',
      'nacha_entries.trace',
      'nacha_entries.amount_cents as amountCents',
      'nacha_entries.file_id as fileId',
      'nacha_files.state as fileState',
      'nacha_entries.refused',
      'nacha_entries.return_code as returnCode',
      'nacha_entries.return_trace as returnTrace',
      'nacha_entries.return_cents as returnCents',
      'nacha_entries.return_information as returnInformation',
      'nacha_entries.corrections_sealed as correctionsSealed',
    ])

const toEntry = (row: Omit<Entry, 'fileState'> & { fileState: string | null }): Entry => ({
  ...row,
  fileState: row.fileState as FileState | null,
})

export const findEntry = async (db: Db, ref: string): Promise<Entry | null> => {
  const row = await read(db).where('nacha_entries.ref', '=', ref).executeTakeFirst()
  return row ? toEntry(row) : null
}

export const findEntryByTrace = async (db: Db | Trx, trace: string): Promise<Entry | null> => {
  const row = await read(db).where('nacha_entries.trace', '=', trace).executeTakeFirst()
  return row ? toEntry(row) : null
}

type NewEntry = { ref: string; amountCents: bigint; destinationSealed: string; at: Date }

/** Takes a withdrawal on, once; a repeat changes nothing. `odfi` are the eight digits that its trace begins with. */
export const insertEntry = async (db: Db, odfi: string, entry: NewEntry): Promise<void> => {
  const { ref, amountCents, destinationSealed, at } = entry
  await sql`
    insert into nacha_entries (ref, trace, amount_cents, destination_sealed, collected_at)
    values (${ref}, ${odfi} || lpad(nextval('nacha_traces')::text, 7, '0'), ${amountCents}, ${destinationSealed}, ${at})
    on conflict (ref) do nothing`.execute(db)
}

/** Traces for entries that are our own, such as what balances a batch. */
export const takeTrace = async (trx: Trx, odfi: string): Promise<string> => {
  const { rows } = await sql<{
    trace: string
  }>`select ${odfi} || lpad(nextval('nacha_traces')::text, 7, '0') as trace`.execute(trx)
  return rows[0]?.trace ?? ''
}

/** What waits for a file; null when nothing does. */
export const readWaiting = async (db: Db): Promise<Waiting | null> => {
  const row = await db
    .selectFrom('nacha_entries')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<string>`coalesce(sum(amount_cents), 0)::text`.as('cents'),
      sql<Date>`min(collected_at)`.as('oldestAt'),
      sql<Date>`max(collected_at)`.as('newestAt'),
    ])
    .where('file_id', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count === 0 ? null : { ...row, totalCents: BigInt(row.cents) }
}

export type CollectedEntry = { ref: string; trace: string; amountCents: bigint; destinationSealed: string }

/** Puts what waits into a file, the oldest first, and answers it; what another file has meanwhile is not among it. */
export const moveIntoFile = async (trx: Trx, fileId: string, limit: number): Promise<CollectedEntry[]> => {
  const { rows } = await sql<CollectedEntry>`
    update nacha_entries set file_id = ${fileId}
     where file_id is null
       and trace in (select trace from nacha_entries where file_id is null order by trace limit ${limit})
    returning ref, trace, amount_cents as "amountCents", destination_sealed as "destinationSealed"`.execute(trx)
  return rows.toSorted((one, other) => (one.trace < other.trace ? -1 : 1))
}

/** The traces of a file's entries, in their order. */
export const listTracesOf = async (trx: Trx, fileId: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('nacha_entries')
    .select('trace')
    .where('file_id', '=', fileId)
    .orderBy('trace')
    .execute()
  return rows.map(({ trace }) => trace)
}

/** What the bank has refused of a file, and need not be paid for. */
export const sumRefused = async (trx: Trx, fileId: string): Promise<bigint> => {
  const { cents } = await trx
    .selectFrom('nacha_entries')
    .select(sql<string>`coalesce(sum(amount_cents), 0)::text`.as('cents'))
    .where('file_id', '=', fileId)
    .where('refused', 'is not', null)
    .executeTakeFirstOrThrow()
  return BigInt(cents)
}

export const refuseEntry = async (trx: Trx, ref: string, reason: string): Promise<void> => {
  await trx.updateTable('nacha_entries').set({ refused: reason }).where('ref', '=', ref).execute()
}

export type Returned = { code: string; trace: string; cents: bigint; information: string; at: Date }

/** The first return counts; false for any other. */
export const returnEntry = async (trx: Trx, ref: string, returned: Returned): Promise<boolean> => {
  const { code, trace, cents, information, at } = returned
  const { numUpdatedRows } = await trx
    .updateTable('nacha_entries')
    .set({
      return_code: code,
      return_trace: trace,
      return_cents: cents,
      return_information: information,
      returned_at: at,
    })
    .where('ref', '=', ref)
    .where('return_code', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const keepCorrections = async (trx: Trx, ref: string, correctionsSealed: string): Promise<void> => {
  await trx.updateTable('nacha_entries').set({ corrections_sealed: correctionsSealed }).where('ref', '=', ref).execute()
}

/** An entry as operators see it. */
export type EntryLine = Pick<Entry, 'ref' | 'trace' | 'amountCents' | 'refused' | 'returnCode' | 'returnCents'> & {
  returnedAt: Date | null
}

export const listEntryLines = (db: Db, fileId: string): Promise<EntryLine[]> =>
  db
    .selectFrom('nacha_entries')
    .select([
      'ref',
      'trace',
      'amount_cents as amountCents',
      'refused',
      'return_code as returnCode',
      'return_cents as returnCents',
      'returned_at as returnedAt',
    ])
    .where('file_id', '=', fileId)
    .orderBy('trace')
    .execute()
