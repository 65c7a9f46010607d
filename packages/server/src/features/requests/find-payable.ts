import { uuidOf } from '@puente/contract'
import type { PaidFor } from '#features/payments/index.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findByCode, findRequest } from './requests-store.ts'

/** What a payer has to know of a request. Bare uuids. */
export type PayableRequest = {
  paidFor: PaidFor & { kind: 'request' }
  issuerId: string
  amountCents: bigint
  note: string
  /** The payment from outside that is under way, where it is the caller's own: by its movement. */
  ownAttempt: string | null
}

/** By what a request is named: one of the two. */
export type RequestNamed = { requestId?: string | undefined; code?: string | undefined }

const found = async (ctx: Pick<PostingCtx, 'db' | 'user'>, { requestId, code }: RequestNamed) => {
  if ((requestId === undefined) === (code === undefined)) return null
  if (code !== undefined) return findByCode(ctx.db, code)
  const id = requestId === undefined ? null : uuidOf(requestId, 'req')
  return id === null ? null : findRequest(ctx.db, ctx.user.id, id)
}

/**
 * The request that is the caller's to pay, however it stands; `notFound` for any other. Whether it can still be paid is decided in the
 * batch, so that a repeat of the call that paid it is answered alike. Whether the one who asks can receive is for the caller of this
 * to look at.
 */
export const requirePayableRequest = async (
  ctx: Pick<PostingCtx, 'db' | 'user'>,
  named: RequestNamed,
): Promise<PayableRequest> => {
  const request = await found(ctx, named)
  const payerId = ctx.user.id
  if (!request || request.issuerId === payerId || (request.askedId !== null && request.askedId !== payerId))
    throw new Refusal('notFound')
  const { issuerId, requestId, amountCents, note, attempt } = request
  return {
    paidFor: { kind: 'request', issuerId, id: requestId },
    issuerId,
    amountCents,
    note,
    ownAttempt: attempt?.payerId === payerId ? attempt.movementId : null,
  }
}
