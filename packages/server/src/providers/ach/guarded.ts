import type { Breaker } from '../breaker.ts'
import { guardedPayouts } from '../guarded-payouts.ts'
import type { ReportSource } from '../report.ts'
import type { AchRail } from './port.ts'

type Bank = AchRail & Partial<ReportSource>

/** A bank each of whose calls about a withdrawal is counted by the rail's breaker; its report stands beside it. */
export const guardedAch = ({ report, ...ach }: Bank, breaker: Breaker): Bank => ({
  ...guardedPayouts(ach, breaker),
  ...(ach.lookupRouting && {
    lookupRouting: (...asked) => breaker.call(async () => (await ach.lookupRouting?.(...asked)) ?? null),
  }),
  ...(report && { report }),
})
