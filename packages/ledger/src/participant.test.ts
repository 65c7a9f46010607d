import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, forParticipant } from './index.ts'
import type { Ledger, Participant } from './index.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'
import { aCommand, aSend, aUser, move, wallet, wordFor } from './test/factories.ts'

type Use = { ownerId: string; cents: number }

const saveUsage = {
  name: 'test.save_usage',
  text: `insert into test_usage select * from unnest($1::uuid[], $2::int[])
    on conflict (owner_id) do update set cents = excluded.cents`,
}

/** A limit of 100 cents per user, whose fact is the fee. */
const limits: Participant<Use, Map<string, number>, Use, { feeCents: bigint }> = {
  name: 'limits',
  phase: 'before',
  load: async (db, needs) => {
    const owners = needs.map(({ need }) => need.ownerId)
    const { rows } = await db.query<{ owner_id: string; cents: number }>({
      text: 'select owner_id, cents from test_usage where owner_id = any($1::uuid[])',
      values: [owners],
    })
    return new Map(rows.map(({ owner_id, cents }) => [owner_id, cents]))
  },
  decide: (used, need) =>
    (used.get(need.ownerId) ?? 0) + need.cents > 100
      ? { refuse: { code: 'limitExceeded' } }
      : { change: need, fact: { feeCents: need.cents > 50 ? 2n : 0n } },
  apply: (used, { ownerId, cents }) => {
    used.set(ownerId, (used.get(ownerId) ?? 0) + cents)
  },
  save: (used, changes) => {
    const owners = [...new Set(changes.map(({ ownerId }) => ownerId))]
    return [{ statement: saveUsage, values: [owners, owners.map((id) => used.get(id))] }]
  },
}

const hints: unknown[] = []
const saveNotes = { name: 'test.save_notes', text: 'insert into test_journal select * from unnest($1::text[])' }

/** A row per command, after the money was decided. */
const journal: Participant<{ note: string }, null, { note: string }> = {
  name: 'journal',
  phase: 'after',
  load: () => Promise.resolve(null),
  decide: (_, { note }) =>
    note === 'never' ? { refuse: { code: 'refusedAfterwards', stored: false } } : { change: { note } },
  apply: () => {},
  save: (_, changes) => [{ statement: saveNotes, values: [changes.map(({ note }) => note)] }],
  afterCommit: (changes) => {
    hints.push(...changes)
    throw new Error('a hint may fail')
  },
}

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  for (const text of [
    'create table test_usage (owner_id uuid primary key, cents int not null)',
    'create table test_journal (note text not null)',
    'grant select, insert, update on test_usage, test_journal to app',
  ])
    await database.admin.query(text)
  ledger = createLedger({ pool: database.pool(), participants: [journal, limits] })
})

afterAll(async () => {
  expect((await ledger.check()).violations).toEqual([])
  await ledger.close()
  await database.stop()
})

const notes = async () =>
  (await database.admin.query<{ note: string }>('select note from test_journal')).rows.map(({ note }) => note)

test('T9: a limit holds for commands of one batch, which see what earlier ones used', async () => {
  const [ana, ben] = [await aUser(ledger, 500n), await aUser(ledger)]
  const sends = [60, 50, 40, 1].map((cents) =>
    aSend(ana, ben, BigInt(cents), { participants: forParticipant(limits, { ownerId: ana, cents }) }),
  )
  const outcomes = await Promise.all(sends.map((command) => ledger.post(command)))
  expect(outcomes.map(wordFor)).toEqual(['accepted', 'limitExceeded', 'accepted', 'limitExceeded'])
  expect(
    wordFor(
      await ledger.post(aSend(ana, ben, 1n, { participants: forParticipant(limits, { ownerId: ana, cents: 1 }) })),
    ),
  ).toBe('limitExceeded')
})

test('the legs can be made from a fact of a participant that decides before the accounts', async () => {
  const [ana, ben] = [await aUser(ledger, 500n), await aUser(ledger)]
  const fees = ledger.house('income:fees', ana)
  const outcome = await ledger.post(
    aCommand(ana, {
      locks: [wallet(ben), fees],
      participants: forParticipant(limits, { ownerId: ana, cents: 80 }),
      legs: (facts) => [...move(wallet(ana), wallet(ben), 80n), ...move(wallet(ana), fees, facts.of(limits).feeCents)],
      answer: (facts) => Number(facts.of(limits).feeCents),
    }),
  )
  expect(outcome).toMatchObject({ accepted: true, answer: 2 })
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(418n)
})

test('a participant writes with the money or not at all, and its change is dropped when another refuses', async () => {
  const [ana, ben] = [await aUser(ledger, 70n), await aUser(ledger)]
  const part = (note: string, cents: number) => ({
    ...forParticipant(limits, { ownerId: ana, cents }),
    ...forParticipant(journal, { note }),
  })
  const outcomes = await Promise.all([
    ledger.post(aSend(ana, ben, 99n, { participants: part('overdrawn', 99) })),
    ledger.post(aSend(ana, ben, 10n, { participants: part('never', 99) })),
    ledger.post(aSend(ana, ben, 10n, { participants: part('written', 99) })),
  ])
  expect(outcomes.map(wordFor)).toEqual(['insufficientFunds', 'refusedAfterwards', 'accepted'])
  expect(await notes()).toContain('written')
  expect(await notes()).not.toContain('overdrawn')
  expect(await notes()).not.toContain('never')
})

test('a refusal that is not stored leaves the key free', async () => {
  const [ana, ben] = [await aUser(ledger, 70n), await aUser(ledger)]
  const send = aSend(ana, ben, 10n, { participants: forParticipant(journal, { note: 'never' }) })
  expect(wordFor(await ledger.post(send))).toBe('refusedAfterwards')
  expect(await ledger.areKeysTaken([send])).toEqual([false])
})

test('a repeat calls no participant, and a hint that fails after the commit does no harm', async () => {
  const [ana, ben] = [await aUser(ledger, 70n), await aUser(ledger)]
  const send = aSend(ana, ben, 10n, { participants: forParticipant(journal, { note: 'once' }) })
  await ledger.post(send)
  expect(await ledger.post(send)).toMatchObject({ accepted: true, replayed: true })
  expect((await notes()).filter((note) => note === 'once')).toHaveLength(1)
  expect(hints).toContainEqual({ note: 'once' })
})

test('an unregistered participant is a defect of the caller', async () => {
  const ana = await aUser(ledger)
  await expect(ledger.post(aCommand(ana, { participants: { rewards: {} } }))).rejects.toThrow('no participant rewards')
})
