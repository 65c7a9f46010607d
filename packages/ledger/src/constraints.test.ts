/**
 * The tables repeat as constraints what the posting code decides, in case it decides wrongly. Each one is provoked here by
 * the superuser, with a row that nothing else would stop.
 */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

const insert = (table: string, row: Record<string, unknown>) => {
  const columns = Object.keys(row)
  const values = columns.map((_, n) => `$${n + 1}`)
  return database.admin.query(
    `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`,
    Object.values(row),
  )
}

const now = new Date('2026-11-21T12:00:00Z')

const sound = {
  accounts: () => ({ owner_id: uuidv7(), account: 'wallet', currency: 'USD' }),
  entries: () => ({
    owner_id: uuidv7(),
    account: 'wallet',
    seq: 1,
    transfer_id: uuidv7(),
    leg: 0,
    amount_cents: 5,
    balance_after_cents: 5,
    counter_owner_id: uuidv7(),
    counter_account: 'wallet',
    kind: 'test',
    created_at: now,
  }),
  holds: () => ({
    owner_id: uuidv7(),
    hold_id: uuidv7(),
    account: 'wallet',
    amount_cents: 10,
    purpose: 'test',
    created_at: now,
  }),
  reversals: () => ({
    owner_id: uuidv7(),
    transfer_id: uuidv7(),
    account: 'wallet',
    moved_cents: 10,
    returned_cents: -10,
  }),
  idempotency: () => ({
    owner_id: uuidv7(),
    key: 'a-key',
    request_hash: 'asked',
    status: 'accepted',
    transfer_id: uuidv7(),
    created_at: now,
  }),
}
type Table = keyof typeof sound
const ended = { state: 'settled', ended_at: now }

const backstops: [string, Table, Record<string, unknown>][] = [
  ['accounts_name_well_formed', 'accounts', { account: 'Wallet' }],
  ['accounts_currency_well_formed', 'accounts', { currency: 'usd' }],
  ['accounts_status_known', 'accounts', { status: 'asleep' }],
  ['accounts_held_not_negative', 'accounts', { held_cents: -1 }],
  ['accounts_seq_not_negative', 'accounts', { seq: -1 }],
  ['accounts_above_floor', 'accounts', { balance_cents: 1, held_cents: 2, floor_cents: 0 }],
  ['entries_seq_positive', 'entries', { seq: 0 }],
  ['entries_amount_not_zero', 'entries', { amount_cents: 0 }],
  ['holds_amount_positive', 'holds', { amount_cents: 0, ...ended }],
  ['holds_parts_not_negative', 'holds', { settled_cents: -1 }],
  ['holds_parts_not_negative', 'holds', { released_cents: -1 }],
  ['holds_parts_within_amount', 'holds', { settled_cents: 8, released_cents: 3, ...ended }],
  ['holds_state_known', 'holds', { settled_cents: 10, ...ended, state: 'lost' }],
  ['holds_open_while_something_is_held', 'holds', { settled_cents: 10 }],
  ['holds_open_while_something_is_held', 'holds', ended],
  ['holds_ended_when_not_open', 'holds', { ended_at: now }],
  ['reversals_against_the_movement', 'reversals', { returned_cents: 1 }],
  ['reversals_within_the_movement', 'reversals', { returned_cents: -11 }],
  ['idempotency_key_well_formed', 'idempotency', { key: 'a key' }],
  ['idempotency_key_well_formed', 'idempotency', { key: 'k'.repeat(201) }],
  ['idempotency_status_known', 'idempotency', { status: 'perhaps' }],
]

test.each(Object.keys(sound) as Table[])(
  'a sound row of %s is taken, so that what is refused below is the fault',
  async (table) => {
    expect((await insert(table, sound[table]())).rowCount).toBe(1)
  },
)

/** By its message: a cluster passes no more of a machine's error on, and puts the number of a shard behind the name. */
const broken = (constraint: string) => ({
  message: expect.stringMatching(new RegExp(`violates (check|unique) constraint "${constraint}(_\\d+)?"`)),
})

test.each(backstops)('%s stops a row of %s with %o', async (constraint, table, fault) => {
  await expect(insert(table, { ...sound[table](), ...fault })).rejects.toMatchObject(broken(constraint))
})

test('I3: a leg of a transfer is written once per account, and an entry, a key, a hold and a reversal only once', async () => {
  const entry = sound.entries()
  await insert('entries', entry)
  await expect(insert('entries', { ...entry, seq: 2 })).rejects.toMatchObject(broken('entries_once_per_leg'))
  await expect(insert('entries', { ...entry, leg: 1 })).rejects.toMatchObject(broken('entries_pkey'))
  for (const table of ['holds', 'reversals', 'idempotency'] as const) {
    const row = sound[table]()
    await insert(table, row)
    await expect(insert(table, row)).rejects.toMatchObject(broken(`${table}_pkey`))
  }
})
