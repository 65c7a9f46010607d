import type { Log } from '../log.ts'
import type { Services } from '../services.ts'

type Following = {
  /** For the log. */
  component: string
  /** What failed, for the log: `people could not be notified`. */
  failed: string
  /** How long hints gather, so that people who are woken together are looked at together. */
  gatherMs: number
  /** Between two lots, while more people wait. */
  pauseMs: number
  afterFailureMs: number
  /** People at a time. */
  atATime: number
  follow: (ownerIds: readonly string[]) => Promise<unknown>
  /** Makes up for hints that were lost. */
  catchUp: () => Promise<unknown>
}

/**
 * Follows people's news while the process runs, by the hints that wake their screens. A hint that is lost, or comes while the
 * process is down, is made up for at the start of the next one and by the timetable.
 */
export const followWakes = (
  { live, log }: Pick<Services, 'live'> & { log: Pick<Log, 'warn'> },
  { component, failed, gatherMs, pauseMs, afterFailureMs, atATime, follow, catchUp }: Following,
): { stop: () => Promise<void> } => {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isStopping = false

  const plan = (ms: number): void => {
    if (isStopping || working || timer || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      const some = [...waiting].slice(0, atATime)
      for (const ownerId of some) waiting.delete(ownerId)
      let nextMs = waiting.size > 0 ? pauseMs : gatherMs
      working = follow(some)
        .then(() => {})
        .catch((err: unknown) => {
          log.warn({ err, component }, `${failed}; trying again`)
          for (const ownerId of some) waiting.add(ownerId)
          nextMs = afterFailureMs
        })
        .finally(() => {
          working = undefined
          plan(nextMs)
        })
    }, ms)
  }
  const stopListening = live.onAnyWake((ownerIds) => {
    for (const ownerId of ownerIds) waiting.add(ownerId)
    plan(gatherMs)
  })
  const first = catchUp().catch((err: unknown) =>
    log.warn({ err, component }, `what was missed: ${failed}; the timetable tries again`),
  )
  return {
    stop: async () => {
      isStopping = true
      stopListening()
      clearTimeout(timer)
      await Promise.all([first, working])
    },
  }
}
