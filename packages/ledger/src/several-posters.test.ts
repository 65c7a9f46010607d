/**
 * Several server processes post at once, with no lease between them: what one of them locks is locked by the database, and given up by
 * it when the process dies. The same on one PostgreSQL and on distributed tables.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from './index.ts'
import type { Command, Ledger, Outcome } from './index.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'
import { aSend, aUser, wallet } from './test/factories.ts'
import { startPoster } from './test/start-poster.ts'
import type { PosterProcess } from './test/start-poster.ts'

let database: TestDatabase
let reader: Ledger
const posters = new Set<PosterProcess>()

beforeAll(async () => {
  database = await testDatabase()
  reader = createLedger({ pool: database.pool(), houseStripes: 2 })
})

afterAll(async () => {
  for (const poster of posters) poster.signal('SIGKILL')
  await Promise.all([...posters].map(({ ended }) => ended))
  await reader.close()
  await database.stop()
})

const start = async (): Promise<PosterProcess> => {
  const poster = await startPoster({ ...database.config, max: 4, options: '-c role=app -c lock_timeout=2000' })
  posters.add(poster)
  void poster.ended.then(() => posters.delete(poster))
  return poster
}

/** So little that many a send is not covered. */
const CENTS = 500n
const PEOPLE = 8
const CLIENTS = 16
const DEATHS = 3
const SENDS_BETWEEN = 60

test('two processes post at once, one is killed with all it has under way, money goes on, and nothing happens twice or not at all', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(reader, CENTS)))
  const told = new Map<string, { command: Command; outcomes: Outcome[] }>()
  let running = [await start(), await start()]
  let turn = 0
  let lost = 0
  let isOver = false

  /** As a caller does: under the same key until there is an outcome, wherever the call arrives. */
  const insist = async (command: Command): Promise<Outcome> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const poster = running[(turn += 1) % running.length]
      const outcome = (await poster?.post(command)) ?? null
      if (outcome) return outcome
      lost += 1
      await sleep(20)
    }
    throw new Error('a command got no outcome')
  }
  const client = async (n: number): Promise<void> => {
    for (let sent = 0; !isOver; sent += 1) {
      const [from, to] = [people[(n + sent) % PEOPLE]!, people[(n + sent + 1 + (sent % 5)) % PEOPLE]!]
      const command = aSend(from, to, BigInt(1 + ((n * 7 + sent * 13) % 400)))
      const outcomes = [await insist(command)]
      // One in four is repeated, which mostly another process answers.
      if (sent % 4 === 0) outcomes.push(await insist(command))
      told.set(command.key, { command, outcomes })
    }
  }
  const until = async (count: number): Promise<void> => {
    while (told.size < count) await sleep(5)
  }

  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)))
  // A defect of the load must not wait for the whole test.
  clients.catch(() => {})
  for (let death = 0; death < DEATHS; death += 1) {
    await until(told.size + SENDS_BETWEEN)
    const [victim, survivor] = running as [PosterProcess, PosterProcess]
    while (victim.underWay() === 0) await sleep(1)
    await sleep(Math.random() * 15)
    if (death === 0) {
      // It stands still while it holds locks, and goes on.
      victim.signal('SIGSTOP')
      await sleep(500)
      victim.signal('SIGCONT')
      await until(told.size + 1)
    }
    while (victim.underWay() === 0) await sleep(1)
    running = [survivor]
    victim.signal('SIGKILL')
    await victim.ended
    await until(told.size + SENDS_BETWEEN)
    running = [survivor, await start()]
  }
  isOver = true
  await clients

  expect(lost).toBeGreaterThan(0)
  const outcomes = [...told.values()]
  // A repeat says what the first said.
  for (const {
    outcomes: [first, again],
  } of outcomes) {
    if (again) expect({ ...again, replayed: false }).toEqual({ ...first, replayed: false })
  }
  const accepted = outcomes.filter(({ outcomes: [one] }) => one?.accepted)
  expect(accepted.length).toBeGreaterThan(0)
  expect(accepted.length).toBeLessThan(outcomes.length)
  const { rows } = await database.admin.query<{ id: string; legs: number; cents: string }>(
    `select transfer_id as id, count(*)::int as legs, sum(amount_cents)::text as cents from entries
      where kind = 'send.in-app' group by transfer_id`,
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(accepted.map(({ command }) => command.transferId).toSorted())
  expect(rows.every(({ legs, cents }) => legs === 2 && cents === '0')).toBe(true)
  for (const ownerId of people) {
    const expected = accepted.reduce((cents, { command }) => {
      const legs = Array.isArray(command.legs) ? command.legs : []
      return legs.reduce((sum, leg) => (leg.ownerId === ownerId ? sum + leg.amountCents : sum), cents)
    }, CENTS)
    expect((await reader.balance(wallet(ownerId))).balanceCents).toBe(expected)
  }
  expect((await reader.check()).violations).toEqual([])
}, 180_000)
