import type { SecurityEvent } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import type { RequestFacts } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { countSince, findNewest, insertSecurityEvent, repeatSecurityEvent } from './security-log-store.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** Something about the safety of an account was changed; `event` says what. */
    'security.changed': { ownerId: string; event: SecurityEvent }
  }
}

/** `agent` is left out where no browser of anyone's was involved: an operator's act, a job. */
type Recording = Pick<Services, 'clock' | 'events'> & Partial<Pick<RequestFacts, 'agent'>>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** These change nothing; there is one with every sign-in and every wrong password. */
const ROUTINE: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'sessionOpened',
  'sessionReplaced',
  'signInRefused',
  'secondFactorRefused',
])

/** Refusals can come by the thousand, from strangers: those of an hour in one kind of browser and device share a line, which says when the last came. */
const COUNTED: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>(['signInRefused', 'secondFactorRefused'])

/**
 * Writes a line of the account's security log, in the transaction of what happened: it is kept if and only if that is.
 * `ownerId` is the bare uuid.
 */
export const recordSecurityEvent = async (
  trx: Trx,
  { clock, events, agent }: Recording,
  ownerId: string,
  event: SecurityEvent,
): Promise<void> => {
  const at = clock.now()
  const browser = agent?.() ?? null
  if (COUNTED.has(event)) {
    const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
    const opened = await findNewest(trx, ownerId, 'sessionOpened')
    // Those before a sign-in stay on a line of their own: they are counted apart.
    const since = opened && opened > hour ? opened : hour
    const until = new Date(hour.getTime() + HOUR_MS)
    if (await repeatSecurityEvent(trx, ownerId, { event, at, since, until, agent: browser })) return
  }
  await insertSecurityEvent(trx, ownerId, { id: newId(), at, event, agent: browser })
  if (!ROUTINE.has(event)) await events.record(trx, { event: 'security.changed', data: { ownerId, event } })
}

/** Refused sign-ins since the last that opened a session, within a day. */
export const countRefusedSignIns = async (
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  ownerId: string,
): Promise<number> => {
  const dayAgo = new Date(clock.now().getTime() - DAY_MS)
  const opened = await findNewest(trx, ownerId, 'sessionOpened')
  return countSince(trx, ownerId, 'signInRefused', opened && opened > dayAgo ? opened : dayAgo)
}
