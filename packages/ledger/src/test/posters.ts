import { uuidv7 } from 'uuidv7'
import { LedgerBusy } from '../errors.ts'
import { createBatcher } from '../posting/batcher.ts'
import type { BatcherOptions, PostBatch } from '../posting/batcher.ts'
import type { Command } from '../types.ts'
import { aCommand } from './factories.ts'

/** A poster whose batches end when the test ends them. */
export const aPoster = () => {
  const batches: { commands: Command[]; write: () => void; end: () => void; fail: (error: Error) => void }[] = []
  const post: PostBatch = (commands, write) =>
    new Promise((resolve, reject) => {
      const results = commands.map(({ transferId }) => ({
        outcome: { accepted: true, transferId, answer: null, at: new Date(), replayed: false } as const,
      }))
      batches.push({ commands, write, end: () => resolve(results), fail: reject })
    })
  return { post, batches, sizes: () => batches.map(({ commands }) => commands.length) }
}

export const options: BatcherOptions = {
  queueLimit: 100,
  batchLimit: 10,
  waitLimitMs: 250,
  deadlineMs: 8_000,
  overlapFrom: 5,
  followFrom: 2,
  mayOverlap: () => true,
}
export const commands = (count: number, more: Partial<Command> = {}) =>
  Array.from({ length: count }, () => aCommand(more.ownerId ?? uuidv7(), more))

/** A batcher over these posters. */
export const batcherOf = (posters: ReturnType<typeof aPoster>[], more: Partial<BatcherOptions> = {}) => {
  const batcher = createBatcher(
    posters.map(({ post }) => post),
    { ...options, ...more },
  )
  const ended: string[] = []
  /** Posts at once; how each ends is found in `ended`. */
  const send = (count: number, own: Partial<Command> = {}) => {
    for (const command of commands(count, own))
      void batcher.post(command).then(
        () => ended.push('posted'),
        (error: unknown) => ended.push(error instanceof LedgerBusy ? 'busy' : 'failed'),
      )
  }
  return { batcher, send, ended }
}
