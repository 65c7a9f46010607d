import { changed, holdId } from '../decide/state.ts'
import type { Rows } from '../decide/state.ts'
import { bigints, texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { Write } from '../pg/writes.ts'
import type { AccountRef, Hold, HoldRef, HoldState } from '../types.ts'

const load: Statement = {
  name: 'ledger.load_holds',
  text: `select holds.* from unnest($1::uuid[], $2::uuid[]) as wanted (owner_id, hold_id)
    join holds on holds.owner_id = wanted.owner_id and holds.hold_id = wanted.hold_id`,
}

const insert: Statement = {
  name: 'ledger.insert_holds',
  text: `insert into holds (owner_id, hold_id, account, amount_cents, settled_cents, released_cents, state, purpose,
      expires_at, created_at, ended_at)
    select owner_id, hold_id, account, amount_cents, settled_cents, released_cents, state, purpose, expires_at, $10,
      case when state <> 'open' then $10::timestamptz end
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[],
      $9::timestamptz[]) as placed (owner_id, hold_id, account, amount_cents, settled_cents, released_cents, state,
      purpose, expires_at)
    order by owner_id, hold_id
    on conflict (owner_id, hold_id) do nothing`,
}

const update: Statement = {
  name: 'ledger.update_holds',
  text: `update holds set settled_cents = next.settled_cents, released_cents = next.released_cents, state = next.state,
      ended_at = case when next.state <> 'open' then $6::timestamptz end
    from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[])
      as next (owner_id, hold_id, settled_cents, released_cents, state)
    where holds.owner_id = next.owner_id and holds.hold_id = next.hold_id and holds.state = 'open'`,
}

type HoldRow = {
  owner_id: string
  hold_id: string
  account: string
  amount_cents: bigint
  settled_cents: bigint
  released_cents: bigint
  state: HoldState
  purpose: string
  expires_at: Date | null
}

export const loadHolds = async (db: QueryRunner, refs: HoldRef[]): Promise<Map<string, Hold | null>> => {
  const holds = new Map<string, Hold | null>(refs.map((ref) => [holdId(ref), null]))
  if (refs.length === 0) return holds
  const { rows } = await run<HoldRow>(db, load, [
    uuids(refs.map(({ ownerId }) => ownerId)),
    uuids(refs.map((ref) => ref.holdId)),
  ])
  for (const row of rows) {
    const hold: Hold = {
      ownerId: row.owner_id,
      holdId: row.hold_id,
      account: row.account,
      amountCents: row.amount_cents,
      settledCents: row.settled_cents,
      releasedCents: row.released_cents,
      state: row.state,
      purpose: row.purpose,
      expiresAt: row.expires_at,
    }
    holds.set(holdId(hold), hold)
  }
  return holds
}

export const holdWrites = (holds: Rows<Hold>, at: Date): Write[] => {
  const changes = changed(holds)
  const placed = changes.filter(({ before }) => !before).map(({ after }) => after)
  const moved = changes.filter(({ before }) => before).map(({ after }) => after)
  const inserting = () => [
    uuids(placed.map(({ ownerId }) => ownerId)),
    uuids(placed.map((hold) => hold.holdId)),
    texts(placed.map(({ account }) => account)),
    bigints(placed.map(({ amountCents }) => amountCents)),
    bigints(placed.map(({ settledCents }) => settledCents)),
    bigints(placed.map(({ releasedCents }) => releasedCents)),
    texts(placed.map(({ state }) => state)),
    texts(placed.map(({ purpose }) => purpose)),
    placed.map(({ expiresAt }) => expiresAt),
    at,
  ]
  const updating = () => [
    uuids(moved.map(({ ownerId }) => ownerId)),
    uuids(moved.map((hold) => hold.holdId)),
    bigints(moved.map(({ settledCents }) => settledCents)),
    bigints(moved.map(({ releasedCents }) => releasedCents)),
    texts(moved.map(({ state }) => state)),
    at,
  ]
  return [
    ...(placed.length > 0
      ? [{ statement: insert, values: inserting(), rows: placed.length, isIndependent: true as const }]
      : []),
    ...(moved.length > 0
      ? [{ statement: update, values: updating(), rows: moved.length, isIndependent: true as const }]
      : []),
  ]
}

// Only the end of a hold has a time: of one that ends in parts the whole counts until then.
const heldAt: Statement = {
  name: 'ledger.held_before',
  text: `select coalesce(sum(case when ended_at is null then amount_cents - settled_cents - released_cents else amount_cents end), 0)::bigint
      as held_cents
    from holds where owner_id = $1 and account = $2 and created_at < $3 and (ended_at is null or ended_at >= $3)`,
}

/** How much of an account was held just before a moment, in cents. */
export const heldBefore = async (db: QueryRunner, { ownerId, account }: AccountRef, moment: Date): Promise<bigint> => {
  const { rows } = await run<{ held_cents: bigint }>(db, heldAt, [ownerId, account, moment])
  return rows[0]?.held_cents ?? 0n
}
