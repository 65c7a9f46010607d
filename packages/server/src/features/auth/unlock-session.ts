import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findCredentials, getAccount, claimOf } from '#features/accounts/index.ts'
import { checkPassword, checkSignInPasskey, checkTotp, type ProofVerdict } from '#features/factors/index.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import {
  answerSession,
  giveCookie,
  rememberDevice,
  endOf,
  sessionClosed,
  sessionOfCookie,
  idleEnd,
  replaceCookie,
  unlockSessionRow,
} from '#features/sessions/index.ts'

type Given = Input<'unlockSession'>
type Unlocking = { ownerId: string; sessionId: string; email: string }

/** Judges a code of the authenticator app, within the budgets of second factors at sign-in: the cookie may be a stolen one. */
const proveByApp = async (ctx: PublicCtx, { ownerId, sessionId }: Unlocking, code: string): Promise<ProofVerdict> => {
  const budgets = [BUDGETS.wrongSecondFactors, BUDGETS.wrongSecondFactorsADay]
  await ctx.budgets.consume(sessionId, ...budgets)
  const verdict = await checkTotp(ctx, ownerId, code)
  if (verdict.passes) await ctx.budgets.restore(sessionId, ...budgets)
  return verdict
}

/** Judges the one proof that is given; a call with none is a wrong password. */
const judge = async (
  ctx: PublicCtx,
  unlocking: Unlocking,
  { password, passkey, totp }: Given,
): Promise<ProofVerdict> => {
  const { ownerId, email } = unlocking
  if (passkey !== undefined) {
    const spend = await checkSignInPasskey(ctx, { ownerId, credential: passkey })
    return spend ? { passes: true, spend } : { passes: false, code: 'invalidSignIn', reason: 'passkeyProof' }
  }
  if (totp !== undefined) return proveByApp(ctx, unlocking, totp)
  const wrong = { passes: false, code: 'invalidSignIn', reason: 'password' } as const
  if (password === undefined) return wrong
  const found = await findCredentials(ctx.db, ownerId)
  const { passes } = await checkPassword(ctx, { found, claim: claimOf(ctx.keys, 'email', email), password })
  return passes ? { passes } : wrong
}

/** Of two calls with the same proof at once, the one that is later: as if it had come after the other. */
const spentBefore = ({ passkey }: Given): Refusal =>
  passkey === undefined
    ? new Refusal('usedCode', { reason: 'app' })
    : new Refusal('invalidSignIn', { reason: 'passkeyProof' })

/**
 * Goes on in a locked session with the password, a passkey or a code of the authenticator app: a new cookie id (the old one is
 * dead at once), a new bearer, and where the screen was. Refuses with `invalidSignIn`, `invalidCode` and `usedCode`, and with
 * `sessionClosed` once it is too late.
 */
export const unlockSession = async (ctx: PublicCtx, given: Given) => {
  const session = await sessionOfCookie(ctx, ctx.sessionCookie)
  const end = await endOf(ctx, session)
  if (end && end !== 'locked') throw sessionClosed(end)
  const { ownerId, sessionId, absoluteExpiresAt, createdAt, factor, resume } = session
  const { email } = await getAccount(ctx.db, ctx.keys, ownerId)
  const verdict = await judge(ctx, { ownerId, sessionId, email }, given)
  const at = ctx.clock.now()
  const idleExpiresAt = idleEnd(at, absoluteExpiresAt)
  const cookie = newToken()
  await transaction(ctx.db, 'unlock session', async (trx) => {
    const entry = {
      actor: { kind: 'user', id: ownerId, sessionId } as const,
      network: ctx.network,
      requestId: ctx.requestId,
    }
    if (!verdict.passes)
      return audit(trx, { ...entry, action: 'session.unlocked', result: 'refused', code: verdict.code })
    if (verdict.spend && !(await verdict.spend(trx))) throw spentBefore(given)
    await unlockSessionRow(trx, session, at, idleExpiresAt)
    await replaceCookie(trx, session, cookie, at)
    return audit(trx, { ...entry, action: 'session.unlocked', result: 'done' })
  })
  if (!verdict.passes) throw new Refusal(verdict.code, verdict.reason === undefined ? {} : { reason: verdict.reason })
  await ctx.failpoint('session.rotated')
  giveCookie(ctx.reply, cookie)
  await rememberDevice(ctx, ownerId)
  const answer = await answerSession(ctx, {
    ownerId,
    sessionId,
    tier: session.user.tier,
    factor,
    createdAt,
    idleExpiresAt,
    absoluteExpiresAt,
  })
  return resume === null ? answer : { ...answer, resume }
}
