import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { plainColumn, plainText } from '#platform/db/plain-text.ts'

/** A person with whom there were completed in-app transfers. */
export type Tally = { id: string; count: number; lastAt: Date }

/** How many of the newest transactions are counted: a whole year for everyone with less than a dozen a day. */
const REACH = 5_000

/**
 * Those with most completed in-app transfers since a moment, in either direction; the latest first among equals. Of a
 * history that is longer than `REACH` its newest part decides, so that no history makes this slow.
 */
export const listFrequent = async (db: Db, ownerId: string, since: Date, limit: number): Promise<Tally[]> => {
  const newest = db
    .selectFrom('movements')
    .select(['counterpart_id', 'method', 'type', 'state', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('movement_id', 'desc')
    .limit(REACH)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .select((row) => [
      'counterpart_id as id',
      row.fn.countAll<bigint>().as('count'),
      row.fn.max('created_at').as('lastAt'),
    ])
    .where('counterpart_id', 'is not', null)
    .where('method', '=', 'wallet')
    .where('type', 'in', ['sent', 'received'])
    .where('state', '=', 'COMPLETED')
    .groupBy('counterpart_id')
    .orderBy('count', 'desc')
    .orderBy('lastAt', 'desc')
    .orderBy('counterpart_id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, count, lastAt }) => (id === null ? [] : [{ id, count: Number(count), lastAt }]))
}

/**
 * The people one had an in-app transfer with whose name or handle holds the text, the latest first; looked for in the newest
 * `REACH` transactions.
 */
export const listDealtWith = async (db: Db, ownerId: string, text: string, limit: number): Promise<string[]> => {
  const part = `%${plainText(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<{ id: string }>`
    select counterpart_id as id
      from (select counterpart_id, counterpart_name, counterpart_handle, created_at
              from movements where owner_id = ${ownerId}
             order by created_at desc, movement_id desc limit ${REACH}) as newest
     where counterpart_id is not null
       and (${plainColumn('counterpart_name')} like ${part}
            or counterpart_handle like ${part})
     group by counterpart_id
     order by max(created_at) desc
     limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What one person may see of another's verification: yes or no, and only after a transfer between them. */
export type Standing = { emailVerified: boolean; phoneVerified: boolean; hasIdentityPart: boolean; isClosed: boolean }

export const listStandings = async (db: Db, ownerIds: string[]): Promise<Map<string, Standing>> => {
  if (ownerIds.length === 0) return new Map()
  const { rows } = await sql<Standing & { id: string }>`
    select owner_id as id, email_verified_at is not null as "emailVerified", phone_verified_at is not null as "phoneVerified",
           status = 'closed' as "isClosed",
           exists (select from kyc_items
                    where kyc_items.owner_id = users.owner_id and type in ('selfieId', 'selfie')
                      and kyc_items.status <> 'neverRequested') as "hasIdentityPart"
      from users where owner_id = any(${ownerIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
