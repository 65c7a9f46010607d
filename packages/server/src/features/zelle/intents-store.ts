import { integers, type QueryRunner, type Statement, texts, uuids, type Write } from '@puente/ledger'
import type { Selectable } from 'kysely'
import type { DB, ReadDb } from '#platform/db/database.ts'
import type { Db } from '#platform/db/database.ts'

/** A payment by Zelle that was begun, as its owner sees it. */
export type Intent = {
  ownerId: string
  ref: string
  code: string
  totalCents: bigint
  createdAt: Date
  expiresAt: Date
  confirmation: string | null
  holderName: string | null
  confirmedAt: Date | null
  tries: number
}

const intentOf = (row: Selectable<DB['zelle_intents']>): Intent => ({
  ownerId: row.owner_id,
  ref: row.ref,
  code: row.code,
  totalCents: row.total_cents,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  confirmation: row.confirmation,
  holderName: row.holder_name,
  confirmedAt: row.confirmed_at,
  tries: row.tries,
})

/** One of the owner's own; null when there is none. */
export const findIntent = async (db: ReadDb, ownerId: string, ref: string): Promise<Intent | null> => {
  const own = db.selectFrom('zelle_intents').selectAll().where('owner_id', '=', ownerId)
  const row = await own.where('ref', '=', ref).executeTakeFirst()
  return row ? intentOf(row) : null
}

/** The owner's latest under this memo code; null when there is none. */
export const findIntentByCode = async (db: ReadDb, ownerId: string, code: string): Promise<Intent | null> => {
  const own = db.selectFrom('zelle_intents').selectAll().where('owner_id', '=', ownerId)
  const row = await own.where('code', '=', code).orderBy('created_at', 'desc').executeTakeFirst()
  return row ? intentOf(row) : null
}

/** The payment for which its owner gave this number; null when none. */
export const findByNumber = async (db: ReadDb, ownerId: string, confirmation: string): Promise<string | null> => {
  const own = db.selectFrom('zelle_intents').select('ref').where('owner_id', '=', ownerId)
  return (await own.where('confirmation', '=', confirmation).executeTakeFirst())?.ref ?? null
}

/** It no longer waits: it was paid, or it has ended. By the payment's id, which is the key of `zelle_waiting`: no two owners share one. */
export const stopWaiting = async (db: Db, ref: string): Promise<void> => {
  await db.deleteFrom('zelle_waiting').where('ref', '=', ref).execute()
}

/** How a payment waits. */
export type WaitingRow = { ownerId: string; isDisputed: boolean; expiresAt: Date; confirmedAt: Date | null }

/**
 * By the payment's id, as `stopWaiting`; null once it waits no longer. Callers have found the payment under its owner before, or look for
 * its owner.
 */
export const findWaiting = async (db: Db, ref: string): Promise<WaitingRow | null> => {
  const columns = ['owner_id', 'is_disputed', 'expires_at', 'confirmed_at'] as const
  const row = await db.selectFrom('zelle_waiting').select(columns).where('ref', '=', ref).executeTakeFirst()
  if (!row) return null
  const { owner_id: ownerId, is_disputed: isDisputed, expires_at: expiresAt, confirmed_at: confirmedAt } = row
  return { ownerId, isDisputed, expiresAt, confirmedAt }
}

/** Money that names it does not fit: it waits for the operators. By the payment's id, as `stopWaiting`. */
export const markDisputed = async (db: Db, ref: string): Promise<void> => {
  await db.updateTable('zelle_waiting').set({ is_disputed: true }).where('ref', '=', ref).execute()
}

const insertIntents: Statement = {
  name: 'zelle.insert_intents',
  text: `
insert into zelle_intents (owner_id, ref, code, total_cents, created_at, expires_at, confirmation, holder_name, confirmed_at, tries)
select owner_id, ref, code, total_cents, created_at, expires_at, confirmation, holder_name, confirmed_at, tries
  from json_populate_recordset(null::zelle_intents, $1::json)`,
}

const insertWaiting: Statement = {
  name: 'zelle.insert_waiting',
  text: `
insert into zelle_waiting (ref, owner_id, code, total_cents, created_at, expires_at, confirmation, holder_name, confirmed_at)
select ref, owner_id, code, total_cents, created_at, expires_at, confirmation, holder_name, confirmed_at
  from json_populate_recordset(null::zelle_waiting, $1::json)`,
}

/** What adds intents, each to those that wait as well. */
export const intentWrites = (intents: readonly Intent[]): Write[] => {
  if (intents.length === 0) return []
  const rows = intents.map((intent) => ({
    owner_id: intent.ownerId,
    ref: intent.ref,
    code: intent.code,
    total_cents: String(intent.totalCents),
    created_at: intent.createdAt,
    expires_at: intent.expiresAt,
    confirmation: intent.confirmation,
    holder_name: intent.holderName,
    confirmed_at: intent.confirmedAt,
    tries: intent.tries,
  }))
  const values = [JSON.stringify(rows)]
  return [
    { statement: insertIntents, values },
    { statement: insertWaiting, values },
  ]
}

/** A number, and the holder of the account that paid, as the owner gives them. */
export type Given = { ownerId: string; ref: string; confirmation: string; holderName: string }

const READ_NUMBERS = `
select intents.owner_id, intents.ref, intents.confirmation from zelle_intents as intents
  join unnest($1::uuid[], $2::text[]) as asked (owner_id, confirmation)
    on intents.owner_id = asked.owner_id and intents.confirmation = asked.confirmation`

type UsedNumber = { ownerId: string; ref: string; confirmation: string }

/** Which of these numbers their owners have given, and for what. */
export const readNumbers = async (
  db: QueryRunner,
  asked: readonly Pick<UsedNumber, 'ownerId' | 'confirmation'>[],
): Promise<UsedNumber[]> => {
  if (asked.length === 0) return []
  const values = [uuids(asked.map(({ ownerId }) => ownerId)), texts(asked.map(({ confirmation }) => confirmation))]
  const { rows } = await db.query<{ owner_id: string; ref: string; confirmation: string }>({
    name: 'zelle.read_numbers',
    text: READ_NUMBERS,
    values,
  })
  return rows.map(({ owner_id: ownerId, ref, confirmation }) => ({ ownerId, ref, confirmation }))
}

const READ_TRIES = `
select intents.ref, intents.confirmation, intents.tries from zelle_intents as intents
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, ref)
    on intents.owner_id = asked.owner_id and intents.ref = asked.ref`

/** A payment's number, and how many different ones were given. */
export type Tried = Pick<Intent, 'ref' | 'confirmation' | 'tries'>

/** The number that each of these payments has, and how many different ones were given for it. */
export const readTries = async (
  db: QueryRunner,
  asked: readonly Pick<Intent, 'ownerId' | 'ref'>[],
): Promise<Tried[]> => {
  if (asked.length === 0) return []
  const values = [uuids(asked.map(({ ownerId }) => ownerId)), uuids(asked.map(({ ref }) => ref))]
  return (await db.query<Tried>({ name: 'zelle.read_tries', text: READ_TRIES, values })).rows
}

const LOCK_WAITING = 'select ref from zelle_waiting where ref = any($1::uuid[]) order by ref for update'

/** Which of these payments still wait. */
export const lockWaiting = async (db: QueryRunner, refs: readonly string[]): Promise<string[]> => {
  if (refs.length === 0) return []
  const asked = { name: 'zelle.lock_waiting', text: LOCK_WAITING, values: [uuids([...refs])] }
  return (await db.query<{ ref: string }>(asked)).rows.map(({ ref }) => ref)
}

const confirmIntents: Statement = {
  name: 'zelle.confirm_intents',
  text: `
update zelle_intents as intents
   set confirmation = given.confirmation, holder_name = given.holder_name, confirmed_at = $6, tries = given.tries
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::integer[]) as given (owner_id, ref, confirmation, holder_name, tries)
 where intents.owner_id = given.owner_id and intents.ref = given.ref`,
}

const confirmWaiting: Statement = {
  name: 'zelle.confirm_waiting',
  text: `
update zelle_waiting as waiting
   set confirmation = given.confirmation, holder_name = given.holder_name,
       confirmed_at = coalesce(waiting.confirmed_at, $4)
  from unnest($1::uuid[], $2::text[], $3::text[]) as given (ref, confirmation, holder_name)
 where waiting.ref = given.ref`,
}

/** What notes numbers and holders, one for each payment; `tries` is how many it has been given with this one. */
export const confirmWrites = (given: readonly (Given & Pick<Intent, 'tries'>)[], at: Date): Write[] => {
  if (given.length === 0) return []
  const refs = uuids(given.map(({ ref }) => ref))
  const numbers = texts(given.map(({ confirmation }) => confirmation))
  const names = texts(given.map(({ holderName }) => holderName))
  const tries = integers(given.map((one) => one.tries))
  return [
    {
      statement: confirmIntents,
      values: [uuids(given.map(({ ownerId }) => ownerId)), refs, numbers, names, tries, at],
    },
    { statement: confirmWaiting, values: [refs, numbers, names, at] },
  ]
}
