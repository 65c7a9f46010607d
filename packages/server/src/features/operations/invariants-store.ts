/**
 * What must be true between the ledger's journal and what the server writes beside it. Each statement returns the rows
 * that break an invariant; none on a sound database.
 */
import { patient, PATIENCE_MS } from '@puente/ledger'
import type { Violation } from '@puente/ledger'
import type { Pool } from 'pg'

const SAMPLES = 20

const invariants: Record<string, string> = {
  'every posted movement shows its entry': `
    select movements.owner_id, movement_id from movements
    left join entries on entries.owner_id = movements.owner_id and entries.account = 'wallet'
      and entries.seq = movements.entry_seq
    where movements.transfer_id is not null and (entries.transfer_id is distinct from movements.transfer_id
      or entries.balance_after_cents is distinct from movements.balance_after_cents)`,

  'every party of a transfer sees it as one movement': `
    select moved.owner_id, moved.transfer_id, coalesce(shown.count, 0)::text as movements
    from (select distinct owner_id, transfer_id from entries where account = 'wallet') as moved
    left join (
      select owner_id, transfer_id, count(*) from movements where transfer_id is not null group by 1, 2
    ) as shown using (owner_id, transfer_id)
    where shown.count is distinct from 1`,

  'what is used of limits is what was moved': `
    select coalesce(used.owner_id, moved.owner_id) as owner_id, coalesce(used.movement_id, moved.movement_id) as movement_id
    from limit_usage as used full join (
      select owner_id, movement_id, amount_cents, state from movements where type in ('sent', 'deposit')
    ) as moved on moved.owner_id = used.owner_id and moved.movement_id = used.movement_id
    where used.amount_cents is distinct from moved.amount_cents
      or (used.given_back_at is not null) <> (moved.state = 'CANCELLED')`,

  'every movement has a line in the audit trail': `
    select owner_id, movement_id from movements where not exists (
      select from audit_log where object_type = 'movement' and object_id = movement_id::text)`,
}

/** Reads every movement: for audits and nights. At most `SAMPLES` violations of each invariant. */
export const checkMovements = (pool: Pool): Promise<Violation[]> =>
  patient(pool, async (client) => {
    const violations: Violation[] = []
    for (const [invariant, text] of Object.entries(invariants)) {
      const statement = { text: `${text} limit ${SAMPLES}`, query_timeout: PATIENCE_MS }
      const { rows } = await client.query<Record<string, string>>(statement)
      violations.push(...rows.map((where) => ({ invariant, where })))
    }
    return violations
  })
