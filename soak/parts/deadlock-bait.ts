import { aCommand, aSend, aUser, move, wallet, wordFor } from '@puente/ledger/testing'
import { must, type Part } from '../frame/part.ts'
import { atOnce, inLedgerWorld } from '../support/ledger-world.ts'

const PROCESSES = 4
const CLIENTS = 32
const PEOPLE = 6
const FEE_CENTS = 1n

export const deadlockBait: Part = {
  name: 'deadlock-bait',
  about: 'T23: sends there and back, rings in both directions and fees into one account from 4 processes: no deadlock',
  covers: 'ledger',
  needs: [],
  units: { of: 'commands', short: 1_000, full: 200_000 },
  share: 2,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async ({ ledger, processes, check }) => {
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
      const bait = () => {
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
          const word = wordFor(await process.post(bait()))
          must(word === 'accepted', 'what is covered is accepted', word)
        }
      })
      await check()
      return { deadlocks: 0 }
    }),
}
