/**
 * Group commit without a timer. An idle lane sends a command at once; while a batch is under way the next ones gather
 * and go together. A batch that is decided and being written makes room for the next one, on a connection of its own: what
 * both of them touch that one finds locked and gets with the commit, without a pause. And when enough have gathered that
 * have nothing to do with a batch that is still to be decided, they start beside it.
 *
 * The queue is bounded, by number and by the time a newcomer would have to wait, and nobody waits beyond a deadline:
 * what cannot be served is refused quickly instead of waiting in vain.
 */
import { ownersOf } from '../decide/command.ts'
import type { Settled } from '../decide/decide-batch.ts'
import { LedgerBusy, LedgerUnavailable } from '../errors.ts'
import { createQueue } from './queue.ts'
import type { Command, Outcome } from '../types.ts'

/** `onWriting`: what the batch does is decided, and its rows are locked until it is committed. */
export type PostBatch = (commands: Command[], onWriting: () => void) => Promise<Settled[]>

export type LaneOptions = {
  queueLimit: number
  batchLimit: number
  /** A newcomer that would have to wait longer than this for its batch to begin is refused. */
  waitLimitMs: number
  /** How long a command may wait to be taken into a batch; its own `deadlineMs` comes before this. */
  deadlineMs: number
  /** When so many wait, a second batch beside one that is still to be decided is looked for. */
  overlapFrom: number
  /** The same beside one that is decided and being written. */
  followFrom: number
  /** Whether batches may be under way beside one another here. */
  mayOverlap: () => boolean
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
  let inFlight = 0
  /** Those of them that are still to be decided. */
  let undecided = 0
  /** Below this many commands in the queue another batch was not worth it; it is looked at again when more have come. */
  let worthAgainAt = 0
  let isClosed = false

  /** So many must wait for another batch to be worth a transaction of its own. */
  const worthFrom = () => {
    if (underWay > 0 && !options.mayOverlap()) return Infinity
    if (undecided > 0) return Math.max(options.overlapFrom, worthAgainAt)
    return underWay > 0 ? options.followFrom : 1
  }

  const width = () => (options.mayOverlap() ? posters.length : 1)

  const take = (): Waiting[] => {
    if (queue.size() < worthFrom()) return []
    // An equal share of all that is there for each poster, where that makes batches worth having.
    const share = Math.ceil((queue.size() + inFlight) / width())
    const size = Math.min(options.batchLimit, queue.size(), share >= options.overlapFrom ? share : Infinity)
    const batch = queue.take(size, undecided > 0 ? Math.ceil(size / 2) : 0)
    if (batch.length === 0 && undecided > 0) worthAgainAt = queue.size() + options.overlapFrom
    for (const { deadline } of batch) clearTimeout(deadline)
    return batch
  }

  const post = async (poster: PostBatch, batch: Waiting[]) => {
    underWay += 1
    undecided += 1
    inFlight += batch.length
    let isDecided = false
    const makeRoom = () => {
      if (isDecided) return
      isDecided = true
      undecided -= 1
      worthAgainAt = 0
      queue.release(batch)
      start()
    }
    start()
    const startedAt = performance.now()
    let settled: Settled[] | { error: unknown }
    try {
      settled = await poster(
        batch.map(({ command }) => command),
        makeRoom,
      )
    } catch (error) {
      settled = batch.map(() => ({ error }))
    }
    underWay -= 1
    inFlight -= batch.length
    makeRoom()
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
    if (queue.size() < worthFrom()) return
    const poster = idle.pop()
    if (!poster) return
    const work = drain(poster).finally(() => running.delete(work))
    running.add(work)
  }

  /** How long a newcomer would wait for its batch to begin: those before it, at the pace of the last ones. */
  const expectedWaitMs = () => {
    const batchesBefore = Math.floor(queue.size() / options.batchLimit) + (underWay > 0 ? 1 : 0)
    return lastMs.length < PACE_OF ? 0 : (batchesBefore * Math.min(...lastMs)) / width()
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
