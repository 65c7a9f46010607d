/**
 * What a product asks of its ledger besides money: a limit that is read and written under the lock, a row for each of the
 * two people with the balance after it, and a job in an outbox. The server's own participants do the same and more; these
 * are kept small so that the ledger is what is measured.
 */
import { bigints, texts, uuids } from '@puente/ledger'
import type { AccountRef, Participant } from '@puente/ledger'
import { newId } from '../lib/ids.ts'

export const fullWorkSchema = [
  `create table usage (
    owner_id uuid not null,
    hour bigint not null,
    used_cents bigint not null,
    primary key (owner_id, hour)
  ) with (fillfactor = 70)`,
  `create table movements (
    owner_id uuid not null,
    movement_id uuid not null,
    type text not null,
    state text not null,
    amount_cents bigint not null,
    counterpart_id uuid not null,
    reference text not null,
    balance_after_cents bigint not null,
    entry_seq bigint not null,
    created_at timestamptz not null,
    primary key (owner_id, movement_id)
  )`,
  'create index movements_newest on movements (owner_id, created_at desc, movement_id desc)',
  'create table outbox (job_id uuid primary key, task text not null, payload json not null)',
  'grant select, insert, update on usage, movements, outbox to app',
]

const MONTH_HOURS = 30 * 24
const LIMIT_CENTS = 1_000_000_000_000n

type Use = { ownerId: string; amountCents: bigint }
type Used = Map<string, bigint>

const readUsage = {
  name: 'bench.usage',
  text: `select owner_id, sum(used_cents)::bigint as used_cents from usage
    where owner_id = any($1::uuid[]) and hour > floor(extract(epoch from $2::timestamptz) / 3600) - ${MONTH_HOURS}
    group by owner_id`,
}

const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000)

const saveUsage = {
  name: 'bench.save_usage',
  text: `insert into usage (owner_id, hour, used_cents)
    select owner_id, $3, used_cents from unnest($1::uuid[], $2::bigint[]) as used (owner_id, used_cents)
    on conflict (owner_id, hour) do update set used_cents = usage.used_cents + excluded.used_cents`,
}

export const usage: Participant<Use, Used, Use> = {
  name: 'usage',
  phase: 'before',
  load: async (client, needs, at) => {
    const owners = [...new Set(needs.map(({ need }) => need.ownerId))]
    const { rows } = await client.query<{ owner_id: string; used_cents: string }>({
      ...readUsage,
      values: [uuids(owners), at],
    })
    return new Map(rows.map((row) => [row.owner_id, BigInt(row.used_cents)]))
  },
  decide: (cents, need) =>
    (cents.get(need.ownerId) ?? 0n) + need.amountCents > LIMIT_CENTS
      ? { refuse: { code: 'limitExceeded' } }
      : { change: need },
  apply: (cents, { ownerId, amountCents }) => {
    cents.set(ownerId, (cents.get(ownerId) ?? 0n) + amountCents)
  },
  save: (_state, changes, at) => {
    const sums = new Map<string, bigint>()
    for (const { ownerId, amountCents } of changes) sums.set(ownerId, (sums.get(ownerId) ?? 0n) + amountCents)
    return [
      {
        statement: saveUsage,
        values: [uuids([...sums.keys()]), bigints([...sums.values()]), hourOf(at)],
        isIndependent: true,
      },
    ]
  },
}

type Sides = { payer: AccountRef; payee: AccountRef; amountCents: bigint }
type Row = {
  ownerId: string
  movementId: string
  type: 'sent' | 'received'
  amountCents: bigint
  counterpartId: string
  balanceAfterCents: bigint
  seq: bigint
}

const saveMovements = {
  name: 'bench.save_movements',
  text: `insert into movements (owner_id, movement_id, type, state, amount_cents, counterpart_id, reference,
      balance_after_cents, entry_seq, created_at)
    select owner_id, movement_id, type, 'COMPLETED', amount_cents, counterpart_id, 'PU-' || left(movement_id::text, 8),
      balance_after_cents, entry_seq, $8
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::uuid[], $6::bigint[], $7::bigint[])
      as shown (owner_id, movement_id, type, amount_cents, counterpart_id, balance_after_cents, entry_seq)`,
}

export const movements: Participant<Sides, null, Row[]> = {
  name: 'movements',
  phase: 'after',
  load: async () => null,
  decide: (_state, { payer, payee, amountCents }, { balanceOf, transferId }) => {
    const row = (type: Row['type'], own: AccountRef, other: AccountRef): Row => {
      const { balanceCents, seq } = balanceOf(own)
      return {
        ownerId: own.ownerId,
        movementId: transferId,
        type,
        amountCents,
        counterpartId: other.ownerId,
        balanceAfterCents: balanceCents,
        seq,
      }
    }
    return { change: [row('sent', payer, payee), row('received', payee, payer)] }
  },
  apply: () => {},
  save: (_state, changes, at) => {
    const rows = changes.flat()
    const values = [
      uuids(rows.map(({ ownerId }) => ownerId)),
      uuids(rows.map(({ movementId }) => movementId)),
      texts(rows.map(({ type }) => type)),
      bigints(rows.map(({ amountCents }) => amountCents)),
      uuids(rows.map(({ counterpartId }) => counterpartId)),
      bigints(rows.map(({ balanceAfterCents }) => balanceAfterCents)),
      bigints(rows.map(({ seq }) => seq)),
      at,
    ]
    return [{ statement: saveMovements, values, isIndependent: true }]
  },
}

const saveJobs = {
  name: 'bench.save_outbox',
  text: `insert into outbox (job_id, task, payload)
    select job_id, 'transfer.notify', payload::json from unnest($1::uuid[], $2::text[]) as job (job_id, payload)`,
}

export const outbox: Participant<string, null, string> = {
  name: 'outbox',
  phase: 'after',
  load: async () => null,
  decide: (_state, payload) => ({ change: payload }),
  apply: () => {},
  save: (_state, changes) => [
    { statement: saveJobs, values: [uuids(changes.map(() => newId())), texts(changes)], isIndependent: true },
  ],
}
