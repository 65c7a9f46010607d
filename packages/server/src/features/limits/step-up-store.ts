/** What decides in the ledger's batch whether money asks for a proof, and the use of the token that brings one. */
import {
  bigints,
  type BatchTime,
  type QueryRunner,
  type Statement,
  texts,
  timestamps,
  uuids,
  type Write,
} from '@puente/ledger'
import type { FeeOperation } from '@puente/contract'
import type { Db } from '#platform/db/database.ts'
import type { StepUpAmounts, StepUpRule } from './step-up-rules.ts'
import { BUCKET_MS } from './usage-store.ts'

/** One command of the batch. `tokenHash` is null without a token. */
export type StepUpQuestion = {
  ownerId: string
  /** Null of one that no session asks for. */
  sessionId: string | null
  payeeId: string
  amountCents: bigint
  operation: string
  tokenHash: Buffer | null
  /** When it was proved for a payment that was scheduled; null of every other. */
  provedAt: Date | null
}

/** A proof of this session whose token is good and unused. */
export type GoodProof = { challengeId: string; intentHash: Buffer }

export type StepUpFinding = {
  amounts: StepUpAmounts
  isPaidBefore: boolean
  /** What went in-app since the last proof of money; null where there was none within 24 hours. */
  sinceProofCents: bigint | null
  proof: GoodProof | null
  /** Whether a proof that was given before counts still. */
  isProvedBefore: boolean
}

const IN_APP_SINCE = `bucket.owner_id = any($2::uuid[]) and bucket.cents > 0 and bucket.operations like '%inApp%'
     and bucket.starts_at > edges.edge - interval '${BUCKET_MS} milliseconds' and bucket.newest_at >= edges.edge`

// Summed up is only what went since a proof within 24 hours; without one, the limits have it. It is done as they do it: whole
// buckets, and the rows of the one bucket that the edge cuts. The edge is the last proof; the movement that this proof was for
// does not count, others of its very moment do. Who was paid before is looked up only where it decides. All that is an owner's is
// joined to the owner, so that it is done where the owner's rows are.
const READ = `
with asked as materialized (
  select n, owner_id, session_id, payee_id, amount_cents, operation, token_hex, proved_at
    from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[]) with ordinality
      as given (owner_id, session_id, payee_id, amount_cents, operation, token_hex, proved_at, n)
), amounts as materialized (
  select distinct on (operation, rule) operation, rule, amount_cents
    from step_up_rows where effective_from <= $1::timestamptz order by operation, rule, effective_from desc
), edges as materialized (
  select distinct on (owner_id) owner_id, used_at as edge, movement_id
    from step_up_challenges
   where owner_id = any($2::uuid[]) and movement_id is not null and used_at > $1::timestamptz - interval '24 hours'
   order by owner_id, used_at desc
), parts as materialized (
  select bucket.owner_id, sum(bucket.cents) as cents
    from limit_buckets as bucket
    join edges on edges.owner_id = bucket.owner_id
   where ${IN_APP_SINCE} and bucket.oldest_at > edges.edge
   group by bucket.owner_id
   union all
  select bucket.owner_id, sum(used.amount_cents)
    from limit_buckets as bucket
    join edges on edges.owner_id = bucket.owner_id
    join limit_usage as used on used.owner_id = bucket.owner_id and used.at >= edges.edge and used.at <= bucket.newest_at
     and used.operations = bucket.operations and used.given_back_at is null and used.movement_id is distinct from edges.movement_id
   where ${IN_APP_SINCE} and bucket.oldest_at <= edges.edge
   group by bucket.owner_id
), gone as materialized (
  select edges.owner_id, coalesce((select sum(parts.cents) from parts where parts.owner_id = edges.owner_id), 0) as cents from edges
)
select asked.n::int as n, gone.cents::bigint as gone_cents,
       new_payee.amount_cents as new_payee, single.amount_cents as single, day.amount_cents as day,
       asked.amount_cents >= new_payee.amount_cents and asked.amount_cents < coalesce(single.amount_cents, asked.amount_cents + 1)
         and exists (
           select from movements
            where movements.owner_id = users.owner_id and movements.counterpart_id = asked.payee_id
              and movements.type in ('sent', 'invoice') and movements.direction = -1 and movements.state = 'COMPLETED') as paid,
       token.challenge_id, token.intent_hash,
       asked.proved_at is not null and not exists (
         select from coolings where coolings.owner_id = users.owner_id and coolings.started_at >= asked.proved_at) as proved_before
  from asked
  join users on users.owner_id = asked.owner_id
  left join gone on gone.owner_id = asked.owner_id
  left join amounts as new_payee on new_payee.operation = asked.operation and new_payee.rule = 'newPayee'
  left join amounts as single on single.operation = asked.operation and single.rule = 'single'
  left join amounts as day on day.operation = asked.operation and day.rule = 'day'
  left join step_up_challenges as token
    on token.owner_id = users.owner_id and token.token_hash = decode(asked.token_hex, 'hex') and token.session_id = asked.session_id
   and token.used_at is null and token.token_expires_at > $1::timestamptz
 order by asked.n`

type Row = {
  n: number
  gone_cents: bigint | null
  new_payee: bigint | null
  single: bigint | null
  day: bigint | null
  paid: boolean | null
  challenge_id: string | null
  intent_hash: Buffer | null
  proved_before: boolean
}

const amountsOf = ({ new_payee, single, day }: Row): StepUpAmounts => {
  const given: [StepUpRule, bigint | null][] = [
    ['newPayee', new_payee],
    ['single', single],
    ['day', day],
  ]
  return Object.fromEntries(given.filter(([, cents]) => cents !== null)) as StepUpAmounts
}

const findingOf = (row: Row): StepUpFinding => ({
  amounts: amountsOf(row),
  isPaidBefore: row.paid === true,
  sinceProofCents: row.gone_cents,
  proof:
    row.challenge_id === null || row.intent_hash === null
      ? null
      : { challengeId: row.challenge_id, intentHash: row.intent_hash },
  isProvedBefore: row.proved_before,
})

/** The amounts from which an operation asks for a proof. */
export const readStepUpAmounts = async (db: Db, operation: FeeOperation, at: Date): Promise<StepUpAmounts> => {
  const rows = await db
    .selectFrom('step_up_rows')
    .distinctOn('rule')
    .select(['rule', 'amount_cents'])
    .where('operation', '=', operation)
    .where('effective_from', '<=', at)
    .orderBy('rule')
    .orderBy('effective_from', 'desc')
    .execute()
  return Object.fromEntries(rows.map(({ rule, amount_cents }) => [rule, amount_cents]))
}

/** In the order of the questions. */
export const readStepUps = async (
  db: QueryRunner,
  asked: readonly StepUpQuestion[],
  at: BatchTime,
): Promise<StepUpFinding[]> => {
  const values = [
    at,
    uuids(asked.map(({ ownerId }) => ownerId)),
    uuids(asked.map(({ sessionId }) => sessionId)),
    uuids(asked.map(({ payeeId }) => payeeId)),
    bigints(asked.map(({ amountCents }) => amountCents)),
    texts(asked.map(({ operation }) => operation)),
    texts(asked.map(({ tokenHash }) => tokenHash?.toString('hex'))),
    timestamps(asked.map(({ provedAt }) => provedAt)),
  ]
  const { rows } = await db.query<Row>({ name: 'limits.step_ups', text: READ, values })
  return rows.map(findingOf)
}

/** A proof that lets a movement pass. */
export type UsedProof = { ownerId: string; challengeId: string; movementId: string }

const useProofs: Statement = {
  name: 'limits.use_proofs',
  text: `
update step_up_challenges as challenge set used_at = $4, movement_id = used.movement_id
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as used (owner_id, challenge_id, movement_id)
 where challenge.owner_id = used.owner_id and challenge.challenge_id = used.challenge_id and challenge.used_at is null`,
}

/** Uses the tokens up with the money; the batch fails when one was used meanwhile. */
export const proofWrites = (used: UsedProof[], at: Date): Write[] => {
  if (used.length === 0) return []
  const values = [
    uuids(used.map(({ ownerId }) => ownerId)),
    uuids(used.map(({ challengeId }) => challengeId)),
    uuids(used.map(({ movementId }) => movementId)),
    at,
  ]
  return [{ statement: useProofs, values, rows: used.length, isIndependent: true }]
}
