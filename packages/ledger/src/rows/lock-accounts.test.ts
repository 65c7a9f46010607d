import { uuidv7 } from 'uuidv7'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLedger } from '../index.ts'
import type { Ledger, Log } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from '../test/factories.ts'
import { isAnyWaiting, isSpread } from '../test/topology.ts'
import { lockInOneStatement, lockOwnerByOwner } from './lock-accounts.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

const bodies = [
  ...(isSpread ? [] : [{ name: 'one PostgreSQL', body: lockInOneStatement, distributed: false }]),
  { name: 'several machines', body: lockOwnerByOwner, distributed: true },
]

describe.each(bodies)('locking accounts on $name', ({ body, distributed }) => {
  const warnings: unknown[] = []
  const log: Log = {
    warn: (fields) => warnings.push(fields['err']),
    error: (fields) => warnings.push(fields['err']),
  }
  let pool: Pool
  let ledgers: Ledger[]
  const any = (n: number) => ledgers[n % ledgers.length]!

  beforeAll(() => {
    pool = database.pool({ pipeline: true })
    ledgers = Array.from({ length: 2 }, () =>
      createLedger({
        pool: database.pool(),
        batchLimit: 8,
        houseStripes: 2,
        log,
        distributed,
        // Small batches on several machines take their time; none of these commands may be refused for it.
        waitLimitMs: 60_000,
        deadlineMs: 60_000,
      }),
    )
  })

  afterAll(async () => {
    expect((await any(0).check()).violations).toEqual([])
    await Promise.all(ledgers.map((ledger) => ledger.close()))
  })

  test('opens missing accounts, and returns wanted accounts and those of holds, by owner and account', async () => {
    const client = await pool.connect()
    const holder = await aUser(any(0), 500n)
    const holdId = uuidv7()
    const { accepted } = await any(0).post(
      aCommand(holder, {
        holds: [{ op: 'place', holdId, ...wallet(holder), amountCents: 100n, purpose: 'test' }],
      }),
    )
    expect(accepted).toBe(true)
    const fresh = [uuidv7(), uuidv7().toUpperCase()]
    const wanted = [
      { ownerId: fresh[1]!, account: 'wallet' },
      { ownerId: fresh[0]!, account: 'wallet' },
      { ownerId: fresh[0]!, account: 'settlement:card' },
    ]
    await client.query('begin')
    const locked = await body(
      client,
      wanted,
      [{ ownerId: holder, holdId }],
      wanted.map((account) => ({ ...account, currency: 'USD', floorCents: 0n })),
    )
    await client.query('rollback')
    client.release()
    expect(locked.map(({ owner_id, account, balance_cents }) => [owner_id, account, balance_cents])).toEqual([
      [holder, 'wallet', 500n],
      [fresh[0], 'settlement:card', 0n],
      [fresh[0], 'wallet', 0n],
      [fresh[1]!.toLowerCase(), 'wallet', 0n],
    ])
  })

  test('an account stays locked until the transaction ends', async () => {
    const [first, second] = [await pool.connect(), await pool.connect()]
    const owner = await aUser(any(0), 1n)
    await first.query('begin')
    await body(first, [wallet(owner)], [], [])
    // Otherwise a cluster keeps the limit to itself.
    await second.query("set citus.propagate_set_commands = 'local'")
    await second.query('begin')
    await second.query("set local lock_timeout = '50ms'")
    await expect(body(second, [wallet(owner)], [], [])).rejects.toMatchObject({ code: '55P03' })
    await second.query('rollback')
    await first.query('commit')
    first.release()
    second.release(true)
  })

  test('two processes lock crossing sets in one order: no deadlock, and no wallet falls below zero', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => aUser(any(0), 100n)))
    const outcomes = await Promise.all(
      Array.from({ length: 240 }, (_, n) => {
        const [from, to] = [users[(n * n) % 5]!, users[(n * n + 1 + (n % 4)) % 5]!]
        return any(n).post(n % 3 ? aSend(from, to, 70n) : aSend(to, from, 10n))
      }),
    )
    expect(new Set(outcomes.map(wordFor))).toEqual(new Set(['accepted', 'insufficientFunds']))
    const balances = await Promise.all(users.map((user) => any(0).balance(wallet(user))))
    expect(balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n)).toBe(500n)
    expect(balances.every(({ balanceCents }) => balanceCents >= 0n)).toBe(true)
    expect(warnings).toEqual([])
  })

  test('a hold is settled once by two processes, although only the hold names its account', async () => {
    const ana = await aUser(any(0), 100n)
    const holdId = uuidv7()
    await any(0).post(
      aCommand(ana, { holds: [{ op: 'place', holdId, ...wallet(ana), amountCents: 100n, purpose: 'test' }] }),
    )
    const settle = () =>
      aCommand(ana, {
        legs: move(wallet(ana), any(0).house('settlement:card', ana), 100n),
        holds: [{ op: 'settle', ownerId: ana, holdId, amountCents: 100n }],
      })
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => any(n).post(settle())))
    expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(1)
    expect((await any(0).balance(wallet(ana))).balanceCents).toBe(0n)
  })

  test.each(['no hold', 'a hold'])(
    'with %s, an account that changed while its lock was waited for is there, as it is now',
    async (touched) => {
      const [first, second] = [await pool.connect(), await pool.connect()]
      // As on a batch connection: how a changed row is rechecked depends on the plan.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await second.query(`set enable_${way} = off`)
      const holder = await aUser(any(0), 500n)
      const others = await Promise.all(Array.from({ length: 3 }, () => aUser(any(0), 5n)))
      const holdId = uuidv7()
      await any(0).post(
        aCommand(holder, { holds: [{ op: 'place', holdId, ...wallet(holder), amountCents: 9n, purpose: 'test' }] }),
      )
      try {
        for (const busy of [holder, ...others]) {
          await first.query('begin')
          await first.query('update accounts set seq = seq + 1 where owner_id = $1', [busy])
          await second.query('begin')
          const named = touched === 'a hold' ? others : [holder, ...others]
          const locking = body(second, named.map(wallet), touched === 'a hold' ? [{ ownerId: holder, holdId }] : [], [])
          await expect.poll(() => isAnyWaiting(database)).toBe(true)
          const { rows: changed } = await first.query<{ seq: string }>(
            'update accounts set held_cents = held_cents where owner_id = $1 returning seq::text',
            [busy],
          )
          await first.query('commit')
          const locked = await locking
          await second.query('rollback')
          await first.query('update accounts set seq = seq - 1 where owner_id = $1', [busy])
          expect(locked.map(({ owner_id }) => owner_id).toSorted()).toEqual([holder, ...others].toSorted())
          expect(locked.find(({ owner_id }) => owner_id === busy)?.seq).toBe(BigInt(changed[0]?.seq ?? -1))
        }
      } finally {
        first.release(true)
        second.release(true)
      }
    },
  )

  test('wallets first used by two processes at once are opened once', async () => {
    const users = Array.from({ length: 5 }, () => uuidv7())
    await Promise.all(Array.from({ length: 40 }, (_, n) => any(n).post(aDeposit(any(n), users[n % 5]!, 1n))))
    const balances = await Promise.all(users.map((user) => any(0).balance(wallet(user))))
    expect(balances.map(({ balanceCents, seq }) => [balanceCents, seq])).toEqual(users.map(() => [8n, 8n]))
    expect(warnings).toEqual([])
  })

  test('accounts are opened in the order of their owners, whatever order they are named in: no deadlock', async () => {
    const [first, second] = [await pool.connect(), await pool.connect()]
    const open = (client: PoolClient, owners: string[]) =>
      body(
        client,
        [],
        [],
        owners.map((ownerId) => ({ ...wallet(ownerId), currency: 'USD', floorCents: 0n })),
      )
    try {
      for (let round = 0; round < 3; round += 1) {
        const [lowest, ...others] = Array.from({ length: 9 }, () => uuidv7()).toSorted()
        await first.query('begin')
        await second.query('begin')
        await open(first, [lowest!])
        const opening = open(second, [...others, lowest!].toReversed())
        await expect.poll(() => isAnyWaiting(database)).toBe(true)
        // A process that waits for the lowest has opened none of the others yet.
        const outcomes = await Promise.allSettled([open(first, others).then(() => first.query('commit')), opening])
        expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
        await second.query('commit')
      }
    } finally {
      first.release(true)
      second.release(true)
    }
  })
})
