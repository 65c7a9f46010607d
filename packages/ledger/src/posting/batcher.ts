/**
 * Group commit without a timer. An idle batcher posts a command at once; while a batch runs, later commands queue and form
 * the next one. A batch that is decided and being written lets the next one start on another connection: rows that both
 * touch are locked until the first commits, and then available without a pause. When enough commands wait that share no
 * owner with an undecided batch, they start beside it.
 *
 * The queue is bounded by its length and by the time a new command would have to wait, and every command has a deadline:
 * under overload commands are refused quickly.
 */
import { ownersOf } from '../decide/command.ts'
import type { CommandResult } from '../decide/decide-batch.ts'
import { LedgerBusy, LedgerUnavailable } from '../errors.ts'
import type { Command, Outcome } from '../types.ts'
import { createQueue } from './queue.ts'

/** @param onWriting called when the batch is decided and its rows stay locked until it commits */
export type PostBatch = (commands: Command[], onWriting: () => void) => Promise<CommandResult[]>

export type BatcherOptions = {
  queueLimit: number
  batchLimit: number
  /** A command whose batch would begin later than this is refused. */
  waitLimitMs: number
  /** How long a command may wait to be taken into a batch, unless it has a `deadlineMs`. */
  deadlineMs: number
  /** How many must wait for a batch to start beside one that is undecided. */
  overlapFrom: number
  /** How many must wait for a batch to start beside one that is being written. */
  followFrom: number
  /** Whether batches may run beside one another. */
  mayOverlap: () => boolean
}

type Waiting = {
  command: Command
  owners: string[]
  deadline: NodeJS.Timeout
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/** One slow batch may be an accident; the fastest of so many tells the pace. */
const PACE_SAMPLES = 3

const answer = (batch: Waiting[], results: CommandResult[]) => {
  batch.forEach(({ resolve, reject }, index) => {
    const result = results[index] ?? { error: new Error('a command was left without an outcome') }
    if ('outcome' in result) resolve(result.outcome)
    else reject(result.error)
  })
}

/** @param posters each posts one batch at a time; they share the queue */
export const createBatcher = (posters: readonly PostBatch[], options: BatcherOptions) => {
  const queue = createQueue<Waiting>()
  const idle = [...posters]
  const drains = new Set<Promise<void>>()
  const recentMs: number[] = []
  let runningBatches = 0
  let undecidedBatches = 0
  let runningCommands = 0
  /** The queue held too few commands for another batch; it is searched again at this length. */
  let searchAgainAt = 0
  let isClosed = false

  /** How many commands must wait for another batch to be worth a transaction. */
  const minimumQueue = () => {
    if (runningBatches > 0 && !options.mayOverlap()) return Infinity
    if (undecidedBatches > 0) return Math.max(options.overlapFrom, searchAgainAt)
    return runningBatches > 0 ? options.followFrom : 1
  }

  const concurrency = () => (options.mayOverlap() ? posters.length : 1)

  const take = (): Waiting[] => {
    if (queue.size() < minimumQueue()) return []
    // An equal share for each poster, unless that would make batches too small.
    const share = Math.ceil((queue.size() + runningCommands) / concurrency())
    const size = Math.min(options.batchLimit, queue.size(), share >= options.overlapFrom ? share : Infinity)
    const batch = queue.take(size, undecidedBatches > 0 ? Math.ceil(size / 2) : 0)
    if (batch.length === 0 && undecidedBatches > 0) searchAgainAt = queue.size() + options.overlapFrom
    for (const { deadline } of batch) clearTimeout(deadline)
    return batch
  }

  const post = async (poster: PostBatch, batch: Waiting[]) => {
    runningBatches += 1
    undecidedBatches += 1
    runningCommands += batch.length
    let isDecided = false
    const markDecided = () => {
      if (isDecided) return
      isDecided = true
      undecidedBatches -= 1
      searchAgainAt = 0
      queue.release(batch)
      start()
    }
    start()
    const startedAt = performance.now()
    let results: CommandResult[]
    try {
      results = await poster(
        batch.map(({ command }) => command),
        markDecided,
      )
    } catch (error) {
      results = batch.map(() => ({ error }))
    }
    runningBatches -= 1
    runningCommands -= batch.length
    markDecided()
    answer(batch, results)
    recentMs.push(performance.now() - startedAt)
    if (recentMs.length > PACE_SAMPLES) recentMs.shift()
  }

  const drain = async (poster: PostBatch) => {
    // Commands given in the same turn of the event loop share the first batch.
    await Promise.resolve()
    for (let batch = take(); batch.length > 0; batch = take()) await post(poster, batch)
    // No await between finding the queue empty and this: the next command finds a batch to join or an idle poster.
    idle.push(poster)
  }

  const start = () => {
    if (queue.size() < minimumQueue()) return
    const poster = idle.pop()
    if (!poster) return
    const work = drain(poster).finally(() => drains.delete(work))
    drains.add(work)
  }

  /** How long until the batch of a new command would begin, at the pace of the recent ones. */
  const expectedWaitMs = () => {
    const batchesBefore = Math.floor(queue.size() / options.batchLimit) + (runningBatches > 0 ? 1 : 0)
    return recentMs.length < PACE_SAMPLES ? 0 : (batchesBefore * Math.min(...recentMs)) / concurrency()
  }

  return {
    /** Rejects with LedgerBusy when the command cannot be taken in time, with LedgerUnavailable once closed. */
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
    /** Takes no more commands and resolves when all that were taken have an outcome. */
    close: async (): Promise<void> => {
      isClosed = true
      while (drains.size > 0) await Promise.all(drains)
    },
  }
}
