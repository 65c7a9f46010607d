import { session as limits } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { getAccount } from '#features/accounts/index.ts'
import { absoluteEnd, idleEnd, standingOf } from './session-rules.ts'
import {
  closeSessionRow,
  insertSession,
  lockOpenSessions,
  replaceCookie,
  type SessionFactor,
  type SessionRef,
} from './sessions-store.ts'

/** A session as it is answered to its screen. */
export type StartedSession = SessionRef & { tier: number; absoluteExpiresAt: Date; idleExpiresAt: Date }

/**
 * Writes a session for a person whose proofs were found good, under a cookie that is the caller's to give once it is
 * committed. When the person has five sessions, the oldest makes room.
 */
export const startSession = async (
  ctx: Pick<PublicCtx, 'keys' | 'userAgent' | 'network'>,
  trx: Trx,
  { ownerId, cookie, factor, at }: { ownerId: string; cookie: string; factor: SessionFactor; at: Date },
): Promise<StartedSession> => {
  const open = (await lockOpenSessions(trx, ownerId)).filter((session) => standingOf(session, at).state !== 'ended')
  for (const oldest of open.slice(0, Math.max(0, open.length - limits.sessionsPerUser + 1))) {
    await closeSessionRow(trx, oldest, 'replaced', at)
  }
  const absoluteExpiresAt = absoluteEnd(at)
  const session = { ownerId, sessionId: newId(), absoluteExpiresAt, idleExpiresAt: idleEnd(at, absoluteExpiresAt) }
  await insertSession(trx, { ...session, at, factor, userAgent: ctx.userAgent, network: ctx.network })
  await replaceCookie(trx, session, cookie, at)
  const { tier } = await getAccount(trx, ctx.keys, ownerId)
  return { ...session, tier }
}
