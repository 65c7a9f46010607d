import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { SESSION_COOKIE } from '#platform/http/facts.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { closeSessionRow, findByCookie, type SessionRef } from './sessions-store.ts'

type Speaking = PublicCtx & {
  /** The request's `Authorization` header; a client without cookies signs out with its bearer. */
  authorization?: string | null
}

const sessionOfBearer = async (ctx: Speaking): Promise<SessionRef | null> => {
  const token = /^bearer\s+(\S+)$/i.exec(ctx.authorization ?? '')?.[1]
  const claims = token === undefined ? 'invalid' : await ctx.bearers.verify(token)
  return typeof claims === 'string' ? null : { ownerId: claims.userId, sessionId: claims.sessionId }
}

/**
 * Ends the session of the cookie or the bearer and tells the browser to forget what it kept of us. Always answers `{}`:
 * signing out twice, or of a session that is long gone, is harmless.
 */
export const logout = async (ctx: Speaking, { reason = 'signedOut' }: Input<'logout'>) => {
  const found = ctx.sessionCookie === null ? null : await findByCookie(ctx.db, ctx.sessionCookie)
  const session = found?.replacedAt === null ? found : await sessionOfBearer(ctx)
  if (session) {
    const { ownerId, sessionId } = session
    await transaction(ctx.db, 'log out', async (trx) => {
      await closeSessionRow(trx, { ownerId, sessionId }, reason, ctx.clock.now())
      await audit(trx, {
        actor: { kind: 'user', id: ownerId, sessionId },
        action: 'session.closed',
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
        details: { reason },
      })
    })
    ctx.live.wake([ownerId])
  }
  ctx.reply.clearCookie(SESSION_COOKIE)
  // Not "cookies": that would clear those of every application of the domain.
  ctx.reply.header('clear-site-data', '"cache", "storage"')
  return {}
}
