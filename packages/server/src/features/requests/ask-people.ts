import { requireContacts, requireOpen } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { requireRecipient } from '#features/payments/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { eventData } from './change-request.ts'
import { newLinkCode } from '#features/accounts/index.ts'
import type { MoneyRequest, RequestRef } from './request.ts'
import type { NewRequest } from './requests-store.ts'

/** Who may ask for money: somebody who can receive it, and whose account is open. */
export const requireAsker = (ctx: UserCtx): void => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
}

/** Whom `toUser` names, as bare uuid; `invalidUser` also where one of the two has blocked the other. */
export const requireAsked = async (ctx: UserCtx, toUser: string): Promise<string> => {
  const { id } = await requireRecipient(ctx, toUser)
  if (await isBlockedBetween(ctx.db, ctx.user.id, id)) throw new Refusal('invalidUser')
  return id
}

type Asked = Pick<NewRequest, 'requestId' | 'askedId' | 'amountCents' | 'createdAt' | 'expiresAt' | 'note'> &
  Partial<Pick<NewRequest, 'uses' | 'splitId'>>

/** A request by the caller that does not exist yet. */
export const newRequest = (ctx: UserCtx, asked: Asked): NewRequest => ({
  uses: 'single',
  splitId: null,
  ...asked,
  issuerId: ctx.user.id,
  code: newLinkCode(),
})

/** The caller's act upon a request, for the audit trail. */
export const auditOfRequest = (
  ctx: UserCtx,
  action: AuditEntry['action'],
  { requestId }: Pick<RequestRef, 'requestId'>,
): AuditEntry => ({
  actor: { kind: 'user', id: ctx.user.id, sessionId: ctx.user.sessionId },
  action,
  object: { type: 'request', id: requestId },
  result: 'done',
  network: ctx.network,
  requestId: ctx.requestId,
})

export const createdEvent = (request: Pick<MoneyRequest, 'issuerId' | 'askedId' | 'requestId'>) =>
  ({ event: 'request.created', data: eventData(request) }) as const
