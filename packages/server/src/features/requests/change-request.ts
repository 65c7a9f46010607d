/** How a request changes, whoever changes it: its next version, and what is told of it. Pure. */
import { requestId as wireId } from '@puente/contract'
import type { Announcement } from '#platform/live/live-store.ts'
import { type RequestStep, stateAfter } from './request-rules.ts'
import type { MoneyRequest } from './request.ts'

/**
 * What every event of a request says. Whom it concerns first is whoever asked; `otherId` is the person asked or, once it was paid,
 * whoever paid; null of an open link. Bare uuids.
 */
type RequestEvent = { ownerId: string; otherId: string | null; id: string }

declare module '#platform/events.ts' {
  interface Events {
    'request.created': RequestEvent
    'request.paid': RequestEvent
    'request.declined': RequestEvent
    'request.cancelled': RequestEvent
    'request.reminded': RequestEvent
    'request.expired': RequestEvent
  }
}

export const eventData = (
  { issuerId, askedId, requestId }: Pick<MoneyRequest, 'issuerId' | 'askedId' | 'requestId'>,
  payerId = askedId,
): RequestEvent => ({
  ownerId: issuerId,
  otherId: payerId,
  id: requestId,
})

/** The request with what has changed of it. */
export const changed = (request: MoneyRequest, change: Partial<MoneyRequest>, at: Date): MoneyRequest => ({
  ...request,
  ...change,
  version: request.version + 1,
  updatedAt: at,
})

/** The request after a step; null where its state does not allow it. */
export const stepped = (request: MoneyRequest, step: RequestStep, at: Date): MoneyRequest | null => {
  const state = stateAfter(request.uses, request.state, step)
  return state && changed(request, { state, attempt: null }, at)
}

/** Everyone who has a row of it. */
export const sidesOf = ({ issuerId, askedId }: Pick<MoneyRequest, 'issuerId' | 'askedId'>): string[] =>
  askedId === null ? [issuerId] : [issuerId, askedId]

/** The live events for the screens of both sides. */
export const announcementsOf = (
  request: Pick<MoneyRequest, 'issuerId' | 'askedId' | 'requestId' | 'version'>,
): Announcement[] =>
  sidesOf(request).map((ownerId) => ({
    ownerId,
    event: 'request',
    data: { id: wireId(request.requestId), version: request.version },
  }))
