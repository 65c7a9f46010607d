/** What the bank has handed to us: each file once, whatever it is called. */
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Balance } from './bank-files-rules.ts'

export type AnswerKind = 'acknowledgement' | 'sentBack' | 'statement' | 'unreadable'

/** Something in an answer that belongs to nothing of ours, or contradicts what we know. */
export type Oddity = {
  what:
    | 'unreadable'
    | 'unknownFile'
    | 'otherTotals'
    | 'contradiction'
    | 'unknownTrace'
    | 'secondReturn'
    | 'settledTwice'
  subject: string
  cents?: string
}

export type NewAnswer = {
  sha256: string
  name: string
  kind: AnswerKind
  contentSealed: string
  at: Date
  balance: Balance | null
}

/** False when it was taken before. */
export const insertAnswer = async (trx: Trx, answer: NewAnswer): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('nacha_answers')
    .values({
      sha256: answer.sha256,
      name: answer.name,
      kind: answer.kind,
      content_sealed: answer.contentSealed,
      received_at: answer.at,
      balance_cents: answer.balance?.cents ?? null,
      balance_at: answer.balance?.at ?? null,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const noteOddities = async (trx: Trx, sha256: string, oddities: readonly Oddity[]): Promise<void> => {
  await trx
    .updateTable('nacha_answers')
    .set({ oddities: sql`${JSON.stringify(oddities)}::jsonb` })
    .where('sha256', '=', sha256)
    .execute()
}

/** By the latest statement; null when none has come. */
export const findBalance = async (db: Db): Promise<Balance | null> => {
  const row = await db
    .selectFrom('nacha_answers')
    .select(['balance_cents as cents', 'balance_at as at'])
    .where('kind', '=', 'statement')
    .orderBy('balance_at', 'desc')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && row.cents !== null && row.at !== null ? { cents: row.cents, at: row.at } : null
}

export type SealedAnswer = { sha256: string; contentSealed: string; receivedAt: Date }

/** All of a kind that came in a span, the oldest first. */
export const listAnswers = (
  db: Db,
  kind: AnswerKind,
  { from, to }: { from: Date; to: Date },
): Promise<SealedAnswer[]> =>
  db
    .selectFrom('nacha_answers')
    .select(['sha256', 'content_sealed as contentSealed', 'received_at as receivedAt'])
    .where('kind', '=', kind)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .orderBy('received_at')
    .execute()

export type OddAnswer = { name: string; receivedAt: Date; oddities: Oddity[] }

/** Answers of which something does not fit, the latest first. */
export const listOddAnswers = async (db: Db, limit: number): Promise<OddAnswer[]> => {
  const rows = await db
    .selectFrom('nacha_answers')
    .select(['name', 'received_at as receivedAt', 'oddities'])
    .where(sql<boolean>`oddities <> '[]'::jsonb`)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, oddities: row.oddities as Oddity[] }))
}
