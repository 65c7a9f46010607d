import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountSeals, createLedger, entrySeals, readHead, sealNext, verifyChain, verifyEntries } from '../index.ts'
import type { Ledger } from '../index.ts'
import { setAccountStatus } from '../test/account-status.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aSend, aUser, wallet } from '../test/factories.ts'
import { ACCOUNTS, BATCHES, ENTRIES, sealsOf, tamper, TERMS } from '../test/tamper.ts'
import { isSpread, testOnOne } from '../test/topology.ts'

const source = entrySeals()
let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool() })
  const users = await Promise.all(Array.from({ length: 6 }, () => aUser(ledger, 1_000n)))
  for (const [n, from] of users.entries()) await ledger.post(aSend(from, users[(n + 1) % 6]!, BigInt(n + 1)))
  await setAccountStatus(database.admin, wallet(users[0]!), 'frozen')
  await setAccountStatus(database.admin, wallet(users[0]!), 'open')
})

afterAll(async () => {
  await ledger.close()
  await database.stop()
})

const sealAll = async (limit?: number): Promise<void> => {
  const pool = database.pool({ max: 1 })
  for (const chain of [source, accountSeals()]) while ((await sealNext(pool, chain, limit)) > 0);
}
const tampering = async () => (await verifyEntries(database.admin)).tampering

/** A seeded generator, so that a failing seed can be tried again. */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

test('the journal is sealed in order, and verifies', async () => {
  await sealAll(8)
  const report = await verifyEntries(database.admin)
  expect(report).toMatchObject({ chain: 'entries', tampering: [] })
  expect(report.seals).toBeGreaterThan(2n)
  expect(report.rows).toBeGreaterThan(24n)
  expect(await sealNext(database.pool(), source)).toBe(0)
})

test('sealing continues where another process stopped, and of two at a time one seals', async () => {
  await aUser(ledger, 10n)
  const [one, two] = [database.pool({ max: 1 }), database.pool({ max: 1 })]
  const sealed = await Promise.all([sealNext(one, source), sealNext(two, source)])
  expect(sealed.toSorted()).toEqual([0, 3])
  expect(await tampering()).toEqual([])
})

/** Lets the coordinator of a cluster number its transactions ahead of every worker, as a primary that was in use before does. */
const numberAhead = async (): Promise<void> => {
  if (!isSpread) return
  const count = 'do $$ begin for n in 1 .. 5000 loop perform pg_current_xact_id(); commit; end loop; end $$'
  const behind = `select from run_command_on_workers('select pg_snapshot_xmax(pg_current_snapshot())')
    where result::bigint + 1000 > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
  while (((await database.admin.query(behind)).rowCount ?? 0) > 0) await database.admin.query(count)
}

test('new terms come under seal, however far the numbers of their transactions are from those of other machines', async () => {
  await sealAll()
  const before = await readHead(database.admin, accountSeals())
  await numberAhead()
  await aUser(ledger, 10n)
  await sealAll()
  expect((await readHead(database.admin, accountSeals()))?.n).toBeGreaterThan(before!.n)
  expect((await verifyChain(database.admin, accountSeals())).tampering).toEqual([])
})

// The rows to change are picked by their place on one machine.
testOnOne('T28: fifty random changes as superuser are each found and named', async () => {
  await sealAll(8)
  const heads = [await readHead(database.admin, source), await readHead(database.admin, accountSeals())]
  const [entries, accounts] = heads.map((head) => [{ n: head!.n, hash: head!.hash }])
  const found = async (): Promise<string[]> => {
    const chains = [
      await verifyEntries(database.admin, entries),
      await verifyChain(database.admin, accountSeals(), accounts),
    ]
    const { violations } = await ledger.check()
    return [
      ...chains.flatMap((chain) => chain.tampering.map(({ name }) => name)),
      ...violations.map(({ where }) => Object.values(where as object).join('/')),
    ]
  }
  const targets = [ENTRIES, ACCOUNTS, TERMS, BATCHES, sealsOf('entry_seals'), sealsOf('account_seals')]
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seeded(seed)
  for (let n = 0; n < 50; n += 1) {
    const { what, name, undo } = await tamper(database.admin, targets, random)
    const named = await found()
    const isNamed = named.some((one) => new RegExp(`${name}(?!\\w)`).test(one))
    expect(isNamed, `seed ${seed}, ${n}: ${what} ${name} in ${named.join()}`).toBe(true)
    await undo()
  }
  expect(await found()).toEqual([])
})

test.each([
  ['entries', 'created_at'],
  ['account_terms', 'at'],
  ['batches', 'at'],
  ['entry_seals', 'sealed_at'],
  ['account_seals', 'sealed_at'],
])('P16: the product cannot change, remove or empty %s', async (table, column) => {
  const pool = database.pool({ max: 1 })
  for (const statement of [`update ${table} set ${column} = now()`, `delete from ${table}`, `truncate ${table}`])
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

const inTurn = async (change: string, undo: string) => {
  await database.admin.query(change)
  const found = await tampering()
  await database.admin.query(undo)
  expect(await tampering()).toEqual([])
  return found.map(({ kind, name }) => `${kind} ${name}`)
}

test('a seal that was altered or removed is named', async () => {
  expect(
    await inTurn(
      'update entry_seals set last = last + 1 where n = 2',
      'update entry_seals set last = last - 1 where n = 2',
    ),
  ).toEqual(['sealAltered seal 2'])
  await database.admin.query('create table kept as select * from entry_seals where n = 2')
  const found = await inTurn('delete from entry_seals where n = 2', 'insert into entry_seals select * from kept')
  expect(found).toEqual(['sealMissing seal 2 to 2'])
  await database.admin.query('drop table kept')
})

test('an entry that no batch recorded is named', async () => {
  const ana = uuidv7()
  const found = await inTurn(
    `insert into entries values ('${ana}', 'wallet', 1, '${ana}', 0, 5, 5, '${ana}', 'wallet', 'gift', null, now())`,
    `delete from entries where owner_id = '${ana}'`,
  )
  expect(found).toEqual([`inserted entry ${ana}/wallet/1`])
})

test('I7: a chain that was cut short or forged does not contain the head that was logged', async () => {
  const head = await readHead(database.admin, source)
  const anchors = [{ n: head!.n, hash: head!.hash }]
  expect((await verifyEntries(database.admin, anchors)).tampering).toEqual([])

  await database.admin.query('delete from entry_seals where n = $1', [head!.n])
  expect((await verifyEntries(database.admin, anchors)).tampering).toMatchObject([{ kind: 'anchor' }])

  await database.admin.query('truncate entry_seals')
  await database.admin.query("update entries set kind = 'forged' where seq = 1")
  await sealAll()
  expect(await tampering()).toEqual([])
  expect((await verifyEntries(database.admin, anchors)).tampering.map(({ kind }) => kind)).toEqual(['anchor'])
})
