import type { AccessReason, Browser, Device } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'

/** What ended: one session, by what its browser said of itself; all others, or all; or all by our own people, with their reason. */
export type EndedSessions =
  | { variant: 'sessionEnded'; browser: Browser; device: Device }
  | { variant: 'otherSessionsEnded' | 'allSessionsEnded' }
  | { variant: 'sessionsEndedByUs'; why: AccessReason | null }

declare module '#platform/events.ts' {
  interface Events {
    'sessions.ended': { ownerId: string; ended: EndedSessions }
  }
}

/** Writes one line of the security log, and has the owner told of each thing that ended; of none there is nothing to write. */
export const recordEnd = async (
  trx: Trx,
  services: Parameters<typeof recordSecurityEvent>[1],
  ownerId: string,
  ended: readonly EndedSessions[],
): Promise<void> => {
  if (ended.length === 0) return
  await recordSecurityEvent(trx, services, ownerId, 'sessionEnded')
  await services.events.record(
    trx,
    ...ended.map((one) => ({ event: 'sessions.ended', data: { ownerId, ended: one } }) as const),
  )
}
