import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aDeposit, aUser, move, wallet, wordFor } from '../test/factories.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

const backends = async (): Promise<number[]> => {
  const { rows } = await database.admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and query like '%commit%'`,
  )
  return rows.map(({ pid }) => pid)
}

test('T3: a connection lost between two batches costs the next batch nothing', async () => {
  const retries: unknown[] = []
  const log = { warn: (fields: Record<string, unknown>) => retries.push(fields), error: () => {} }
  const ledger = createLedger({ pool: database.pool(), log })
  const ana = await aUser(ledger, 10n)
  const lost = await backends()
  expect(lost.length).toBeGreaterThan(0)
  for (const pid of lost) await database.admin.query('select pg_terminate_backend($1::int, 5000::bigint)', [pid])
  await expect.poll(backends).toEqual([])
  // The news travels by the connection itself: a turn of the event loop later it is known.
  await database.admin.query('select 1')
  expect(wordFor(await ledger.post(aDeposit(ledger, ana, 1n)))).toBe('accepted')
  expect(retries).toEqual([])
  await ledger.close()
})

test('a command that names only a hold locks the account of the hold', async () => {
  const ledger = createLedger({ pool: database.pool() })
  const ana = await aUser(ledger)
  const blocked = ledger.house('liability:blocked', ana)
  const placing = aCommand(ana, { legs: move(ledger.house('settlement:card', ana), blocked, 100n) })
  const holdId = placing.transferId
  const hold = { op: 'place' as const, holdId, ...blocked, amountCents: 60n, purpose: 'test' }
  expect(wordFor(await ledger.post({ ...placing, holds: [hold] }))).toBe('accepted')
  const release = aCommand(ana, { holds: [{ op: 'release', ownerId: blocked.ownerId, holdId }] })
  expect(wordFor(await ledger.post(release))).toBe('accepted')
  expect(await ledger.balance(blocked)).toMatchObject({ balanceCents: 100n, heldCents: 0n })
  expect((await ledger.balance(wallet(ana))).seq).toBe(0n)
  await ledger.close()
})
