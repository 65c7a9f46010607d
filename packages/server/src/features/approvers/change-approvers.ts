/** What every change of an approver comes with: the trail, the screens of both sides, and what each of them is told. */
import type { SecurityEvent } from '@puente/contract'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { audit, type AuditEntry } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { Services } from '#platform/services.ts'
import type { ApproverRef } from './approver.ts'

/** `ownerId` is told, of `otherId`. Bare uuids. */
type OfApprover = { ownerId: string; otherId: string }

declare module '#platform/events.ts' {
  interface Events {
    'approver.invited': OfApprover
    'approver.refused': OfApprover
    /** A rule that protects less follows, or the approver's end; each of them is told in time to ask why. */
    'approver.loosening': OfApprover
    'approver.removing': OfApprover
    'approver.ended': OfApprover
  }
}

type Told = 'invited' | 'refused' | 'loosening' | 'removing' | 'ended'

/** What has happened; `told` is what the other side hears, and `security` what the log of who pays keeps, and tells them. */
export type ApproverChange = ApproverRef & {
  action: `approver.${string}`
  told?: Told
  security?: SecurityEvent
}

type Changing = Pick<Services, 'clock' | 'events' | 'live'> & Partial<Pick<UserCtx, 'agent'>>

/** Who did it, for the trail: a person by a call, or the product itself. */
export const actorOf = ({ user, network, requestId }: Pick<UserCtx, 'user' | 'network' | 'requestId'>) => ({
  actor: { kind: 'user', id: user.id, sessionId: user.sessionId } as const,
  network,
  requestId,
})
export const BY_ITSELF = { actor: { kind: 'system', id: 'approvers' } } as const

/** Tells of a change that was written in this transaction. A refusal is news for who pays, all else for the approver. */
export const auditAndTell = async (
  services: Changing,
  trx: Trx,
  by: Pick<AuditEntry, 'actor' | 'network' | 'requestId'>,
  { ownerId, approverId, action, told, security }: ApproverChange,
): Promise<void> => {
  await services.live.publish(
    trx,
    { ownerId, event: 'approvers', data: {} },
    { ownerId: approverId, event: 'approvers', data: {} },
  )
  if (security) await recordSecurityEvent(trx, services, ownerId, security)
  if (told) {
    const data = told === 'refused' ? { ownerId, otherId: approverId } : { ownerId: approverId, otherId: ownerId }
    await services.events.record(trx, { event: `approver.${told}`, data })
  }
  await audit(trx, { ...by, action, object: { type: 'user', id: approverId }, result: 'done', details: { ownerId } })
}
