import { aSend, aUser, wordFor } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import { atOnce, inLedgerWorld } from '../support/ledger-world.ts'
import { watchTotals } from '../support/watch-totals.ts'

const PROCESSES = 4
const CLIENTS = 64
const PEOPLE = 50
const START_CENTS = 500n

/** The classic consistency test: money moves at random while a reader keeps summing all of it. */
export const bank: Part = {
  name: 'bank',
  about:
    'T16: random transfers among 50 wallets from 4 processes while everything is added up in one snapshot, again and again',
  covers: 'ledger',
  needs: [],
  units: { of: 'transfers', short: 1_500, full: 1_000_000 },
  share: 3,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async ({ ledger, processes, admin, check }) => {
      const users = await atOnce(PEOPLE, () => aUser(ledger, START_CENTS))
      const totals = watchTotals(admin)
      let posted = 0
      let refused = 0
      await atOnce(CLIENTS, async (client) => {
        while (goesOn(posted)) {
          posted += 1
          const from = random.pick(users)
          const to = random.pick(users.filter((id) => id !== from))
          const process = processes[client % PROCESSES] ?? ledger
          const word = wordFor(await process.post(aSend(from, to, BigInt(random.int(1, 150)))))
          assert(word === 'accepted' || word === 'insufficientFunds', 'a transfer is accepted or not covered', word)
          if (word !== 'accepted') refused += 1
        }
      })
      const read = await totals.stop()
      const { rows } = await admin.query<{ total: string }>(
        `select sum(balance_cents)::text as total from accounts where account = 'wallet'`,
      )
      assert(rows[0]?.total === String(BigInt(PEOPLE) * START_CENTS), 'I1: the wallets own what they owned', rows)
      await check()
      return { refused, 'totals read': read }
    }),
}
