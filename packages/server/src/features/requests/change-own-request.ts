import { uuidOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { writeIn } from '#platform/db/statement.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { auditOfRequest } from './ask-people.ts'
import { announcementsOf, eventData, stepped } from './change-request.ts'
import { type RequestStep, stateAt } from './request-rules.ts'
import type { MoneyRequest, OwnRequest } from './request.ts'
import { lockRequest, requestUpdates } from './requests-batch-store.ts'
import { findRequest } from './requests-store.ts'

/** Writes a request that is locked to both rows, and tells both sides' screens and whoever follows its events. */
export const writeChange = async (
  { live, events }: Pick<Services, 'live' | 'events'>,
  trx: Trx,
  after: MoneyRequest,
  event: RequestAction | 'request.expired',
): Promise<void> => {
  await writeIn(trx, requestUpdates([after]))
  await live.publish(trx, ...announcementsOf(after))
  await events.record(trx, { event, data: eventData(after) })
}

type RequestAction = 'request.cancelled' | 'request.declined' | 'request.reminded'

/**
 * Changes a request of the caller's, under its lock, as `decide` says, which refuses what is not allowed. `notFound` for what is not
 * the caller's on this side of it.
 */
export const changeOwnRequest = async (
  ctx: UserCtx,
  { requestId, side, action }: { requestId: string; side: OwnRequest['was']; action: RequestAction },
  decide: (request: MoneyRequest, at: Date, trx: Trx) => MoneyRequest | Promise<MoneyRequest>,
): Promise<MoneyRequest> => {
  const id = uuidOf(requestId, 'req')
  const own = id === null ? null : await findRequest(ctx.db, ctx.user.id, id)
  if (own?.was !== side) throw new Refusal('notFound')
  return transaction(ctx.db, action, async (trx) => {
    const request = await lockRequest(trx, own)
    if (!request) throw new Refusal('notFound')
    const after = await decide(request, ctx.clock.now(), trx)
    await writeChange(ctx, trx, after, action)
    await audit(trx, auditOfRequest(ctx, action, after))
    return after
  })
}

/** Refuses with `notFound`, and with how it stands as the reason, what is not open any more. */
export const requireOpenRequest = (request: MoneyRequest, at: Date): void => {
  const state = stateAt(request, at)
  if (state !== 'open') throw new Refusal('notFound', { reason: state })
}

/** The request after a step of a person; refused as `requireOpenRequest`, and where the table of states does not allow it. */
export const requireStep = (request: MoneyRequest, step: RequestStep, at: Date): MoneyRequest => {
  requireOpenRequest(request, at)
  const after = stepped(request, step, at)
  if (!after) throw new Refusal('notFound', { reason: request.state })
  return after
}
