import { type Input, uuidOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { readDevice } from '#platform/crypto/device-cookie.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { forgetKnownBrowsers } from './known-browsers-store.ts'
import { type EndedSessions, recordEnd } from './record-end.ts'
import { closeSessions, findOwn, lockOpenSessions } from './sessions-store.ts'
import { endSignInTokens } from './sign-in-tokens-store.ts'

type Asked = Input<'endSessions'>

/** Bare uuids of the sessions named; null for all. Refuses one that is not the caller's as one that never was. */
const idsOf = async (ctx: UserCtx, trx: Trx, { ids }: Asked): Promise<string[] | null> => {
  if (ids === undefined) return null
  const wanted = [...new Set(ids.map((id) => uuidOf(id, 'ses') ?? ''))]
  const own = await findOwn(trx, ctx.user.id, wanted)
  if (own.length < wanted.length) throw new Refusal('notFound')
  return wanted
}

const endedOf = ({ all }: Asked, closed: Awaited<ReturnType<typeof closeSessions>>): EndedSessions[] =>
  all === undefined
    ? closed.map((one) => ({ variant: 'sessionEnded', ...one }))
    : [{ variant: all === 'others' ? 'otherSessionsEnded' : 'allSessionsEnded' }]

/**
 * Ends sessions of the caller: their next call is refused and their live stream ends within a second, with the reason
 * `revoked`, and no other browser than the caller's is remembered or known any more. All others or every one also takes sign-in tokens that are not used yet, so that nothing opens behind it.
 * Ending one that is over is harmless. Refuses with `notFound`, and with `invalidRequest` unless it is asked for either
 * some or all.
 */
export const endSessions = async (ctx: UserCtx, input: Asked) => {
  if ((input.ids === undefined) === (input.all === undefined)) throw new Refusal('invalidRequest', { field: 'ids' })
  const { id: ownerId, sessionId } = ctx.user
  const ended = await transaction(ctx.db, 'end sessions', async (trx) => {
    const ids = await idsOf(ctx, trx, input)
    await lockOpenSessions(trx, ownerId)
    const at = ctx.clock.now()
    if (ids === null) await endSignInTokens(trx, ownerId, at)
    const except = input.all === 'others' ? sessionId : null
    const closed = await closeSessions(trx, { ownerId, ids, except }, 'revoked', at)
    if (closed.length > 0) {
      // A session does not say which browser it is in: every other one is asked for a second factor again.
      await forgetKnownBrowsers(trx, ownerId, readDevice(ctx.keys, ctx.deviceCookie)?.id ?? null)
      await recordEnd(trx, ctx, ownerId, endedOf(input, closed))
    }
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'sessions.ended',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { asked: input.all ?? 'some', count: closed.length },
    })
    return closed.length
  })
  if (ended > 0) ctx.live.wake([ownerId])
  return { ended }
}
