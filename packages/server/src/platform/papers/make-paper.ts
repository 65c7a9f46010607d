import { askThread } from '#platform/ask-thread.ts'
import type { PaperMade, PaperOrder } from './paper-thread.ts'
import { PAPER_ROWS_MAX } from './paper.ts'
import { rowsOf } from './printable-rules.ts'

const WAITING_LIMIT = 16
/** Shorter than what a call may take, so that its caller hears that it failed. */
const DEADLINE_MS = 6_000

const setPaper = askThread<PaperOrder, PaperMade>(new URL('paper-thread.ts', import.meta.url), {
  waiting: WAITING_LIMIT,
  deadlineMs: DEADLINE_MS,
})

/**
 * Sets a paper: a tagged PDF (PDF/UA-1) with its typefaces in it. The same content, check and moment give the same bytes. It runs on a
 * thread of its own, one paper at a time. Throws `PoolBusy` when too many wait (answered as `serviceUnavailable`), and an error when there
 * are more rows than `PAPER_ROWS_MAX` or it takes too long.
 *
 * Slices do not call this: `issuePaper` of the slice `papers` also signs what was made and notes that it was issued.
 */
export const makePaper = async (order: PaperOrder): Promise<Uint8Array> => {
  const rows = rowsOf(order.content)
  if (rows > PAPER_ROWS_MAX) throw new Error(`a paper of ${rows} rows; at most ${PAPER_ROWS_MAX} fit one`)
  const made = await setPaper(order)
  if ('failed' in made) throw new Error(`a paper could not be set: ${made.failed}`)
  return made.bytes
}
