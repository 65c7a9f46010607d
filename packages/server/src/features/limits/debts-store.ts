import { bigints, type QueryRunner, type Statement, uuids, type Write } from '@puente/ledger'

/** What a person owes for good, in cents, below zero when the house owes them, and the transaction with which it last grew. */
export type Debt = { ownerId: string; owedCents: bigint; movementId: string | null }

const READ = 'select owed_cents, movement_id from debts where owner_id = $1'

export const readDebt = async (db: QueryRunner, ownerId: string): Promise<Debt> => {
  const { rows } = await db.query<{ owed_cents: bigint; movement_id: string | null }>({
    name: 'limits.debt',
    text: READ,
    values: [ownerId],
  })
  return { ownerId, owedCents: rows[0]?.owed_cents ?? 0n, movementId: rows[0]?.movement_id ?? null }
}

/** Whether money of a transaction was taken back after it had been spent, so that its owner came to owe it. */
export const leftDebt = async (db: QueryRunner, ownerId: string, movementId: string): Promise<boolean> => {
  const { rows } = await db.query({
    name: 'limits.left_debt',
    text: 'select 1 from debt_causes where owner_id = $1 and movement_id = $2',
    values: [ownerId, movementId],
  })
  return rows.length > 0
}

const keep: Statement = {
  name: 'limits.keep_debts',
  text: `
insert into debts (owner_id, owed_cents, movement_id, changed_at)
select owner_id, owed_cents, movement_id, $4 from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as next (owner_id, owed_cents, movement_id)
    on conflict (owner_id) do update
   set owed_cents = excluded.owed_cents, movement_id = coalesce(excluded.movement_id, debts.movement_id), changed_at = excluded.changed_at`,
}

/** A debt as it stands after the batch; `movementId` is null where it did not grow. */
export const debtWrites = (debts: readonly Debt[], at: Date): Write[] => {
  if (debts.length === 0) return []
  const values = [
    uuids(debts.map(({ ownerId }) => ownerId)),
    bigints(debts.map(({ owedCents }) => owedCents)),
    uuids(debts.map(({ movementId }) => movementId)),
    at,
  ]
  return [{ statement: keep, values, rows: debts.length }]
}

export type DebtCause = { ownerId: string; movementId: string }

const keepCauses: Statement = {
  name: 'limits.keep_debt_causes',
  text: `
insert into debt_causes (owner_id, movement_id)
select owner_id, movement_id from unnest($1::uuid[], $2::uuid[]) as next (owner_id, movement_id)
    on conflict do nothing`,
}

/** The transactions that made debts grow, each kept once. */
export const debtCauseWrites = (causes: readonly DebtCause[]): Write[] => {
  if (causes.length === 0) return []
  const values = [uuids(causes.map(({ ownerId }) => ownerId)), uuids(causes.map(({ movementId }) => movementId))]
  return [{ statement: keepCauses, values }]
}
