/** The stop of all money, and the proposals to end it. */
import type { Json } from '@puente/ledger'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'

/** `accused` says where the violations are, as reports name them; empty if an operator stopped money. */
export type Freeze = { reason: string; at: Date; accused: Json[] }

// No role may change the row itself; the database's own functions do.
type Answer = { isDone: boolean }

/** Stops all money; says whether it was moving until now. */
export const insertFreeze = async (trx: Trx, reason: string): Promise<boolean> => {
  const { rows } = await sql<Answer>`select freeze_money(${reason}) as "isDone"`.execute(trx)
  return rows[0]?.isDone === true
}

/** The same for what a check has found. */
export const insertFreezeFor = async (trx: Trx, reason: string, accused: readonly Json[]): Promise<boolean> => {
  const { rows } = await sql<Answer>`
    select freeze_money_for(${reason}, ${JSON.stringify(accused)}::jsonb) as "isDone"`.execute(trx)
  return rows[0]?.isDone === true
}

/** Ends the freeze that an approved proposal names, and no other; says whether there was one. */
export const endFreeze = async (trx: Trx, digest: string): Promise<boolean> => {
  const { rows } = await sql<Answer>`select release_money(${digest}) as "isDone"`.execute(trx)
  return rows[0]?.isDone === true
}

/** `null` while money moves. */
export const findFreeze = async (db: Db): Promise<Freeze | null> => {
  const row = await db.selectFrom('money_frozen').selectAll().executeTakeFirstOrThrow()
  if (!row.frozen) return null
  return { reason: row.reason ?? '', at: row.changed_at, accused: row.accused as Json[] }
}

/** `digest` is over all the rest, so that an approval holds for exactly this. */
export type Proposal = {
  digest: string
  frozenAt: Date
  reason: string
  maker: string
  proposedAt: Date
  expiresAt: Date
}

export const insertProposal = async (trx: Trx, proposal: Proposal): Promise<void> => {
  const { digest, frozenAt, reason, maker, proposedAt, expiresAt } = proposal
  await trx
    .insertInto('release_proposals')
    .values({ digest, frozen_at: frozenAt, reason, maker, proposed_at: proposedAt, expires_at: expiresAt })
    .execute()
}

/** A proposal that is not approved yet. */
export const findProposal = async (db: Db, digest: string): Promise<Proposal | null> => {
  const row = await db
    .selectFrom('release_proposals')
    .selectAll()
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { frozen_at: frozenAt, reason, maker, proposed_at: proposedAt, expires_at: expiresAt } = row
  return { digest, frozenAt, reason, maker, proposedAt, expiresAt }
}

export const updateApproved = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('release_proposals')
    .set({ checker, approved_at: at })
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
