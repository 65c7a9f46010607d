import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import type { Rounds } from './rounds.ts'

const PAUSE_MS = 1_000

export type ThreadOptions<Told> = {
  /** What the thread finds as its `workerData`. */
  given: unknown
  /** Gets every message of the thread. */
  hear: (told: Told) => void
  log: Pick<Log, 'error'>
}

/**
 * Rounds that `file` starts on a thread of its own: they neither wait for the event loop of whoever serves people nor hold
 * it up. A thread that ends unasked is told, and started again after a second. Any message asks it to end.
 */
export const roundsOnThread = <Told>(file: URL, { given, hear, log }: ThreadOptions<Told>): Rounds => {
  let isStopped = false
  let pause: NodeJS.Timeout | undefined
  let thread: Worker
  let ended: Promise<void>

  const start = (): void => {
    thread = new Worker(file, { workerData: given })
    thread.on('message', hear)
    thread.on('error', (err) => log.error({ err, component: 'integrity' }, 'the thread of the rounds failed'))
    ended = new Promise((resolve) => {
      thread.once('exit', () => {
        resolve()
        if (!isStopped) pause = setTimeout(start, PAUSE_MS)
      })
    })
  }
  start()

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(pause)
      thread.postMessage('stop')
      await ended
    },
  }
}
