import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import type { PeriodicTasks } from './periodic-tasks.ts'

const PAUSE_MS = 1_000

export type ThreadOptions<Message> = {
  workerData: unknown
  /** Called with every message of the thread. */
  onMessage: (message: Message) => void
  log: Pick<Log, 'error'>
}

/**
 * Periodic tasks that `file` starts on a thread of its own: they neither wait for the event loop that serves people nor hold
 * it up. A thread that ends unasked is logged, and started again after a second. Any message asks it to end.
 */
export const periodicTasksOnThread = <Message>(
  file: URL,
  { workerData, onMessage, log }: ThreadOptions<Message>,
): PeriodicTasks => {
  let isStopped = false
  let pause: NodeJS.Timeout | undefined
  let thread: Worker
  let ended: Promise<void>

  const start = (): void => {
    thread = new Worker(file, { workerData })
    thread.on('message', onMessage)
    thread.on('error', (err) => log.error({ err, component: 'integrity' }, 'the thread of the periodic tasks failed'))
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
