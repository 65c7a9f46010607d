import { aCommand, aSend, aUser, move, wallet, wordFor } from '@puente/ledger/testing'
import pg from 'pg'
import { assert, type Part } from '../frame/part.ts'
import { atOnce, inLedgerWorld } from '../support/ledger-world.ts'
import { createRecord } from '../support/record.ts'
import { watchTotals } from '../support/watch-totals.ts'

const CLIENTS = 64
const PROCESSES = 8
const PEOPLE = 6
const START_CENTS = 100_000n
const FEE_CENTS = 1n

/** Two connections that want each other's lock: PostgreSQL aborts one of them, and counts the deadlock. */
const provokeDeadlock = async (config: pg.PoolConfig): Promise<void> => {
  const lock = (client: pg.Client, n: number) => client.query('select pg_advisory_xact_lock($1)', [n])
  const clients = [new pg.Client(config), new pg.Client(config)]
  for (const [n, client] of clients.entries()) {
    await client.connect()
    await client.query('begin')
    await lock(client, n)
  }
  const wantOther = async (client: pg.Client, n: number): Promise<void> => {
    try {
      await lock(client, 1 - n)
    } finally {
      await client.end()
    }
  }
  const ends = await Promise.allSettled(clients.map(wantOther))
  assert(ends.filter(({ status }) => status === 'rejected').length === 1, 'one of two in a deadlock is given up', ends)
}

/** A few wallets, always near their floor, that everybody pays from and into at once. */
export const contention: Part = {
  name: 'contention',
  about:
    'T16 T23: sends, rings in both directions and fees from 64 clients on 8 processes between 6 wallets near their floor: every balance as told, every total zero, no deadlock',
  covers: 'ledger',
  needs: [],
  units: { of: 'commands', short: 1_500, full: 1_000_000 },
  share: 6,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async ({ ledger, processes, admin, config, deadlocks, check }) => {
      const users = await atOnce(PEOPLE, () => aUser(ledger, START_CENTS))
      const told = new Map(users.map((id) => [id, START_CENTS]))
      const gain = (id: string, cents: bigint) => told.set(id, (told.get(id) ?? 0n) + cents)

      const ring = () => {
        const order = random.chance(0.5) ? users.toReversed() : users
        const legs = order.flatMap((id, n) => move(wallet(id), wallet(order[(n + 1) % PEOPLE] ?? id), 1n))
        return { command: aCommand(random.pick(order), { legs }), gains: [] }
      }
      const payment = () => {
        const from = random.pick(users)
        const to = random.pick(users.filter((id) => id !== from))
        const cents = BigInt(random.int(1, 40_000))
        if (random.chance(0.7))
          return { command: aSend(from, to, cents), gains: [[from, -cents] as const, [to, cents] as const] }
        const legs = [
          ...move(wallet(from), wallet(to), cents),
          ...move(wallet(from), ledger.house('income:fees', users[0] ?? from), FEE_CENTS),
        ]
        return { command: aCommand(from, { legs }), gains: [[from, -cents - FEE_CENTS] as const, [to, cents] as const] }
      }

      const totals = watchTotals(admin)
      const record = createRecord()
      let posted = 0
      const started = performance.now()
      await atOnce(CLIENTS, async (client) => {
        while (goesOn(posted)) {
          posted += 1
          const { command, gains } = random.chance(0.2) ? ring() : payment()
          const process = processes[(client + posted) % PROCESSES] ?? ledger
          const outcome = await process.post(command)
          const word = wordFor(outcome)
          assert(word === 'accepted' || word === 'insufficientFunds', 'a command is accepted or not covered', word)
          if (!outcome.accepted) {
            record.refused(command)
            continue
          }
          record.accepted(command)
          for (const [id, cents] of gains) gain(id, cents)
        }
      })
      const seconds = (performance.now() - started) / 1000
      const read = await totals.stop()
      for (const [id, cents] of told) {
        const { balanceCents } = await ledger.balance(wallet(id))
        assert(balanceCents === cents, 'a balance matches the answers its owner got', { told: cents, is: balanceCents })
      }
      await record.verify(admin)
      // Connections report their deadlocks to the statistics when they end.
      await Promise.all(processes.map((one) => one.stop()))
      await check()
      await provokeDeadlock(config)
      assert((await deadlocks()) === 1, 'a deadlock is counted when there is one')
      const { accepted, refused } = record.count()
      return { accepted, refused, 'totals read': read, 'per second': Math.round((accepted + refused) / seconds) }
    }),
}
