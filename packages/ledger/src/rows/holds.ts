/**
 * Held money stays in the account but cannot be spent. A hold is placed once and ends once; in between it is settled or
 * released in parts, at most up to its amount. Deciding is pure: it lays new records over the state.
 */
import { bigints, texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { Asks, Statement } from '../pg/sql.ts'
import { accountId, changed, findAccount, findHold, holdId } from '../decide/state.ts'
import type { Overlay, Rows, State } from '../decide/state.ts'
import type { Hold, HoldOp, HoldRef, HoldState, LedgerCode, Refusal } from '../types.ts'
import type { Write } from '../pg/writes.ts'

/** The moves a hold can make; a hold that is not open makes none. */
const holdMoves: Record<HoldState, readonly HoldState[]> = {
  open: ['open', 'settled', 'released', 'expired'],
  settled: [],
  released: [],
  expired: [],
}

const ENDS_AS = { settle: 'settled', release: 'released', expire: 'expired' } as const

const refuse = (code: LedgerCode, op: HoldOp): Refusal<LedgerCode> => ({ code, details: { holdId: op.holdId } })

const changeHeld = (state: State, overlay: Overlay, hold: Hold, byCents: bigint) => {
  const account = findAccount(state, overlay, hold)
  overlay.accounts.set(accountId(hold), { ...account, heldCents: account.heldCents + byCents })
}

const place = (state: State, overlay: Overlay, op: HoldOp & { op: 'place' }): Refusal<LedgerCode> | null => {
  const id = holdId(op)
  if (overlay.holds.has(id) || state.holds.now.get(id)) return refuse('holdExists', op)
  if (findAccount(state, overlay, op).status !== 'open')
    return { code: 'accountClosed', details: { account: op.account } }
  const hold: Hold = {
    ownerId: op.ownerId,
    holdId: op.holdId,
    account: op.account,
    amountCents: op.amountCents,
    settledCents: 0n,
    releasedCents: 0n,
    state: 'open',
    purpose: op.purpose,
    expiresAt: op.expiresAt ?? null,
  }
  overlay.holds.set(id, hold)
  changeHeld(state, overlay, hold, op.amountCents)
  return null
}

const free = (state: State, overlay: Overlay, op: Exclude<HoldOp, { op: 'place' }>): Refusal<LedgerCode> | null => {
  const hold = findHold(state, overlay, op)
  if (!hold || !holdMoves[hold.state].includes(ENDS_AS[op.op])) return refuse('holdNotOpen', op)
  const leftCents = hold.amountCents - hold.settledCents - hold.releasedCents
  if (op.op === 'expire' && !(hold.expiresAt && hold.expiresAt <= state.at)) return refuse('holdNotExpired', op)
  const askedCents = op.op === 'expire' ? leftCents : (op.amountCents ?? leftCents)
  if (askedCents > leftCents) return refuse('holdExceeded', op)

  const settledCents = op.op === 'settle' ? askedCents : 0n
  const freedCents = op.op === 'settle' && op.final ? leftCents : askedCents
  overlay.holds.set(holdId(op), {
    ...hold,
    settledCents: hold.settledCents + settledCents,
    releasedCents: hold.releasedCents + freedCents - settledCents,
    state: freedCents === leftCents ? ENDS_AS[op.op] : 'open',
  })
  changeHeld(state, overlay, hold, -freedCents)
  return null
}

/** Lays the holds after these operations, and what their accounts then hold, over the state; or says why not. */
export const decideHolds = (state: State, overlay: Overlay, ops: HoldOp[]): Refusal<LedgerCode> | null => {
  for (const op of ops) {
    const refusal = op.op === 'place' ? place(state, overlay, op) : free(state, overlay, op)
    if (refusal) return refusal
  }
  return null
}

const load: Statement = {
  name: 'ledger.load_holds',
  text: `select holds.* from unnest($1::uuid[], $2::uuid[]) as touched (owner_id, hold_id)
    join holds on holds.owner_id = touched.owner_id and holds.hold_id = touched.hold_id`,
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

export const loadHolds = async (db: Asks, refs: HoldRef[]): Promise<Map<string, Hold | null>> => {
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
