/** Work that goes on as long as the process: done, then a pause, then done again, never twice at a time. */
import type { Log } from '../log.ts'

export type PeriodicTask = { name: string; everyMs: number; work: () => Promise<void> }

export type PeriodicTasks = {
  /** Begins nothing more and waits for what is being done. */
  stop: () => Promise<void>
}

/** Starts every task at once. What one throws is logged, and it goes on after its pause. */
export const startPeriodicTasks = (tasks: readonly PeriodicTask[], log: Pick<Log, 'warn'>): PeriodicTasks => {
  let isStopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const go = ({ name, everyMs, work }: PeriodicTask): void => {
    const turn = work()
      .catch((err: unknown) => log.warn({ err, component: 'integrity', task: name }, 'a periodic task failed'))
      .then(() => {
        running.delete(turn)
        if (isStopped) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          go({ name, everyMs, work })
        }, everyMs)
        timers.add(timer)
      })
    running.add(turn)
  }
  for (const task of tasks) go(task)

  return {
    stop: async () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
