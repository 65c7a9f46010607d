import type { Services } from '#platform/services.ts'
import { AT_A_TIME, catchUp, followMovements } from './follow-movements.ts'
import type { Telling } from './tell-notices.ts'

/** How long hints gather: people are told together, and a payment's two sides in one transaction. */
const GATHER_MS = 200
const AFTER_FAILURE_MS = 2_000

/**
 * Follows people's news while the process runs, by the hints that wake their screens. A hint that is lost, or comes while the
 * process is down, is made up for at the start of the next one and by the timetable.
 */
export const startFollower = (services: Telling & Pick<Services, 'ledger' | 'log'>) => {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isStopping = false

  const plan = (ms: number): void => {
    if (isStopping || working || timer || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      working = work().finally(() => {
        working = undefined
        plan(GATHER_MS)
      })
    }, ms)
  }
  const work = async (): Promise<void> => {
    while (waiting.size > 0 && !isStopping) {
      const some = [...waiting].slice(0, AT_A_TIME)
      for (const ownerId of some) waiting.delete(ownerId)
      try {
        await followMovements(services, some, false)
      } catch (err) {
        services.log.warn({ err, component: 'notices' }, 'people could not be told what is new; trying again')
        for (const ownerId of some) waiting.add(ownerId)
        await new Promise((resolve) => {
          setTimeout(resolve, AFTER_FAILURE_MS).unref()
        })
      }
    }
  }
  const stopListening = services.live.onAnyWake((ownerIds) => {
    for (const ownerId of ownerIds) waiting.add(ownerId)
    plan(GATHER_MS)
  })
  const first = catchUp(services).catch((err: unknown) =>
    services.log.warn({ err, component: 'notices' }, 'what was missed could not be told; the timetable tries again'),
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
