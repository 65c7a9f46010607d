import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { createdEvent } from './ask-people.ts'
import { announcementsOf } from './change-request.ts'
import { newLinkCode } from '#features/accounts/index.ts'
import { expiryFor } from './request-rules.ts'
import { insertRequests } from './requests-store.ts'

/** Whom a request is from and to; bare uuids. */
export type Ask = { issuerId: string; askedId: string; amountCents: bigint; note: string }

/**
 * Asks a person for money inside a transaction, for what another slice makes happen with it; answers the id of the request. Whether
 * the one may ask the other is for its caller to find out.
 */
export const askIn = async (
  { live, events }: Pick<Services, 'live' | 'events'>,
  trx: Trx,
  ask: Ask,
  createdAt: Date,
): Promise<string> => {
  const expiresAt = expiryFor(undefined, createdAt)
  if (expiresAt === null) throw new Error('a request of the usual length has an end')
  const requestId = newId()
  const request = {
    ...ask,
    requestId,
    uses: 'single',
    splitId: null,
    code: newLinkCode(),
    createdAt,
    expiresAt,
  } as const
  await insertRequests(trx, [request], null)
  await live.publish(trx, ...announcementsOf({ ...request, version: 1 }))
  await events.record(trx, createdEvent(request))
  await audit(trx, {
    actor: { kind: 'system', id: 'schedules' },
    action: 'request.created',
    object: { type: 'request', id: requestId },
    result: 'done',
  })
  return requestId
}
