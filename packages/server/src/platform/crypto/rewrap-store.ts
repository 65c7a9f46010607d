/**
 * Everything that is sealed, found by the rule of `Place`: columns called `…_sealed`, whose row is named by the last column of the
 * table's key, and the blobs that a column `blob_key` names. Read and written a page at a time, for the rotation of keys alone.
 */
import type { Pool } from 'pg'
import type { KeyRing } from '../key-rings.ts'
import { decryptField, encryptField, kidOf, type Place } from './field-encryption.ts'

/** A table with sealed columns; `key` in the order of its primary key. */
export type SealedTable = { table: string; columns: string[]; key: string[] }

export const sealedTables = async (pool: Pick<Pool, 'query'>): Promise<SealedTable[]> => {
  const { rows } = await pool.query<SealedTable>(
    `select c.relname as table,
            array(select attname::text from pg_attribute
                   where attrelid = c.oid and attnum > 0 and not attisdropped and (attname like '%\\_sealed' or attname = 'blob_key')
                   order by attnum) as columns,
            array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by n) as key
       from pg_class c
       join pg_namespace s on s.oid = c.relnamespace and s.nspname = 'public'
       join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind in ('r', 'p')
        and exists (select from pg_attribute a
                     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                       and (a.attname like '%\\_sealed' or a.attname = 'blob_key'))
      order by 1`,
  )
  return rows
}

type Row = Record<string, string | null>
/** Of a blob, `envelope` is its key, and what it is under stands in the blob. */
export type SealedValue = { place: Place; envelope: string; kid: string | null; row: Row }

const BLOB_KEY = 'blob_key'
const PAGE = 500
const placeholders = (names: readonly string[], from: number): string => names.map((_, n) => `$${n + from}`).join(', ')

/** The sealed values of a table, a page of rows at a time. */
export async function* sealedPages(
  pool: Pick<Pool, 'query'>,
  { table, columns, key }: SealedTable,
): AsyncGenerator<SealedValue[]> {
  const keys = key.join(', ')
  const wanted = [...key, ...columns].map((name) => `${name}::text as ${name}`).join(', ')
  let last: string[] | null = null
  for (;;) {
    const after: string = last ? `where (${keys}) > (${placeholders(key, 1)})` : ''
    const found = await pool.query<Row>(
      `select ${wanted} from ${table} ${after} order by ${keys} limit ${PAGE}`,
      last ?? [],
    )
    const rows: Row[] = found.rows
    yield rows.flatMap((row) =>
      columns.flatMap((column): SealedValue[] => {
        const envelope = row[column]
        if (typeof envelope !== 'string') return []
        if (column === BLOB_KEY) return [{ place: { table, column: 'blob', row: envelope }, envelope, kid: null, row }]
        // Bytes are written as `\\x…`, and named without it.
        const of = (row[key.at(-1) ?? ''] ?? '').replace(/^\\x/, '')
        return [{ place: { table, column, row: of }, envelope, kid: kidOf(envelope), row }]
      }),
    )
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    last = key.map((name) => end[name] ?? '')
  }
}

/** Opens a value and throws `DecryptionFailed` when it is not of its place. */
const openSealed = (ring: KeyRing, { place, envelope }: SealedValue): string => decryptField(ring, place, envelope)

/**
 * Writes a value again under the key of new writes, unless somebody has changed it meanwhile: then it is under a newer key, or its
 * turn comes with the next pass.
 */
export const rewrapValue = async (
  pool: Pick<Pool, 'query'>,
  ring: KeyRing,
  { key }: SealedTable,
  value: SealedValue,
): Promise<void> => {
  const { place, envelope, row } = value
  const fresh = encryptField(ring, place, openSealed(ring, value))
  const which = key.map((name, n) => `${name} = $${n + 1}`).join(' and ')
  await pool.query(
    `update ${place.table} set ${place.column} = $${key.length + 1} where ${which} and ${place.column} = $${key.length + 2}`,
    [...key.map((name) => row[name]), fresh, envelope],
  )
}

export const isBlob = ({ place }: SealedValue): boolean => place.column === 'blob'

/** Whether the row still names this blob: it may have been deleted while the blob was put away again. */
export const namesBlob = async (
  pool: Pick<Pool, 'query'>,
  { key }: SealedTable,
  value: SealedValue,
): Promise<boolean> => {
  const which = key.map((name, n) => `${name} = $${n + 1}`).join(' and ')
  const { rowCount } = await pool.query(
    `select 1 from ${value.place.table} where ${which} and blob_key = $${key.length + 1}`,
    [...key.map((name) => value.row[name]), value.envelope],
  )
  return rowCount === 1
}
