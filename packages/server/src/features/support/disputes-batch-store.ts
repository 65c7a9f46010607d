/** Disputes as they are changed, by a transaction or the ledger's batch: the row is locked, and its alarm follows it. */
import {
  bigints,
  integers,
  type QueryRunner,
  type Statement,
  texts,
  timestamps,
  uuids,
  type Write,
} from '@puente/ledger'
import { createAlarmWrites } from '#platform/alarms.ts'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'
import type { Dispute, DisputeRef } from './dispute.ts'
import { alarmAt } from './dispute-rules.ts'
import { type DisputeRecord, toDispute } from './disputes-store.ts'

const lock: Statement = {
  name: 'disputes.lock',
  text: `
select * from disputes where owner_id = $1 and dispute_id = any($2::uuid[])
 order by dispute_id for no key update`,
}

export const lockDisputes = async (db: QueryRunner, refs: readonly DisputeRef[]): Promise<Dispute[]> => {
  const named = refs.map(({ ownerId, disputeId }) => ({ ownerId, id: disputeId }))
  return (await lockByOwner<DisputeRecord>(db, lock, named)).map(toDispute)
}

const GIVEN = `
select owner_id, sum(case when credit_state = 'takenBack' then owed_cents else coalesce(credit_cents, amount_cents) end)::bigint
       as given_cents from disputes
 where owner_id = any($1::uuid[]) and credit_state in ('given', 'toTakeBack', 'takenBack')
 group by owner_id`

/** What each of these people was credited that is not theirs for good: not decided, still to go back, or owed. In cents. */
export const readGiven = async (db: QueryRunner, ownerIds: readonly string[]): Promise<Map<string, bigint>> => {
  if (ownerIds.length === 0) return new Map()
  const { rows } = await db.query<{ owner_id: string; given_cents: bigint }>({
    name: 'disputes.given',
    text: GIVEN,
    values: [uuids([...ownerIds])],
  })
  return new Map(rows.map((row) => [row.owner_id, row.given_cents]))
}

const update: Statement = {
  name: 'disputes.update',
  text: `
update disputes
   set state = next.state, credit_state = next.credit_state, credit_movement_id = next.credit_movement_id,
       credited_at = next.credited_at, take_back_day = next.take_back_day, taken_cents = next.taken_cents,
       owed_cents = next.owed_cents, timeline = next.timeline::jsonb, version = next.version, credit_cents = next.credit_cents,
       answer_message_id = next.answer_message_id, updated_at = $14
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[], $8::bigint[],
              $9::bigint[], $10::text[], $11::integer[], $12::bigint[], $13::uuid[])
       as next (owner_id, dispute_id, state, credit_state, credit_movement_id, credited_at, take_back_day, taken_cents,
                owed_cents, timeline, version, credit_cents, answer_message_id)
 where disputes.owner_id = next.owner_id and disputes.dispute_id = next.dispute_id`,
}

const setAlarms: Statement = {
  name: 'disputes.set_alarms',
  text: `
insert into dispute_alarms (dispute_id, owner_id, at)
select dispute_id, owner_id, at from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as next (dispute_id, owner_id, at)
    on conflict (dispute_id) do update set at = excluded.at`,
}

const dropAlarms: Statement = {
  name: 'disputes.drop_alarms',
  text: 'delete from dispute_alarms where dispute_id = any($1::uuid[])',
}

const writeAlarms = createAlarmWrites({ set: setAlarms, drop: dropAlarms })

/** What sets when these are looked at next. */
export const disputeAlarmWrites = (disputes: readonly Dispute[]): Write[] =>
  writeAlarms(disputes.map((dispute) => ({ ...dispute, id: dispute.disputeId, at: alarmAt(dispute) })))

/** What writes disputes that are locked, with their alarms. */
export const disputeWrites = (disputes: readonly Dispute[], at: Date): Write[] => {
  if (disputes.length === 0) return []
  const values = [
    uuids(disputes.map(({ ownerId }) => ownerId)),
    uuids(disputes.map(({ disputeId }) => disputeId)),
    texts(disputes.map(({ state }) => state)),
    texts(disputes.map(({ credit }) => credit?.state)),
    uuids(disputes.map(({ credit }) => credit?.movementId)),
    timestamps(disputes.map(({ credit }) => credit?.at ?? null)),
    texts(disputes.map(({ credit }) => credit?.takeBackDay)),
    bigints(disputes.map(({ credit }) => credit?.takenCents ?? 0n)),
    bigints(disputes.map(({ credit }) => credit?.owedCents ?? 0n)),
    texts(disputes.map(({ timeline }) => JSON.stringify(timeline))),
    integers(disputes.map(({ version }) => version)),
    bigints(disputes.map(({ credit }) => credit?.cents)),
    uuids(disputes.map(({ answerMessageId }) => answerMessageId)),
    at,
  ]
  return [{ statement: update, values, rows: disputes.length }, ...disputeAlarmWrites(disputes)]
}
