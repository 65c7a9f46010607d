import { challengeOf } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { standingOf } from './challenge-rules.ts'
import { type Challenge, findChallenge } from './challenges-store.ts'
import type { Prover } from './intent.ts'

type Ref = Prover & { challengeId: string }

/** Which challenge the call means: of its own session, or without a bearer of a sign-in. Another person's is as unknown as none. */
export const askedRef = ({ user }: Pick<PublicCtx, 'user'>, challengeId: string): Ref => {
  const ref = challengeOf(challengeId)
  if (!ref || (user && user.id !== ref.ownerId)) throw new Refusal('invalidCode', { reason: 'challenge' })
  return { ...ref, sessionId: user?.sessionId ?? null }
}

/** Why a challenge cannot be answered: `usedCode` when it has been, `invalidCode` when it is over or unknown. */
export const overRefusal = (challenge: Challenge | undefined): Refusal =>
  new Refusal(challenge?.provedAt ? 'usedCode' : 'invalidCode', { reason: 'challenge' })

/** The challenge, which may still be answered. */
export const findAsked = async (ctx: PublicCtx, challengeId: string): Promise<Challenge> => {
  const challenge = await findChallenge(ctx.db, ctx.keys, askedRef(ctx, challengeId))
  if (!challenge || standingOf(challenge, ctx.clock.now()) !== 'open') throw overRefusal(challenge)
  return challenge
}
