import { MoneyFrozen } from '@puente/ledger'
import type { Log } from './log.ts'

/**
 * Does `work` for each of several things that have nothing to do with one another. One that throws is logged with an alert, under the
 * `label` of the thing, and does not hold the rest; it is for the next round. Throws MoneyFrozen, which ends the round.
 * @param failed what was not done, in the words of the log
 */
export const eachApart = async <T>(
  log: Pick<Log, 'error'>,
  failed: string,
  things: readonly T[],
  labelOf: (thing: T) => string,
  work: (thing: T) => Promise<unknown>,
): Promise<void> => {
  for (const thing of things)
    try {
      await work(thing)
    } catch (err) {
      if (err instanceof MoneyFrozen) throw err
      log.error({ err, alert: true, label: labelOf(thing) }, failed)
    }
}
