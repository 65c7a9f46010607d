/**
 * Group commit without a timer. An idle lane sends a command at once; while a batch is under way the next ones gather
 * and go together. The queue is bounded: what does not fit is refused quickly instead of waiting in vain.
 */
import type { Settled } from './decide.ts'
import { LedgerBusy, LedgerUnavailable } from './errors.ts'
import type { Command, Outcome } from './types.ts'

type Waiting = { command: Command; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

export type LaneOptions = { queueLimit: number; batchLimit: number }

export const createLane = (postBatch: (commands: Command[]) => Promise<Settled[]>, options: LaneOptions) => {
  let queue: Waiting[] = []
  let running: Promise<void> | null = null
  let isClosed = false

  const postNext = async () => {
    const batch = queue.slice(0, options.batchLimit)
    queue = queue.slice(options.batchLimit)
    let settled: Settled[]
    try {
      settled = await postBatch(batch.map(({ command }) => command))
    } catch (error) {
      settled = batch.map(() => ({ error }))
    }
    batch.forEach(({ resolve, reject }, index) => {
      const one = settled[index] ?? { error: new Error('a command was left without an outcome') }
      if ('outcome' in one) resolve(one.outcome)
      else reject(one.error)
    })
  }

  const drain = async () => {
    // Commands given in the same turn of the event loop share the first batch.
    await Promise.resolve()
    while (queue.length > 0) await postNext()
    running = null
  }

  return {
    /** Queues the command. Rejects at once with LedgerBusy or, once closed, LedgerUnavailable. */
    post: (command: Command): Promise<Outcome> => {
      if (isClosed) return Promise.reject(new LedgerUnavailable('the ledger is closed'))
      if (queue.length >= options.queueLimit) return Promise.reject(new LedgerBusy('too many commands are waiting'))
      return new Promise((resolve, reject) => {
        queue.push({ command, resolve, reject })
        running ??= drain()
      })
    },
    /** Takes nothing more and ends when everything taken has its outcome. */
    close: async (): Promise<void> => {
      isClosed = true
      await running
    },
  }
}
