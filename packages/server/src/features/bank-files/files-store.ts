/** Files to the bank: each is written once, and only its state goes on. */
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'

/**
 * `built`: its content stands. `staged`: it may be handed over at any moment, or has been. `handedOver`: the bank has it, and has said
 * nothing. `acknowledged`: the bank takes it. `rejected`: it takes none of it. `settled`: it has taken the total out of our account.
 */
export type FileState = 'built' | 'staged' | 'handedOver' | 'acknowledged' | 'rejected' | 'settled'

/** A file as its control record has it, and where it stands. */
export type BankFile = {
  id: string
  day: string
  reference: string
  effectiveDay: string
  state: FileState
  entries: number
  creditCents: bigint
  hash: string
  builtAt: Date
  settledAt: Date | null
  settledBy: string | null
}

const FIELDS = [
  'id',
  'day',
  'reference',
  'effective_day as effectiveDay',
  'state',
  'entries',
  'credit_cents as creditCents',
  'hash',
  'built_at as builtAt',
  'settled_at as settledAt',
  'settled_by as settledBy',
] as const

const toFile = <Row extends { state: string }>(row: Row) => ({ ...row, state: row.state as FileState })

export const countFilesOf = async (db: Db, day: string): Promise<number> => {
  const { files } = await db
    .selectFrom('nacha_files')
    .select(sql<number>`count(*)::int`.as('files'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return files
}

/** What the bank will still take out of our account for files that stand. */
export const sumPromised = async (db: Db): Promise<bigint> => {
  const { cents } = await db
    .selectFrom('nacha_files')
    .select(sql<string>`coalesce(sum(credit_cents), 0)::text`.as('cents'))
    .where('state', 'not in', ['rejected', 'settled'])
    .executeTakeFirstOrThrow()
  return BigInt(cents)
}

export type NewFile = Omit<BankFile, 'state' | 'settledAt' | 'settledBy'> & {
  modifier: string
  sha256: string
  contentSealed: string
}

export const insertFile = async (trx: Trx, file: NewFile): Promise<void> => {
  await trx
    .insertInto('nacha_files')
    .values({
      id: file.id,
      day: file.day,
      modifier: file.modifier,
      reference: file.reference,
      effective_day: file.effectiveDay,
      state: 'built',
      entries: file.entries,
      credit_cents: file.creditCents,
      hash: file.hash,
      sha256: file.sha256,
      content_sealed: file.contentSealed,
      built_at: file.builtAt,
    })
    .execute()
}

export type FileToHandOver = { id: string; reference: string; state: FileState; contentSealed: string; sha256: string }

/** The oldest file that the bank does not have yet, for one process at a time; null when there is none. */
export const claimUnsent = async (db: Db, at: Date, leaseUntil: Date): Promise<FileToHandOver | null> => {
  const { rows } = await sql<FileToHandOver>`
    update nacha_files set lease_until = ${leaseUntil}
     where id = (select id from nacha_files
                  where state in ('built', 'staged') and (lease_until is null or lease_until < ${at})
                  order by built_at, reference limit 1)
       and state in ('built', 'staged') and (lease_until is null or lease_until < ${at})
    returning id, reference, state, sha256, content_sealed as "contentSealed"`.execute(db)
  return rows[0] ?? null
}

/** Takes a file a step on its way to the bank. False when it is past it: the bank's answer, or another process, was quicker. */
export const moveFile = async (
  db: Db,
  id: string,
  { from, to, at }: { from: 'built' | 'staged'; to: 'staged' | 'handedOver'; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('nacha_files')
    .set({ state: to, ...(to === 'handedOver' && { handed_over_at: at, lease_until: null }) })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** It is tried again at the next turn. */
export const dropFile = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('nacha_files').set({ lease_until: null }).where('id', '=', id).execute()
}

/** Locked, for what the bank says of it. */
export const lockFileByReference = async (trx: Trx, reference: string): Promise<BankFile | null> => {
  const row = await trx
    .selectFrom('nacha_files')
    .select(FIELDS)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  return row ? toFile(row) : null
}

type Answered =
  | { state: 'acknowledged' }
  | { state: 'rejected'; reason: string }
  | { state: 'settled'; settledBy: string; settledAt: Date }

export const answerFile = async (trx: Trx, id: string, answered: Answered, at: Date): Promise<void> => {
  await trx
    .updateTable('nacha_files')
    .set({
      state: answered.state,
      ...(answered.state === 'settled'
        ? { settled_at: answered.settledAt, settled_by: answered.settledBy }
        : { answered_at: at }),
      ...(answered.state === 'rejected' && { reason: answered.reason }),
    })
    .where('id', '=', id)
    .execute()
}

/** The bank has, or may have, and has not answered. */
export const listUnanswered = async (db: Db): Promise<BankFile[]> => {
  const rows = await db
    .selectFrom('nacha_files')
    .select(FIELDS)
    .where('state', 'in', ['built', 'staged', 'handedOver'])
    .orderBy('built_at')
    .execute()
  return rows.map(toFile)
}

/** With its content, for a comparison of what it says. */
export const findSealedFile = (db: Db, reference: string) =>
  db
    .selectFrom('nacha_files')
    .select(['id', 'content_sealed as contentSealed', 'credit_cents as creditCents', 'settled_by as settledBy'])
    .where('reference', '=', reference)
    .executeTakeFirst()

/** A file as operators see it. */
export type FileLine = BankFile & { handedOverAt: Date | null; answeredAt: Date | null; reason: string | null }

const LINE = [...FIELDS, 'handed_over_at as handedOverAt', 'answered_at as answeredAt', 'reason'] as const

/** The latest first. */
export const listFiles = async (db: Db, limit: number): Promise<FileLine[]> => {
  const rows = await db.selectFrom('nacha_files').select(LINE).orderBy('built_at', 'desc').limit(limit).execute()
  return rows.map(toFile)
}

export const findFile = async (db: Db, reference: string): Promise<FileLine | null> => {
  const row = await db.selectFrom('nacha_files').select(LINE).where('reference', '=', reference).executeTakeFirst()
  return row ? toFile(row) : null
}
