/** Reads the whole of the money again and again in one snapshot, while it moves: the total never changes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { assert } from '../frame/part.ts'

const TOTALS = `
  select currency, sum(balance_cents)::text as total,
         count(*) filter (where balance_cents - held_cents < floor_cents)::int as below
    from accounts group by currency having sum(balance_cents) <> 0
       or count(*) filter (where balance_cents - held_cents < floor_cents) > 0`

const PAUSE_MS = 50

/** Starts reading; `stop` answers how many totals were read and throws `Broken` if one was wrong. */
export const watchTotals = (admin: Pool): { stop(): Promise<number> } => {
  let isOver = false
  let reads = 0
  const wrong: object[] = []
  const watching = (async () => {
    while (!isOver) {
      try {
        const { rows } = await admin.query<object>(TOTALS)
        reads += 1
        wrong.push(...rows)
      } catch {} // the database is down; that is what the faults are for
      await sleep(PAUSE_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      assert(wrong.length === 0, 'I1: in every snapshot all accounts sum to zero and none is below its floor', wrong)
      return reads
    },
  }
}
