/**
 * Logging one person out everywhere takes one operator: it takes nothing away from an owner, who comes in again by their own proofs. The
 * operators' role cannot write sessions, so the product ends them within a minute.
 */
import { lockAccount, recordAccess } from '#features/accounts/index.ts'
import { closeSessions, endSignInTokens, forgetKnownBrowsers, recordEnd } from '#features/sessions/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { afterCommit, transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { type AccountAct, insertAct } from './account-acts-store.ts'
import { type AskedAct, requireOwner, whyOf } from './freeze-account.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

/** Orders it. Refuses with `OperatorRefused` for an unknown handle or reason. */
export const endSessionsByOperator = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { handle, reason, reference }: AskedAct,
): Promise<void> => {
  const operator = await requireOperator(ctx, credentials)
  const why = whyOf(reason)
  const ownerId = await requireOwner(ctx, handle)
  const at = await databaseNow(ctx.db, systemClock)
  await transaction(ctx.db, 'order the end of sessions', async (trx) => {
    await recordAccess(trx, { ownerId, role: 'operator', what: 'sessionsEnded', why, reference, at })
    await insertAct(trx, { ownerId, act: 'sessionsEnded', why }, at)
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'sessions.end-ordered',
      object: { type: 'account', id: ownerId },
      result: 'done',
      details: { why, reference },
    })
  })
}

/** Ends them, and sign-ins that are under way; the browsers are asked for a second factor again. */
export const endOrderedSessions = async (
  services: Pick<Services, 'clock' | 'events' | 'keys' | 'live'>,
  trx: Trx,
  { id, ownerId, why }: AccountAct,
): Promise<void> => {
  await lockAccount(trx, services.keys, ownerId)
  const at = services.clock.now()
  await endSignInTokens(trx, ownerId, at)
  const closed = await closeSessions(trx, { ownerId, ids: null, except: null }, 'operator', at)
  await forgetKnownBrowsers(trx, ownerId, null)
  if (closed.length > 0) await recordEnd(trx, services, ownerId, [{ variant: 'sessionsEndedByUs', why }])
  await audit(trx, {
    actor: { kind: 'system', id: 'account-acts' },
    action: 'sessions.ended',
    object: { type: 'account', id: ownerId },
    result: 'done',
    details: { act: id, count: closed.length },
  })
  afterCommit(trx, () => services.live.wake([ownerId]))
}
