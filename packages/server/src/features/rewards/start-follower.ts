import type { Services } from '#platform/services.ts'
import { AT_A_TIME, catchUp, followRewards } from './follow-rewards.ts'
import type { Counting } from './count-movements.ts'

/** How long hints gather: nobody waits for a reward, and people's money comes first. */
const GATHER_MS = 500
const AFTER_FAILURE_MS = 3_000

/**
 * Follows people's news while the process runs, by the hints that wake their screens. A hint that is lost, or comes while the
 * process is down, is made up for at the start of the next one and by the timetable.
 */
export const startRewardsFollower = (services: Counting & Pick<Services, 'log'>) => {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isStopping = false

  const plan = (ms: number): void => {
    if (isStopping || working || timer || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      let nextMs = GATHER_MS
      const some = [...waiting].slice(0, AT_A_TIME)
      for (const ownerId of some) waiting.delete(ownerId)
      working = followRewards(services, some, false)
        .catch((err: unknown) => {
          services.log.warn({ err, component: 'rewards' }, 'what is new could not be counted; trying again')
          for (const ownerId of some) waiting.add(ownerId)
          nextMs = AFTER_FAILURE_MS
        })
        .finally(() => {
          working = undefined
          plan(nextMs)
        })
    }, ms)
  }
  const stopListening = services.live.onAnyWake((ownerIds) => {
    for (const ownerId of ownerIds) waiting.add(ownerId)
    plan(GATHER_MS)
  })
  const first = catchUp(services).catch((err: unknown) =>
    services.log.warn({ err, component: 'rewards' }, 'what was missed could not be counted; the timetable tries again'),
  )
  return {
    stop: async (): Promise<void> => {
      isStopping = true
      stopListening()
      clearTimeout(timer)
      await Promise.all([first, working])
    },
  }
}
