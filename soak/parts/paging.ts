import { aDeposit, aSend, aUser, wallet } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import { atOnce, inLedgerWorld } from '../support/ledger-world.ts'

const PROCESSES = 2
const WRITERS = 48
const READERS = 2

/** Walks the whole history page by page; every row below the first must come, once and in order. */
export const paging: Part = {
  name: 'paging',
  about: 'T33: histories are walked page by page while others write: no row is missed, none comes twice',
  covers: 'ledger',
  needs: [],
  units: { of: 'rows read', short: 2_000, full: 100_000 },
  share: 1,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async ({ ledger, processes, check }) => {
      const [ana, ben] = [await aUser(ledger, 1_000_000n), await aUser(ledger, 1_000_000n)]
      let isWriting = true
      let written = 0
      const writing = atOnce(WRITERS, async (n) => {
        while (isWriting) {
          const command = random.chance(0.2)
            ? aDeposit(ledger, ana, 1n)
            : aSend(...((n % 2 === 0 ? [ana, ben] : [ben, ana]) as [string, string]), 1n)
          await (processes[n % PROCESSES] ?? ledger).post(command)
          written += 1
        }
      })
      let rows = 0
      let walks = 0
      await atOnce(READERS, async () => {
        while (goesOn(rows)) {
          walks += 1
          const limit = random.int(5, 50)
          let last: bigint | undefined
          for (;;) {
            const page = await ledger.history(wallet(ana), last === undefined ? { limit } : { limit, before: last })
            for (const { seq } of page) {
              assert(last === undefined || seq === last - 1n, 'a walk misses and repeats nothing', { last, seq })
              last = seq
            }
            rows += page.length
            if (page.length === 0 || !goesOn(rows)) break
          }
        }
      })
      isWriting = false
      await writing
      await check()
      return { walks, 'rows written meanwhile': written }
    }),
}
