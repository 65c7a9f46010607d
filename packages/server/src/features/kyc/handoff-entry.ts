/**
 * Going on with the photos on another device. The session makes a code, which it shows as a link and a QR code; whoever opens
 * it, once and in time, gets a bearer that uploads and reads the status for this one person and opens nothing else. It ends
 * with the session, with the last photo, when the person ends it, and in any case after a quarter of an hour.
 */
import type { AuditEntry } from '#platform/audit.ts'
import type { RequestFacts } from '#platform/http/ctx.ts'

const MINUTES = 15

/** How long a code waits for the other device, and how long that device then has. */
export const handoffEnd = (at: Date): Date => new Date(at.getTime() + MINUTES * 60_000)

type HandoffAction = 'kyc-handoff.started' | 'kyc-handoff.opened' | 'kyc-handoff.ended'

export const handoffEntry = (
  { requestId, network }: Pick<RequestFacts, 'requestId' | 'network'>,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
  action: HandoffAction,
): AuditEntry => ({ actor: { kind: 'user', id: ownerId, sessionId }, action, result: 'done', network, requestId })
