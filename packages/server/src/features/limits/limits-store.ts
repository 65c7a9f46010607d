/** Limit rows, and what is on its way in. The statements run in the ledger's batch as well as in plain reads. */
import { type QueryRunner, type BatchTime, uuids } from '@puente/ledger'
import type { LimitGroup, LimitRule, LimitWindow } from './limit-state-rules.ts'

const LIST_RULES = `
select distinct on (tier, row) row, tier, operation, time_window, amount_cents
  from limit_rows where effective_from <= $1 order by tier, row, effective_from desc`

type RuleRow = { row: string; tier: number; operation: string; time_window: string; amount_cents: bigint }

/** The rows in force at a moment, of all tiers. */
export const listRules = async (db: QueryRunner, at: BatchTime): Promise<LimitRule[]> => {
  const { rows } = await db.query<RuleRow>({ name: 'limits.rules', text: LIST_RULES, values: [at] })
  return rows.map((row) => ({
    row: row.row,
    tier: row.tier,
    operation: row.operation as LimitGroup,
    window: row.time_window as LimitWindow,
    limitCents: row.amount_cents,
  }))
}

const READ_INCOMING = `
select owner_id, sum(amount_cents)::bigint as cents from movements
 where owner_id = any($1::uuid[]) and state in ('PENDING', 'ON HOLD') and type = 'deposit'
 group by owner_id`

/** Deposits under way, in cents: they count against the cap on a balance although nothing is posted yet. */
export const readIncoming = async (db: QueryRunner, ownerIds: string[]): Promise<Map<string, bigint>> => {
  const { rows } = await db.query<{ owner_id: string; cents: bigint }>({
    name: 'limits.incoming',
    text: READ_INCOMING,
    values: [uuids(ownerIds)],
  })
  return new Map(rows.map(({ owner_id, cents }) => [owner_id, cents]))
}
