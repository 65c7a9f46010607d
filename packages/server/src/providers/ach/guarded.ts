import type { Breaker } from '../breaker.ts'
import type { ReportSource } from '../report.ts'
import type { AchRail } from './port.ts'

type Bank = AchRail & Partial<ReportSource>

/** A bank each of whose calls about a withdrawal is counted by the rail's breaker; its report stands beside it. */
export const guardedAch = ({ report, ...ach }: Bank, breaker: Breaker): Bank => ({
  send: (...asked) => breaker.call(() => ach.send(...asked)),
  fetch: (...asked) => breaker.call(() => ach.fetch(...asked)),
  findByRef: (...asked) => breaker.call(() => ach.findByRef(...asked)),
  verify: (headers, raw) => ach.verify(headers, raw),
  ...(report && { report }),
})
