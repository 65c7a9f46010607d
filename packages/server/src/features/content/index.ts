/** What everybody may read: configuration, legal texts, questions and answers; and the sink for usage events. */
import type { Handlers } from '#platform/http/ctx.ts'
import { config } from './config.ts'
import { events } from './events.ts'
import { faqs } from './faqs.ts'
import { legal } from './legal.ts'

export { readContentVersion } from './content-version.ts'
export { listSwitches, type Switch, turnSwitch } from './content-store.ts'
export { closedRail, findRail, requireRail } from './rail.ts'
export { TERMS_VERSION } from './legal.ts'
export { contentTasks } from './tasks.ts'

export const contentRoutes = {
  config,
  legal,
  faqs,
  events,
  health: async () => ({ ok: true as const }),
} satisfies Partial<Handlers>
