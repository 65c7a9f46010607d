/**
 * Budgets of calls. A use is counted before the work it allows, so that a burst of guesses cannot run ahead of its
 * counter; a caller who proves to be right gets the counter cleared.
 */
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { clearCounter, restoreOne, readOpening, takeOne } from './counter-store.ts'
import { type RouteStore, routeStore } from './route-store.ts'
import type { Budget } from './throttles.ts'

export type Budgets = {
  /** For @fastify/rate-limit: the budgets of routes. */
  store: RouteStore
  /**
   * Counts one use of each budget for the subject, or of none; answers how many seconds to wait, 0 when it passed. The
   * subject is stored: where it is personal, pass its blind index.
   */
  take: (subject: string, ...budgets: Budget[]) => Promise<number>
  /** The same, refused with `tooManyRequests` when it did not pass. */
  consume: (subject: string, ...budgets: Budget[]) => Promise<void>
  /** How many seconds a use would have to wait now, 0 when it would pass; counts and locks nothing. */
  waitOf: (subject: string, budget: Budget) => Promise<number>
  /** Restores one use of each, for work that came to nothing. */
  restore: (subject: string, ...budgets: Budget[]) => Promise<void>
  /** Forgets what was counted, after a success. */
  clear: (subject: string, ...budgets: Budget[]) => Promise<void>
}

/** `factor` multiplies every budget. */
export const createBudgets = (options: { db: Db; clock: Clock; factor?: number }): Budgets => {
  const { db, clock, factor = 1 } = options
  const keyOf = (subject: string, { name }: Budget): string => `${name}:${subject}`
  const scaled = (budget: Budget): Budget => ({ ...budget, max: budget.max * factor })

  const take: Budgets['take'] = async (subject, ...budgets) => {
    const now = clock.now()
    const taken: string[] = []
    for (const budget of budgets.map(scaled)) {
      const key = keyOf(subject, budget)
      if (await takeOne(db, key, budget, now)) {
        taken.push(key)
        continue
      }
      for (const earlier of taken) await restoreOne(db, earlier)
      const opensAt = await readOpening(db, key, budget, now)
      return Math.max(1, Math.ceil((opensAt.getTime() - now.getTime()) / 1000))
    }
    return 0
  }

  return {
    store: routeStore({ db, clock }),
    take,
    waitOf: async (subject, budget) => {
      const now = clock.now()
      const opensAt = await readOpening(db, keyOf(subject, budget), scaled(budget), now)
      return Math.max(0, Math.ceil((opensAt.getTime() - now.getTime()) / 1000))
    },
    consume: async (subject, ...budgets) => {
      const retryAfterSeconds = await take(subject, ...budgets)
      if (retryAfterSeconds > 0) throw new Refusal('tooManyRequests', { retryAfterSeconds })
    },
    restore: async (subject, ...budgets) => {
      for (const budget of budgets) await restoreOne(db, keyOf(subject, budget))
    },
    clear: async (subject, ...budgets) => {
      for (const budget of budgets) await clearCounter(db, keyOf(subject, budget))
    },
  }
}
