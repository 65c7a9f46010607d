/**
 * Group commit without a timer. An idle lane sends a command at once; while a batch is under way the next ones gather
 * and go together. When enough have gathered that have nothing to do with the batch under way, a second one starts
 * beside it, on a connection of its own: while one of them waits for the disk the other one works.
 *
 * The queue is bounded, by number and by the time a newcomer would have to wait, and nobody waits beyond a deadline:
 * what cannot be served is refused quickly instead of waiting in vain.
 */
import { ownersOf } from './command.ts'
import type { Settled } from './decide.ts'
import { LedgerBusy, LedgerUnavailable } from './errors.ts'
import { createQueue } from './queue.ts'
import type { Command, Outcome } from './types.ts'

export type PostBatch = (commands: Command[]) => Promise<Settled[]>

export type LaneOptions = {
  queueLimit: number
  batchLimit: number
  /** A newcomer that would have to wait longer than this for its batch to begin is refused. */
  waitLimitMs: number
  /** How long a command may wait to be taken into a batch; its own `deadlineMs` comes before this. */
  deadlineMs: number
  /** When so many wait, a second batch beside the one under way is looked for. */
  overlapFrom: number
}

type Waiting = {
  command: Command
  owners: string[]
  deadline: NodeJS.Timeout
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/** One slow batch is an accident, several in a row are a pace. */
const PACE_OF = 3
const WHOLE_BATCHES = 16

const settle = (batch: Waiting[], settled: Settled[]) => {
  batch.forEach(({ resolve, reject }, index) => {
    const one = settled[index] ?? { error: new Error('a command was left without an outcome') }
    if ('outcome' in one) resolve(one.outcome)
    else reject(one.error)
  })
}

/** `posters` post one batch at a time each; they share the queue. */
export const createLane = (posters: readonly PostBatch[], options: LaneOptions) => {
  const queue = createQueue<Waiting>()
  const idle = [...posters]
  const running = new Set<Promise<void>>()
  const lastMs: number[] = []
  let underWay = 0
  /** Below this many commands in the queue another batch was not worth it; it is looked at again when more have come. */
  let worthAgainAt = 0
  /** Where all want the same rows, sharing only makes batches smaller; it is tried again after so many. */
  let wholeBatches = 0
  let isClosed = false

  /** All that wait, or an equal share where every free poster would get a batch worth having. */
  const nextSize = () => {
    const share = Math.ceil(queue.size() / (posters.length - underWay))
    const isShared = share >= options.overlapFrom && wholeBatches === 0
    if (wholeBatches > 0 && underWay === 0) wholeBatches -= 1
    return Math.min(options.batchLimit, isShared ? share : queue.size())
  }

  const take = (): Waiting[] => {
    if (underWay > 0 && queue.size() < options.overlapFrom) return []
    const size = nextSize()
    // Beside another batch a small remainder is not worth a transaction: it goes with the next.
    const batch = queue.take(size, underWay === 0 ? 0 : Math.ceil(size / 2))
    if (batch.length === 0 && underWay > 0) {
      worthAgainAt = queue.size() + options.overlapFrom
      wholeBatches = WHOLE_BATCHES
    }
    for (const { deadline } of batch) clearTimeout(deadline)
    return batch
  }

  const post = async (poster: PostBatch, batch: Waiting[]) => {
    underWay += 1
    start()
    const startedAt = performance.now()
    let settled: Settled[] | { error: unknown }
    try {
      settled = await poster(batch.map(({ command }) => command))
    } catch (error) {
      settled = batch.map(() => ({ error }))
    }
    underWay -= 1
    worthAgainAt = 0
    queue.release(batch)
    settle(batch, settled)
    lastMs.push(performance.now() - startedAt)
    if (lastMs.length > PACE_OF) lastMs.shift()
  }

  const drain = async (poster: PostBatch) => {
    // Commands given in the same turn of the event loop share the first batch.
    await Promise.resolve()
    for (let batch = take(); batch.length > 0; batch = take()) await post(poster, batch)
    // In the same breath as finding nothing to do: whoever comes next finds either a batch to come or an idle poster.
    idle.push(poster)
  }

  const start = () => {
    const isBusy = idle.length < posters.length
    if (queue.size() === 0 || (isBusy && queue.size() < Math.max(options.overlapFrom, worthAgainAt))) return
    const poster = idle.pop()
    if (!poster) return
    const work = drain(poster).finally(() => running.delete(work))
    running.add(work)
  }

  /** How long a newcomer would wait for its batch to begin: those before it, at the pace of the last ones. */
  const expectedWaitMs = () => {
    const batchesBefore = Math.floor(queue.size() / options.batchLimit) + (underWay > 0 ? 1 : 0)
    return lastMs.length < PACE_OF ? 0 : (batchesBefore * Math.min(...lastMs)) / posters.length
  }

  return {
    /** Queues the command. Rejects with LedgerBusy when it cannot be taken in time, LedgerUnavailable once closed. */
    post: (command: Command): Promise<Outcome> => {
      if (isClosed) return Promise.reject(new LedgerUnavailable('the ledger is closed'))
      if (queue.size() >= options.queueLimit) return Promise.reject(new LedgerBusy('too many commands are waiting'))
      if (expectedWaitMs() > options.waitLimitMs) return Promise.reject(new LedgerBusy('the wait would be too long'))
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          queue.remove(waiting)
          reject(new LedgerBusy('the command was not taken before its deadline'))
        }
        const deadline = setTimeout(giveUp, command.deadlineMs ?? options.deadlineMs)
        const waiting: Waiting = { command, owners: ownersOf(command), deadline, resolve, reject }
        queue.add(waiting)
        start()
      })
    },
    /** Takes nothing more and ends when everything taken has its outcome. */
    close: async (): Promise<void> => {
      isClosed = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}
