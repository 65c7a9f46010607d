import type { Live } from '#platform/live/live.ts'
import { eventWrites } from '#platform/live/live-store.ts'
import { writeIn } from '#platform/db/statement.ts'

/** Announces from an operator's command, which wakes no stream: open pages look by themselves within seconds. */
export const consoleLive: Pick<Live, 'publish'> = {
  publish: (trx, ...announcements) => writeIn(trx, eventWrites(announcements)),
}
