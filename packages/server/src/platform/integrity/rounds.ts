/** Work that goes on as long as the process: done, then a pause, then done again, never twice at a time. */
import type { Log } from '../log.ts'

export type Round = { name: string; everyMs: number; work: () => Promise<void> }

export type Rounds = {
  /** Begins nothing more and waits for what is being done. */
  stop: () => Promise<void>
}

/** Starts every round at once. What one throws is told, and it goes on after its pause. */
export const startRounds = (rounds: readonly Round[], log: Pick<Log, 'warn'>): Rounds => {
  let isStopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const go = ({ name, everyMs, work }: Round): void => {
    const turn = work()
      .catch((err: unknown) => log.warn({ err, component: 'integrity', task: name }, 'a round failed'))
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
  for (const round of rounds) go(round)

  return {
    stop: async () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
