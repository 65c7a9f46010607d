import { PoolBusy } from '../bounded-pool.ts'
import { DatabaseUnavailable } from '../db/errors.ts'
import type { Budgets } from './budgets.ts'
import type { Budget } from './throttles.ts'

/** What was begun and could not be done now: nothing of it stays, and the caller is asked to come again. */
const isShed = (error: unknown): boolean => error instanceof PoolBusy || error instanceof DatabaseUnavailable

/** Does the work that `spent` allowed, and restores it when the work was shed: coming again must not be one use more. */
export const restoreWhenShed = async <Done>(
  { budgets }: { budgets: Pick<Budgets, 'restore'> },
  spent: readonly { subject: string; budget: Budget }[],
  work: () => Promise<Done>,
): Promise<Done> => {
  try {
    return await work()
  } catch (error) {
    // Where the counters cannot be reached either, the refusal is the same.
    if (isShed(error)) for (const { subject, budget } of spent) await budgets.restore(subject, budget).catch(() => {})
    throw error
  }
}
