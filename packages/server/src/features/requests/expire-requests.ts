import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import type { Services } from '#platform/services.ts'
import { writeChange } from './change-own-request.ts'
import { stepped } from './change-request.ts'
import { stateAt } from './request-rules.ts'
import type { OwnRequest, RequestRef } from './request.ts'
import { lockRequest } from './requests-batch-store.ts'
import { listOpenRequests, listToExpire } from './requests-store.ts'

type Changing = Pick<Services, 'clock' | 'db' | 'events' | 'live' | 'log'>

/** As many as a round takes; what is left is for the next one. */
const MOST = 500

const expire = (services: Changing, ref: RequestRef): Promise<void> =>
  transaction(services.db, 'expire a request', async (trx) => {
    const at = services.clock.now()
    const request = await lockRequest(trx, ref)
    const after =
      request?.state === 'open' && stateAt(request, at) === 'expired' ? stepped(request, 'expire', at) : null
    if (after) await writeChange(services, trx, after, 'request.expired')
  })

/** Writes down which requests have expired, so that both sides are told. They cannot be paid from that moment on in any case. */
export const expireRequests = async (services: Changing): Promise<void> => {
  const due = await listToExpire(services.db, services.clock.now(), MOST)
  const labelOf = ({ requestId }: RequestRef) => requestId
  await eachApart(services.log, 'a request could not expire', due, labelOf, (ref) => expire(services, ref))
}

/**
 * Ends what a person whose account is closed has asked for and was asked for; or, with `before`, what was asked for in an account that
 * its owner took back then: what others ask for is theirs to answer. Safe to run again.
 */
export const endRequestsOf = async (
  services: Changing,
  { ownerId, before }: { ownerId: string; before?: string },
): Promise<void> => {
  const open = await listOpenRequests(services.db, ownerId)
  const isOver = ({ was, createdAt }: OwnRequest) =>
    before === undefined || (was === 'sent' && createdAt <= new Date(before))
  for (const own of open.filter(isOver))
    await transaction(services.db, 'end a request', async (trx) => {
      const request = await lockRequest(trx, own)
      const isSent = own.was === 'sent'
      const after = request && stepped(request, isSent ? 'cancel' : 'decline', services.clock.now())
      if (after) await writeChange(services, trx, after, isSent ? 'request.cancelled' : 'request.declined')
    })
}
