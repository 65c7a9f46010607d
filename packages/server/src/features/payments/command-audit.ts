import type { AuditEntry } from '#platform/audit.ts'
import type { UserCtx } from '#platform/http/ctx.ts'

/** What the trail says of an act upon a transaction, by who does it. */
export type TrailOf = (subject: Subject) => AuditEntry

type Subject = { action: AuditEntry['action']; movementId: string }

/** An act of the caller upon one of their transactions. */
export const auditOfUser = (
  ctx: Pick<UserCtx, 'user' | 'network' | 'requestId'>,
  { action, movementId }: Subject,
): AuditEntry => ({
  actor: { kind: 'user', id: ctx.user.id, sessionId: ctx.user.sessionId },
  action,
  object: { type: 'movement', id: movementId },
  result: 'done',
  network: ctx.network,
  requestId: ctx.requestId,
})

/** What the product does on its own, after a provider's answer or a deadline. */
export const auditOfSystem = ({ action, movementId }: Subject): AuditEntry => ({
  actor: { kind: 'system', id: 'transfers' },
  action,
  object: { type: 'movement', id: movementId },
  result: 'done',
})
