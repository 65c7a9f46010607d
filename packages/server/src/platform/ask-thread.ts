import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { boundedPool } from './bounded-pool.ts'

export type AskOptions = WorkerOptions & {
  /** How many questions may wait in line. */
  waiting: number
  /** A question that takes longer fails, and ends its thread. */
  deadlineMs?: number
}

/**
 * Asks the thread that `file` runs, one question at a time, for work that no other call should have to wait for. It is started for the
 * first question, since most processes never need it, and again after a failure; a question it failed on rejects with the error.
 * Throws `PoolBusy` when too many wait.
 */
export const askThread = <Question, Answer>(
  file: URL,
  { waiting, deadlineMs, ...options }: AskOptions,
): ((question: Question) => Promise<Answer>) => {
  const oneAtATime = boundedPool(1, waiting)
  let current: Worker | undefined
  const start = (): Worker => {
    const forget = (): void => {
      current = undefined
    }
    // On the error already: between it and the exit the next in line would ask a thread that no longer answers.
    return new Worker(file, options).once('error', forget)
  }
  return (question) =>
    oneAtATime(async () => {
      const thread = (current ??= start())
      // Keeps the process up only while a question is open.
      thread.ref()
      const signal = deadlineMs === undefined ? undefined : AbortSignal.timeout(deadlineMs)
      try {
        thread.postMessage(question)
        const [answer] = (await once(thread, 'message', signal && { signal })) as [Answer]
        return answer
      } catch (error) {
        if (signal?.aborted && current === thread) {
          current = undefined
          // The place is free when the thread is gone, so that slow questions cannot pile up threads.
          await thread.terminate()
        }
        throw error
      } finally {
        thread.unref()
      }
    })
}
