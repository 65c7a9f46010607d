import { challengeId as wireId, session, type StepUpDetails } from '@puente/contract'
import { type Account, getAccount } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { isEnrolled } from './enrolled-factors.ts'
import { factorsOf } from './factors-of.ts'
import { insertChallenge } from './challenges-store.ts'
import { intentHash } from './intent.ts'
import { isRemembered } from './remember-browser.ts'

const INTENT = { operation: 'openSession' }

/**
 * Whether one proof does not open a session here: not in a browser that is remembered, and otherwise, as the setting says, for
 * those who enrolled a factor themselves (`acts`), or for everybody who has anything else to prove with (`always`).
 */
export const needsSecondFactor = async (
  ctx: PublicCtx,
  trx: Trx,
  { id, phoneVerified }: Pick<Account, 'id' | 'phoneVerified'>,
): Promise<boolean> => {
  const { secondFactor } = ctx.config
  if (secondFactor === 'off') return false
  const mayBeAsked = (secondFactor === 'always' && phoneVerified) || (await isEnrolled(trx, id))
  return mayBeAsked && !(await isRemembered(ctx, trx, id))
}

/**
 * A challenge for one sign-in, in the transaction that uses its token up: what is answered with it opens this person's session,
 * within five minutes. Answers its bare uuid.
 */
export const insertSignInChallenge = async (ctx: PublicCtx, trx: Trx, ownerId: string): Promise<string> => {
  const prover = { ownerId, sessionId: null }
  const challengeId = newId()
  const at = ctx.clock.now()
  await insertChallenge(trx, ctx.keys, {
    ...prover,
    challengeId,
    intent: INTENT,
    intentHash: intentHash(ctx.keys, prover, { ...INTENT, input: { challengeId } }),
    at,
    expiresAt: new Date(at.getTime() + session.secondFactorChallengeSeconds * 1000),
  })
  return challengeId
}

/** As its person is asked to answer it. */
export const readSignInChallenge = async (
  ctx: PublicCtx,
  ownerId: string,
  challengeId: string,
): Promise<StepUpDetails> => {
  const account = await getAccount(ctx.db, ctx.keys, ownerId)
  const factors = await factorsOf(ctx, account, { sessionId: null })
  return { challengeId: wireId({ ownerId, challengeId }), factors, intent: INTENT }
}
