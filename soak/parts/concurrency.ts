import { aSend, aUser, wallet, wordFor } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import { atOnce, inLedgerWorld } from '../support/ledger-world.ts'
import { createRecord } from '../support/record.ts'

const CLIENTS = 64
const PROCESSES = 8
const ACCOUNTS = 4
const START_CENTS = 1_000n

/** Everybody spends from everybody's point of view: four wallets, always near their floor, from eight processes. */
export const concurrency: Part = {
  name: 'concurrency',
  about:
    '64 clients on 8 processes spend 4 wallets against each other: none below zero, none off by a cent, no deadlock',
  covers: 'ledger',
  needs: [],
  units: { of: 'commands', short: 1_500, full: 100_000 },
  share: 4,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async ({ ledger, processes, admin, check }) => {
      const users = await atOnce(ACCOUNTS, () => aUser(ledger, START_CENTS))
      const expected = new Map(users.map((id) => [id, START_CENTS]))
      const record = createRecord()
      let posted = 0
      const started = performance.now()
      await atOnce(CLIENTS, async (client) => {
        while (goesOn(posted)) {
          posted += 1
          const from = random.pick(users)
          const to = random.pick(users.filter((id) => id !== from))
          const cents = BigInt(random.int(1, 400))
          const send = aSend(from, to, cents)
          const ledgerOfClient = processes[client % PROCESSES] ?? ledger
          const outcome = await ledgerOfClient.post(send)
          const word = wordFor(outcome)
          assert(word === 'accepted' || word === 'insufficientFunds', 'a send is accepted or not covered', word)
          if (!outcome.accepted) {
            record.refused(send)
            continue
          }
          record.accepted(send)
          expected.set(from, (expected.get(from) ?? 0n) - cents)
          expected.set(to, (expected.get(to) ?? 0n) + cents)
        }
      })
      const seconds = (performance.now() - started) / 1000
      for (const [id, cents] of expected) {
        const { balanceCents } = await ledger.balance(wallet(id))
        assert(balanceCents === cents, 'a balance matches the answers its owner got', { told: cents, is: balanceCents })
      }
      await record.verify(admin)
      await check()
      const { accepted, refused } = record.count()
      return { accepted, refused, 'per second': Math.round((accepted + refused) / seconds) }
    }),
}
