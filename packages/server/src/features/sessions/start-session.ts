import { session as limits, type SessionFactor } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { getAccount, keepTimeZone } from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { absoluteEnd, idleEnd, standingOf } from './session-rules.ts'
import { closeSessionRow, insertSession, lockOpenSessions, replaceCookie, type SessionRef } from './sessions-store.ts'
import { tellOfSignIn } from './tell-of-sign-in.ts'

/** A session as it is answered to its screen. */
export type StartedSession = SessionRef & {
  tier: number
  factor: SessionFactor
  createdAt: Date
  absoluteExpiresAt: Date
  idleExpiresAt: Date
}

type Starting = Parameters<typeof tellOfSignIn>[0] & Pick<PublicCtx, 'userAgent' | 'network'>

/**
 * Writes a session for a person whose proofs were found good, under a cookie that is the caller's to give once it is
 * committed. When the person has five sessions, the oldest makes room: its screen says so, and the security log. The
 * owner gets a mail where the sign-in is out of the ordinary. Mails tell times in the zone of the first browser that said one.
 */
export const startSession = async (
  ctx: Starting,
  trx: Trx,
  { ownerId, cookie, factor, at }: { ownerId: string; cookie: string; factor: SessionFactor; at: Date },
): Promise<StartedSession> => {
  const agent = ctx.agent()
  // The person before their sessions, as whatever ends those takes them.
  if (agent.timeZone !== null) await keepTimeZone(trx, ownerId, agent.timeZone)
  const open = (await lockOpenSessions(trx, ownerId)).filter((session) => standingOf(session, at).state !== 'ended')
  for (const oldest of open.slice(0, Math.max(0, open.length - limits.sessionsPerUser + 1))) {
    await closeSessionRow(trx, oldest, 'replaced', at)
    await recordSecurityEvent(trx, ctx, ownerId, 'sessionReplaced')
  }
  const absoluteExpiresAt = absoluteEnd(at)
  const session = { ownerId, sessionId: newId(), absoluteExpiresAt, idleExpiresAt: idleEnd(at, absoluteExpiresAt) }
  await tellOfSignIn(ctx, trx, ownerId, session.sessionId)
  await insertSession(trx, {
    ...session,
    at,
    factor,
    userAgent: ctx.userAgent,
    agent,
    network: ctx.network,
  })
  await replaceCookie(trx, session, cookie, at)
  await recordSecurityEvent(trx, ctx, ownerId, 'sessionOpened')
  const { tier } = await getAccount(trx, ctx.keys, ownerId)
  return { ...session, tier, factor, createdAt: at }
}
