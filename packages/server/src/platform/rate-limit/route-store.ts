/**
 * Counts the calls of routes for @fastify/rate-limit. Large budgets are taken from the database in portions, which a
 * process then spends in memory: a write for every read would cost more than the read. Between processes the count can
 * be off by one portion each, always to the strict side.
 */
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { addUses, type Count } from './counter-store.ts'

type Answer = (error: Error | null, result?: { current: number; ttl: number }) => void
type Portion = { spent: number; size: number; count: Count }

export type RouteStore = FastifyRateLimitStoreCtor

const PORTIONS_PER_BUDGET = 20
/** Beyond this many callers at a time the oldest portions are dropped; their rest is lost, not gained. */
const REMEMBERED = 10_000

const portionOf = (max: number): number => Math.max(1, Math.floor(max / PORTIONS_PER_BUDGET))

const counting = ({ db, clock }: { db: Db; clock: Clock }) => {
  const portions = new Map<string, Promise<Portion>>()

  const fetchPortion = (key: string, windowMs: number, max: number): Promise<Portion> => {
    const size = portionOf(max)
    const fetched = addUses(db, `route:${key}`, windowMs, size, clock.now()).then((count) => ({
      spent: 0,
      size,
      count,
    }))
    portions.set(key, fetched)
    const [oldest] = portions.keys()
    if (portions.size > REMEMBERED && oldest !== undefined) portions.delete(oldest)
    return fetched
  }

  return async (key: string, windowMs: number, max: number): Promise<{ current: number; ttl: number }> => {
    for (;;) {
      const pending = portions.get(key) ?? fetchPortion(key, windowMs, max)
      const portion = await pending.catch((error: unknown) => {
        if (portions.get(key) === pending) portions.delete(key)
        throw error
      })
      const leftMs = portion.count.windowEndsAt.getTime() - clock.now().getTime()
      // What ends later than the next window would was counted by a clock that has been set right since.
      const ttl = leftMs <= 2 * windowMs ? leftMs : 0
      const before = portion.count.count - portion.size
      // A caller over the budget stays there until the window ends, at no cost to the database.
      if (ttl > 0 && before >= max) return { current: before + 1, ttl }
      if (ttl > 0 && portion.spent < portion.size) {
        portion.spent += 1
        return { current: before + portion.spent, ttl }
      }
      if (portions.get(key) === pending) portions.delete(key)
    }
  }
}

/** The constructor that the plugin wants; all routes share one set of counters, told apart by their keys. */
export const routeStore = (options: { db: Db; clock: Clock }): RouteStore => {
  const count = counting(options)
  const store = {
    incr: (key: string, answer: Answer, windowMs: number, max: number): void => {
      count(key, windowMs, max).then(
        (result) => answer(null, result),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      )
    },
    child: () => store,
  }
  return function RouteCounters() {
    return store
  } as unknown as RouteStore
}
