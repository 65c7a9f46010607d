/** Amounts of single persons for limit rows. The reading statement runs in the ledger's batch as well. */
import type { LimitOverrideReason } from '@puente/contract'
import { type BatchTime, type QueryRunner, uuids } from '@puente/ledger'
import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import type { Override } from './override-rules.ts'

const READ = `
select distinct on (owner_id, row) owner_id, row, amount_cents, public_reason, ends_at
  from limit_overrides
 where owner_id = any($1::uuid[]) and approved_at <= $2 and ends_at > $2 and (withdrawn_at is null or withdrawn_at > $2)
 order by owner_id, row, approved_at desc, override_id desc`

type Row = { owner_id: string; row: string; amount_cents: bigint; public_reason: string; ends_at: Date }

/** What is in force for each owner at a moment; owners without any are missing. */
export const readOverrides = async (
  db: QueryRunner,
  ownerIds: string[],
  at: BatchTime,
): Promise<Map<string, Override[]>> => {
  const { rows } = await db.query<Row>({ name: 'limits.overrides', text: READ, values: [uuids(ownerIds), at] })
  const overrides = new Map<string, Override[]>()
  for (const { owner_id, row, amount_cents, public_reason, ends_at } of rows) {
    const ofOwner = overrides.get(owner_id) ?? []
    overrides.set(owner_id, ofOwner)
    ofOwner.push({ row, limitCents: amount_cents, reason: public_reason as LimitOverrideReason, endsAt: ends_at })
  }
  return overrides
}

/** As it is proposed; times to the millisecond. */
export type ProposedOverride = {
  id: string
  ownerId: string
  row: string
  amountCents: bigint
  reason: LimitOverrideReason
  note: string
  maker: string
  proposedAt: Date
  endsAt: Date
}

/** As it is kept. */
export type KeptOverride = ProposedOverride & { digest: string; checker: string | null; withdrawnAt: Date | null }

const toKept = (row: Selectable<DB['limit_overrides']>): KeptOverride => ({
  id: row.override_id,
  ownerId: row.owner_id,
  digest: row.digest,
  row: row.row,
  amountCents: row.amount_cents,
  reason: row.public_reason as LimitOverrideReason,
  note: row.note,
  maker: row.maker,
  proposedAt: row.proposed_at,
  endsAt: row.ends_at,
  checker: row.checker,
  withdrawnAt: row.withdrawn_at,
})

export const insertOverride = async (trx: Trx, override: ProposedOverride, digest: string): Promise<void> => {
  const { id, ownerId, row, amountCents, reason, note, maker, proposedAt, endsAt } = override
  await trx
    .insertInto('limit_overrides')
    .values({
      owner_id: ownerId,
      override_id: id,
      digest,
      row,
      amount_cents: amountCents,
      public_reason: reason,
      note,
      maker,
      proposed_at: proposedAt,
      ends_at: endsAt,
    })
    .execute()
}

export const findOverride = async (db: Db, digest: string): Promise<KeptOverride | null> => {
  const row = await db.selectFrom('limit_overrides').selectAll().where('digest', '=', digest).executeTakeFirst()
  return row ? toKept(row) : null
}

/** False when another operator was faster. */
export const approveOverride = async (
  trx: Trx,
  { ownerId, id }: Pick<KeptOverride, 'ownerId' | 'id'>,
  checker: string,
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('limit_overrides')
    .set({ checker, approved_at: at })
    .where('owner_id', '=', ownerId)
    .where('override_id', '=', id)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when it was withdrawn before. */
export const withdrawOverride = async (
  trx: Trx,
  { ownerId, id }: Pick<KeptOverride, 'ownerId' | 'id'>,
  by: string,
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('limit_overrides')
    .set({ withdrawn_by: by, withdrawn_at: at })
    .where('owner_id', '=', ownerId)
    .where('override_id', '=', id)
    .where('checker', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The newest proposals and overrides of everybody, for the operators. */
export const listOverrides = async (db: Db, limit: number): Promise<KeptOverride[]> => {
  const newest = db.selectFrom('limit_overrides').selectAll().orderBy('proposed_at', 'desc').limit(limit)
  return (await newest.execute()).map(toKept)
}
