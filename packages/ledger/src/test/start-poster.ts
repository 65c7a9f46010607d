import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PoolConfig } from 'pg'
import type { Command, Outcome } from '../types.ts'
import type { Told } from './poster-process.ts'

/** A process that posts. */
export type PosterProcess = {
  /** `null` when it gave no outcome: it ended, or it does not know. */
  post: (command: Command) => Promise<Outcome | null>
  /** How many commands have no outcome yet. */
  underWay: () => number
  signal: (signal: NodeJS.Signals) => void
  /** Resolves when the process is gone. */
  ended: Promise<void>
}

export const startPoster = async (config: PoolConfig): Promise<PosterProcess> => {
  const file = fileURLToPath(new URL('poster-process.ts', import.meta.url))
  const child = fork(file, [JSON.stringify(config)], { serialization: 'advanced', stdio: 'inherit' })
  const waiting = new Map<number, (outcome: Outcome | null) => void>()
  let last = 0
  let isOver = false
  const ended = once(child, 'exit').then(() => {
    isOver = true
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  })
  child.on('error', () => {})
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('a process that posts did not start'))),
  ])
  child.on('message', (message) => {
    const { id, outcome } = message as Told
    waiting.get(id)?.(outcome ?? null)
    waiting.delete(id)
  })
  return {
    post: (command) =>
      new Promise((resolve) => {
        if (isOver) return resolve(null)
        last += 1
        waiting.set(last, resolve)
        child.send({ id: last, command })
      }),
    underWay: () => waiting.size,
    signal: (signal) => void child.kill(signal),
    ended,
  }
}
