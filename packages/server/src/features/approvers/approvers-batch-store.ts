/** What the ledger's batch reads of approvers, under the wallets' locks. */
import { type BatchTime, type QueryRunner, uuids } from '@puente/ledger'
import type { Approver, ApproverRef } from './approver.ts'
import { type ApproverRecord, toApprover } from './approvers-store.ts'

/** One payment of the batch. */
export type Question = { ownerId: string; payeeId: string }

/** One approver of who pays, by name, and what was paid to the same person before. */
export type Found = { approver: Approver; name: string; isPaidBefore: boolean; goneCents: bigint }

/** More payments to one person than anybody makes in a day; the budget of money calls allows far fewer. */
const MOST_IN_A_DAY = 10_000

// Paid is who got money from the balance: a first payment by a card, which nobody approves, makes nobody known. Who has left the
// directory approves no more. What was approved, or waits for that, says so, and does not count again.
const READ = `
with asked as materialized (
  select n, owner_id, payee_id
    from unnest($2::uuid[], $3::uuid[]) with ordinality as given (owner_id, payee_id, n)
)
select asked.n::int as n, approvers.*, directory.full_name,
       exists (
         select from movements
          where movements.owner_id = approvers.owner_id and movements.counterpart_id = asked.payee_id
            and movements.type in ('sent', 'invoice') and movements.direction = -1 and movements.method = 'wallet'
            and movements.state = 'COMPLETED') as paid,
       coalesce((
         select sum(amount_cents)::bigint from (
           select movements.amount_cents from movements
            where movements.owner_id = approvers.owner_id and movements.counterpart_id = asked.payee_id
              and movements.created_at > $1::timestamptz - interval '24 hours'
              and movements.type in ('sent', 'invoice') and movements.direction = -1 and movements.method = 'wallet'
              and movements.state <> 'CANCELLED' and not movements.details ? 'approvers'
            order by movements.created_at desc limit ${MOST_IN_A_DAY}) as gone), 0)::bigint as gone_cents
  from asked
  join approvers on approvers.owner_id = asked.owner_id and approvers.state = 'active'
  join directory on directory.owner_id = approvers.approver_id`

type Row = ApproverRecord & { n: number; full_name: string; paid: boolean; gone_cents: bigint }

const byAcceptance = (a: Row, b: Row): number =>
  (a.accepted_at?.getTime() ?? 0) - (b.accepted_at?.getTime() ?? 0) || (a.approver_id < b.approver_id ? -1 : 1)

/** By the question's place, the active approvers of who pays, those who were there first before. */
export const readApprovers = async (
  db: QueryRunner,
  asked: readonly Question[],
  at: BatchTime | Date,
): Promise<Found[][]> => {
  const found: Found[][] = asked.map(() => [])
  if (asked.length === 0) return found
  const values = [at, uuids(asked.map(({ ownerId }) => ownerId)), uuids(asked.map(({ payeeId }) => payeeId))]
  const { rows } = await db.query<Row>({ name: 'approvers.read', text: READ, values })
  for (const row of rows.toSorted(byAcceptance))
    found[row.n - 1]?.push({
      approver: toApprover(row),
      name: row.full_name,
      isPaidBefore: row.paid,
      goneCents: row.gone_cents,
    })
  return found
}

const BY_REF = `
select approvers.* from approvers
  join unnest($1::uuid[], $2::uuid[]) as asked (owner_id, approver_id)
    on approvers.owner_id = asked.owner_id and approvers.approver_id = asked.approver_id`

/** Those of them that there are. */
export const readByRef = async (db: QueryRunner, refs: readonly ApproverRef[]): Promise<Approver[]> => {
  if (refs.length === 0) return []
  const values = [uuids(refs.map(({ ownerId }) => ownerId)), uuids(refs.map(({ approverId }) => approverId))]
  const { rows } = await db.query<ApproverRecord>({ name: 'approvers.by_ref', text: BY_REF, values })
  return rows.map(toApprover)
}
