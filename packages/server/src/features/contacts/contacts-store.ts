import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'

/** Somebody whom completed in-app transfers went to or came from. */
export type Tally = { id: string; count: number; lastAt: Date }

/** Those with most completed in-app transfers since a moment, in either direction; the latest first among equals. */
export const listFrequent = async (db: Db, ownerId: string, since: Date, limit: number): Promise<Tally[]> => {
  const rows = await db
    .selectFrom('movements')
    .select((row) => [
      'counterpart_id as id',
      row.fn.countAll<bigint>().as('count'),
      row.fn.max('created_at').as('lastAt'),
    ])
    .where('owner_id', '=', ownerId)
    .where('counterpart_id', 'is not', null)
    .where('method', '=', 'wallet')
    .where('type', 'in', ['sent', 'received'])
    .where('state', '=', 'COMPLETED')
    .where('created_at', '>', since)
    .groupBy('counterpart_id')
    .orderBy('count', 'desc')
    .orderBy('lastAt', 'desc')
    .orderBy('counterpart_id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, count, lastAt }) => (id === null ? [] : [{ id, count: Number(count), lastAt }]))
}

/** What is told of another person's verification: yes or no, and only to people who had a transfer together. */
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
