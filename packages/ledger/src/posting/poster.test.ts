import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLedger, forParticipant, InvalidCommand, LedgerUnavailable } from '../index.ts'
import type { Command, Ledger, Participant } from '../index.ts'
import type { Write } from '../pg/writes.ts'
import { createConnectionManager } from './connection.ts'
import { createPoster } from './poster.ts'
import type { Health } from './poster.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aDeposit, aSend, aUser, wallet, wordFor } from '../test/factories.ts'
import { testOnOne } from '../test/topology.ts'

/** Fails wherever its need says, in every way a batch can. */
type Trap =
  | 'at once in load'
  | 'in load'
  | 'in decide'
  | 'in apply'
  | 'in save'
  | 'by statement'
  | 'by a race it always loses'
  | 'by a statement that is cancelled'
  | 'by killing the backend'
  | 'never'
let kills = 0

const NOTHING_CHANGED = 'update accounts set seq = seq where false'
const CANCELLED = `do $$ begin raise exception 'it took too long' using errcode = '57014'; end $$`

const trap: Participant<Trap, null, Trap> = {
  name: 'trap',
  phase: 'after',
  load: (_, needs) => {
    const kinds = needs.map(({ need }) => need)
    if (kinds.includes('at once in load')) throw new TypeError('trapped at once in load')
    return kinds.includes('in load') ? Promise.reject(new TypeError('trapped in load')) : Promise.resolve(null)
  },
  decide: (_, need) => {
    if (need === 'in decide') throw new TypeError('trapped in decide')
    return { change: need }
  },
  apply: (_, change) => {
    if (change === 'in apply') throw new TypeError('trapped in apply')
  },
  save: (_, changes) => {
    if (changes.includes('in save')) throw new TypeError('trapped in save')
    if (changes.includes('by statement')) return [aWrite('select 1 / 0')]
    if (changes.includes('by a race it always loses')) return [{ ...aWrite(NOTHING_CHANGED), rows: 1 }]
    if (changes.includes('by a statement that is cancelled')) return [aWrite(CANCELLED)]
    if (!changes.includes('by killing the backend') || kills === 0) return []
    kills -= 1
    return [aWrite('select test_end_backend()')]
  },
}

const aWrite = (text: string): Write => ({ statement: { name: `test: ${text.slice(0, 50)}`, text }, values: [] })

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  await database.admin.query(`create function test_end_backend() returns void security definer language sql
    as $$ select pg_terminate_backend(pg_backend_pid()) $$`)
  ledger = createLedger({ pool: database.pool(), participants: [trap] })
})

afterEach(() => {
  kills = 0
})

afterAll(async () => {
  expect((await ledger.check()).violations).toEqual([])
  await ledger.close()
  await database.stop()
})

const traps: Trap[] = [
  'at once in load',
  'in load',
  'in decide',
  'in apply',
  'in save',
  'by statement',
  'by a race it always loses',
  'by a statement that is cancelled',
]

test.each(traps)('a command that fails %s fails alone, wherever it stands in the batch', async (kind) => {
  const [ana, ben] = [await aUser(ledger, 1_000n), await aUser(ledger)]
  for (const position of [0, 5, 8]) {
    const posts = Array.from({ length: 9 }, (_, n) =>
      ledger.post(aSend(ana, ben, 1n, { participants: forParticipant(trap, n === position ? kind : 'never') })),
    )
    const results = await Promise.allSettled(posts)
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 9 }, (_, n) => (n === position ? 'rejected' : 'fulfilled')),
    )
  }
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(24n)
})

/** How each of nine sends ends when one of them, in the middle, is another command. */
const endsAround = async (poster: Ledger, poison: Command): Promise<string[]> => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const sends = Array.from({ length: 9 }, (_, n) => (n === 4 ? poison : aSend(ana, ben, 1n)))
  const ends = await Promise.allSettled(sends.map((command) => poster.post(command)))
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(8n)
  return ends.map((end) => (end.status === 'fulfilled' ? wordFor(end.value) : (end.reason as Error).name))
}

const onlyTheFifth = (end: string) => Array.from({ length: 9 }, (_, n) => (n === 4 ? end : 'accepted'))

test('a transfer id that was used under another key fails its own command, and its neighbours are posted', async () => {
  const [ana, ben] = [await aUser(ledger, 10n), await aUser(ledger)]
  const { transferId, ...send } = aSend(ana, ben, 1n)
  await ledger.post({ ...send, transferId })
  const again = { ...aSend(ana, ben, 1n), transferId }
  expect(await endsAround(ledger, again)).toEqual(onlyTheFifth('InvalidCommand'))
  await expect(ledger.post(again)).rejects.toThrow(InvalidCommand)
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(1n)
})

test('of two commands under one transfer id in a batch the second fails alone', async () => {
  const [ana, ben] = [await aUser(ledger, 10n), await aUser(ledger)]
  const first = aSend(ana, ben, 1n)
  const second = { ...aSend(ana, ben, 1n), transferId: first.transferId }
  const ends = await Promise.allSettled([first, second, aSend(ana, ben, 1n)].map((one) => ledger.post(one)))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(2n)
})

// On a cluster the machines take the limit from their roles, which these connections do not log in as.
testOnOne('a command whose account stays locked fails alone, as unavailable', async () => {
  const ben = await aUser(ledger, 10n)
  // A session's own wait for locks does not reach the machines of a cluster; there the statement's end is that of the wait.
  const options = '-c role=app -c lock_timeout=50 -c statement_timeout=5000'
  const impatient = createLedger({ pool: database.pool({ options }) })
  const holder = await database.admin.connect()
  await holder.query('begin')
  await holder.query('select from accounts where owner_id = $1 for update', [ben])
  expect(await endsAround(impatient, aCommand(ben))).toEqual(onlyTheFifth('LedgerUnavailable'))
  await holder.query('rollback')
  holder.release()
  await impatient.close()
})

test('a command that failed with a defect stored nothing and can be posted again', async () => {
  const [ana, ben] = [await aUser(ledger, 10n), await aUser(ledger)]
  const send = aSend(ana, ben, 1n)
  await expect(ledger.post({ ...send, participants: forParticipant(trap, 'by statement') })).rejects.toThrow(
    'division by zero',
  )
  expect(await ledger.post(send)).toMatchObject({ accepted: true, replayed: false })
})

test('T6: a backend killed in the middle of a batch costs a retry, and everything is posted once', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  kills = 2
  const posts = Array.from({ length: 10 }, () =>
    ledger.post(aSend(ana, ben, 10n, { participants: forParticipant(trap, 'by killing the backend') })),
  )
  expect((await Promise.all(posts)).map(wordFor)).toEqual(Array.from({ length: 10 }, () => 'accepted'))
  expect(kills).toBe(0)
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(100n)
})

test('a backend killed again and again ends as unavailable, with nothing posted', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  kills = 99
  const send = aSend(ana, ben, 10n, { participants: forParticipant(trap, 'by killing the backend') })
  await expect(ledger.post(send)).rejects.toThrow(LedgerUnavailable)
  kills = 0
  expect((await ledger.balance(wallet(ben))).seq).toBe(0n)
})

test('after the database reported damage this process posts nothing more', async () => {
  const damaged: Participant<true, null, true> = {
    name: 'damaged',
    phase: 'after',
    load: () => Promise.resolve(null),
    decide: () => ({ change: true }),
    apply: () => {},
    save: () => [aWrite(`do $$ begin raise exception 'a torn page' using errcode = 'XX001'; end $$`)],
  }
  const hurt = createLedger({ pool: database.pool(), participants: [damaged] })
  const ana = await aUser(ledger)
  await expect(hurt.post(aDeposit(ledger, ana, 1n, { participants: forParticipant(damaged, true) }))).rejects.toThrow(
    LedgerUnavailable,
  )
  await expect(hurt.post(aDeposit(ledger, ana, 1n))).rejects.toThrow(LedgerUnavailable)
  expect(hurt.isDamaged()).toBe(true)
  expect((await ledger.balance(wallet(ana))).seq).toBe(0n)
  await hurt.close()
})

test('after damage a server with another timeline is posted to, without a restart of this process', async () => {
  const health: Health = { damaged: '0000000A' }
  const pool = database.pool()
  const manager = createConnectionManager(pool, { isDistributed: undefined })
  const post = createPoster(
    manager,
    { participants: [], offsetMs: () => 0, health },
    { warn: () => {}, error: () => {} },
  )
  const ana = await aUser(ledger)
  const [first] = await post([aDeposit(ledger, ana, 1n)], () => {})
  expect(first).toMatchObject({ outcome: { accepted: true } })
  expect(health.damaged).toBeNull()
  await manager.close()
})

test('what was written before an error of our own is not committed with the next batch', async () => {
  let failures = 1
  const shaky = createLedger({
    pool: database.pool(),
    failpoints: {
      'batch.written': async () => {
        if (failures-- > 0) throw new TypeError('not a word from the server')
      },
    },
  })
  const ana = await aUser(ledger)
  await expect(shaky.post(aDeposit(ledger, ana, 10n))).rejects.toThrow(TypeError)
  expect(wordFor(await shaky.post(aDeposit(ledger, ana, 5n)))).toBe('accepted')
  expect(await ledger.balance(wallet(ana))).toMatchObject({ balanceCents: 5n, seq: 1n })
  await shaky.close()
})

test('a row that another transaction locks for too long ends as unavailable, and can be posted later', async () => {
  const ana = await aUser(ledger, 10n)
  // A session's own wait for locks does not reach the machines of a cluster; there the statement's end is that of the wait.
  const options = '-c role=app -c lock_timeout=50 -c statement_timeout=5000'
  const impatient = createLedger({ pool: database.pool({ options }) })
  const holder = await database.admin.connect()
  await holder.query('begin')
  await holder.query('select from accounts where owner_id = $1 for update', [ana])
  const command = aCommand(ana)
  await expect(impatient.post(command)).rejects.toThrow(LedgerUnavailable)
  await holder.query('rollback')
  holder.release()
  expect(await impatient.post(command)).toMatchObject({ accepted: true, replayed: false })
  await impatient.close()
})

test('an unreachable database is unavailable, not a defect', async () => {
  const lost = createLedger({ pool: database.pool({ host: '/nowhere' }) })
  await expect(lost.post(aCommand(await aUser(ledger)))).rejects.toThrow(LedgerUnavailable)
  await lost.close()
})
