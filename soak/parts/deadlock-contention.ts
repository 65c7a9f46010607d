import { aCommand, aSend, aUser, move, wallet, wordFor } from '@puente/ledger/testing'
import pg from 'pg'
import { assert, type Part } from '../frame/part.ts'
import { atOnce, inLedgerWorld } from '../support/ledger-world.ts'

const PROCESSES = 4
const CLIENTS = 32
const PEOPLE = 6
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

export const deadlockContention: Part = {
  name: 'deadlock-contention',
  about: 'T23: sends there and back, rings in both directions and fees into one account from 4 processes: no deadlock',
  covers: 'ledger',
  needs: [],
  units: { of: 'commands', short: 1_000, full: 200_000 },
  share: 2,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async ({ ledger, processes, config, deadlocks, check }) => {
      const users = await atOnce(PEOPLE, () => aUser(ledger, 10_000_000n))
      const ring = (isBackwards: boolean) => {
        const order = isBackwards ? users.toReversed() : users
        const legs = order.flatMap((id, n) => move(wallet(id), wallet(order[(n + 1) % PEOPLE] ?? id), 1n))
        return aCommand(random.pick(order), { legs })
      }
      const withFee = (from: string, to: string) =>
        aCommand(from, {
          legs: [
            ...move(wallet(from), wallet(to), 5n),
            ...move(wallet(from), ledger.house('income:fees', users[0] ?? from), FEE_CENTS),
          ],
        })
      const contended = () => {
        const from = random.pick(users)
        const to = random.pick(users.filter((id) => id !== from))
        const kind = random.int(0, 3)
        if (kind === 0) return ring(random.chance(0.5))
        return kind === 1 ? withFee(from, to) : aSend(from, to, 3n)
      }
      let posted = 0
      await atOnce(CLIENTS, async (client) => {
        while (goesOn(posted)) {
          posted += 1
          const process = processes[(client + posted) % PROCESSES] ?? ledger
          const word = wordFor(await process.post(contended()))
          assert(word === 'accepted', 'what is covered is accepted', word)
        }
      })
      // Connections report their deadlocks to the statistics when they end.
      await Promise.all(processes.map((one) => one.stop()))
      await check()
      const found = await deadlocks()
      await provokeDeadlock(config)
      const control = await deadlocks()
      assert(control === found + 1, 'a deadlock is counted when there is one', { found, control })
      return { deadlocks: found, 'provoked and counted': control - found }
    }),
}
