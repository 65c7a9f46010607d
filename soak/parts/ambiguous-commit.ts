import { createLedger } from '@puente/ledger'
import { aSend, aUser, createFaultyProxy, type Cut, wallet, wordFor } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import { LEDGER_OPTIONS } from '../support/ledger-options.ts'
import { inLedgerWorld } from '../support/ledger-world.ts'
import { createRecord } from '../support/record.ts'

const CUTS = ['afterCommit', 'beforeCommit', 'lateCommit'] as const satisfies Cut[]
const BATCH = 5

/** The client cannot know whether its COMMIT arrived; only asking again under the same keys tells. */
export const ambiguousCommit: Part = {
  name: 'ambiguous-commit',
  about:
    'T20: the connection is cut when COMMIT is on its way, before or after it arrives: nothing lost, nothing doubled',
  covers: 'ledger',
  needs: [],
  units: { of: 'cuts', short: 12, full: 1_000 },
  share: 4,
  run: ({ random, goesOn }) =>
    inLedgerWorld({}, async (world) => {
      const way = await createFaultyProxy(world.config)
      const shaky = createLedger({ pool: world.pool(way.config), ...LEDGER_OPTIONS, connections: 1 })
      const record = createRecord()
      try {
        const [ana, ben] = [await aUser(world.ledger, 100_000_000n), await aUser(world.ledger)]
        let expected = 0n
        const count: Record<(typeof CUTS)[number], number> = { afterCommit: 0, beforeCommit: 0, lateCommit: 0 }
        for (let done = 0; goesOn(done); done = way.cuts()) {
          const cut = random.pick(CUTS)
          way.cutNext(cut)
          const sends = Array.from({ length: random.int(1, BATCH) }, () => aSend(ana, ben, BigInt(random.int(1, 9))))
          const outcomes = await Promise.all(sends.map((send) => shaky.post(send)))
          assert(way.cuts() > done, 'a cut was made')
          count[cut] += 1
          for (const [n, send] of sends.entries()) {
            const outcome = outcomes[n]
            const isOwn = outcome?.accepted === true && outcome.transferId === send.transferId && !outcome.replayed
            assert(isOwn, 'I2: a send across a cut is acknowledged as its own', outcome && wordFor(outcome))
            record.accepted(send)
            expected += (Array.isArray(send.legs) ? send.legs : [])[1]?.amountCents ?? 0n
          }
        }
        const { balanceCents } = await world.ledger.balance(wallet(ben))
        assert(balanceCents === expected, 'I3: the money moved once', { told: expected, is: balanceCents })
        await record.verify(world.admin)
        await world.check()
        const { accepted } = record.count()
        return {
          sends: accepted,
          'after COMMIT': count.afterCommit,
          before: count.beforeCommit,
          late: count.lateCommit,
        }
      } finally {
        await shaky.close()
        await way.stop()
      }
    }),
}
