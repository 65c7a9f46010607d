/** Writing and committing on one PostgreSQL and on distributed tables: both keep the same promises. */
import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountId, holdId } from '../decide/state.ts'
import type { Account } from '../decide/state.ts'
import { CommitRolledBack, RaceLost } from '../errors.ts'
import type { Phase } from '../pg/failure.ts'
import type { Write } from '../pg/writes.ts'
import { accountWrites } from '../rows/accounts.ts'
import { holdWrites } from '../rows/holds.ts'
import { keyWrites } from '../rows/keys.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, wallet } from '../test/factories.ts'
import { isSpread } from '../test/topology.ts'
import type { Hold } from '../types.ts'
import { writeThenCommit, writeWithCommit } from './write-batch.ts'

const at = new Date('2026-11-21T12:00:00Z')

let database: TestDatabase
let client: PoolClient

beforeAll(async () => {
  database = await testDatabase()
  client = await database.pool({ max: 1 }).connect()
  for (const text of ['create table test_notes (note text primary key)', 'grant select, insert on test_notes to app'])
    await database.admin.query(text)
})

afterAll(async () => {
  client.release()
  await database.stop()
})

const aNote = (note: string, rows?: number): Write => ({
  statement: { name: 'test.note', text: 'insert into test_notes select * from unnest($1::text[])' },
  values: [[note]],
  ...(rows === undefined ? {} : { rows }),
})

const isNoted = async (note: string): Promise<boolean> =>
  (await database.admin.query('select from test_notes where note = $1', [note])).rowCount === 1

describe.each([
  ...(isSpread
    ? []
    : [
        { way: 'a small batch on one PostgreSQL', write: writeWithCommit, commands: 1 },
        { way: 'a large batch on one PostgreSQL', write: writeWithCommit, commands: 500 },
      ]),
  { way: 'several machines', write: writeThenCommit, commands: 1 },
])('writing $way', ({ write, commands }) => {
  let phase: Phase = 'working'

  /** One transaction of its own. */
  const save = async (ledger: Write[], participants: Write[] = [], first = 'select 1'): Promise<void> => {
    phase = 'writing'
    await client.query('begin')
    await client.query(first).catch(() => {})
    try {
      await write(client, { commands, ledger: [() => ledger], participants: [() => participants] }, (next) => {
        phase = next
      })
    } finally {
      await client.query('rollback')
    }
  }

  test('I4: the tripwire: a balance, a held amount or a number that differs from the one that was read stops the batch', async () => {
    const ownerId = uuidv7()
    const account: Account = {
      ...wallet(ownerId),
      currency: 'USD',
      status: 'open',
      floorCents: 0n,
      balanceCents: 100n,
      heldCents: 0n,
      seq: 1n,
    }
    await database.admin.query(
      'insert into accounts (owner_id, account, currency, balance_cents, seq) values ($1, $2, $3, 100, 1)',
      [ownerId, 'wallet', 'USD'],
    )
    const saveAs = (seen: Partial<Account>) => {
      const before = { ...account, ...seen }
      const id = accountId(account)
      const now = new Map([[id, { ...before, balanceCents: 7n, seq: 9n }]])
      return save(accountWrites({ loaded: new Map([[id, before]]), now }), [aNote(ownerId)])
    }
    await expect(saveAs({ balanceCents: 99n })).rejects.toThrow(RaceLost)
    expect(phase).toBe('writing')
    await expect(saveAs({ heldCents: 1n })).rejects.toThrow(RaceLost)
    await expect(saveAs({ seq: 2n })).rejects.toThrow(RaceLost)
    expect(await isNoted(ownerId)).toBe(false)
    await saveAs({})
    expect(phase).toBe('committing')
    expect(await isNoted(ownerId)).toBe(true)
  })

  test('I5: a hold that another process placed or ended in between stops the batch', async () => {
    const hold: Hold = {
      ...wallet(uuidv7()),
      holdId: uuidv7(),
      amountCents: 10n,
      settledCents: 0n,
      releasedCents: 0n,
      state: 'open',
      purpose: 'test',
      expiresAt: null,
    }
    const id = holdId(hold)
    const place = () => save(holdWrites({ loaded: new Map([[id, null]]), now: new Map([[id, hold]]) }, at))
    await place()
    await expect(place()).rejects.toThrow(RaceLost)
    const released = { ...hold, releasedCents: 10n, state: 'released' as const }
    const end = () => save(holdWrites({ loaded: new Map([[id, hold]]), now: new Map([[id, released]]) }, at))
    await end()
    await expect(end()).rejects.toThrow(RaceLost)
  })

  test('I3: a key that another process took in between stops the batch, which runs again and reads it', async () => {
    const { ownerId, key, transferId } = aCommand(uuidv7())
    const stored = { ownerId, key, requestHash: 'asked', accepted: true, answer: 'null', transferId, at }
    const take = () => save(keyWrites([stored], at))
    await take()
    await expect(take()).rejects.toThrow(RaceLost)
    expect(phase).toBe('writing')
  })

  test('a row count that a participant requires is checked, and its own errors pass unchanged', async () => {
    const [kept, short] = [uuidv7(), uuidv7()]
    await save([], [aNote(kept, 1)])
    expect(await isNoted(kept)).toBe(true)
    await expect(save([], [aNote(short, 2)])).rejects.toThrow(RaceLost)
    expect(await isNoted(short)).toBe(false)
    await expect(save([], [aNote(short), aNote(short)])).rejects.toMatchObject({ code: '23505' })
    expect(await isNoted(short)).toBe(false)
  })

  test('independent writes may be one statement, and each is counted; a write that depends on them sees them', async () => {
    const [first, second, third, short] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
    const together = (note: string, rows?: number): Write => ({ ...aNote(note, rows), isIndependent: true })
    const copy: Write = {
      statement: {
        name: 'test.copy',
        text: "insert into test_notes select note || ' again' from test_notes where note = $1",
      },
      values: [second],
      rows: 1,
    }
    await save([], [together(first, 1), together(second), copy, together(third)])
    for (const note of [first, second, `${second} again`, third]) expect(await isNoted(note)).toBe(true)
    await expect(save([], [together(uuidv7()), together(short, 2)])).rejects.toThrow(RaceLost)
    expect(await isNoted(short)).toBe(false)
  })

  test('a statement first sent in a transaction that failed is parsed the next time', async () => {
    const name = `test.fresh_${uuidv7()}`
    const fresh = (note: string): Write => ({ ...aNote(note), statement: { ...aNote(note).statement, name } })
    const note = uuidv7()
    await expect(save([], [fresh(note), fresh(note)])).rejects.toMatchObject({ code: '23505' })
    await save([], [fresh(note)])
    expect(await isNoted(note)).toBe(true)
  })

  test('a value that cannot be sent stops the batch, and nothing of it is kept', async () => {
    const [before, after] = [uuidv7(), uuidv7()]
    const circle: { self?: unknown } = {}
    circle.self = circle
    const unsent: Write = { statement: { name: `test.unsent_${uuidv7()}`, text: 'select $1::text' }, values: [circle] }
    await expect(save([], [aNote(before), unsent, aNote(after)])).rejects.toThrow(/circular/)
    expect(phase).toBe('writing')
    expect([await isNoted(before), await isNoted(after)]).toEqual([false, false])
    const other: Write = { ...aNote(after), statement: { name: 'test.note', text: 'select $1::text[]' } }
    await expect(save([], [aNote(before), other])).rejects.toThrow(/must be unique/)
    expect(await isNoted(before)).toBe(false)
    await save([], [{ ...unsent, values: ['sent'] }, aNote(before)])
    expect(await isNoted(before)).toBe(true)
  })

  test('a write that cannot be made stops the batch before COMMIT, whatever was sent before it', async () => {
    const before = uuidv7()
    const fail = () => {
      throw new TypeError('no writes')
    }
    phase = 'writing'
    await client.query('begin')
    const writing = write(client, { commands, ledger: [], participants: [() => [aNote(before)], fail] }, (next) => {
      phase = next
    })
    await expect(writing).rejects.toThrow('no writes')
    await client.query('rollback')
    expect(phase).toBe('writing')
    expect(await isNoted(before)).toBe(false)
  })

  test('T21: a COMMIT that was answered with ROLLBACK never counts as one', async () => {
    await expect(save([], [], 'select 1 / 0')).rejects.toThrow(CommitRolledBack)
    await expect(save([], [aNote(uuidv7())], 'select 1 / 0')).rejects.toMatchObject({ code: '25P02' })
  })

  test('T20: when the connection ends before the answer, COMMIT is not reported as skipped', async () => {
    const lost = await database.pool({ max: 1 }).connect()
    lost.on('error', () => {})
    const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
    await lost.query('begin')
    const phases: Phase[] = []
    const sleep: Write = { statement: { name: 'test.sleep', text: 'select pg_sleep(30)' }, values: [] }
    const writing = write(lost, { commands, ledger: [], participants: [() => [sleep]] }, (next) => phases.push(next))
    const { stream } = (lost as unknown as { connection: { stream: { destroy: () => void } } }).connection
    setImmediate(() => stream.destroy())
    await expect(writing).rejects.toThrow(/Connection terminated/)
    expect(phases).toEqual(write === writeWithCommit ? ['committing'] : [])
    await database.admin.query('select pg_terminate_backend($1::int)', [rows[0]?.pid])
    lost.release(true)
  })
})
