import type { Input } from '@puente/contract'
import { newToken } from '#platform/crypto/tokens.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { answerChallenge } from './answer-challenge.ts'
import { TOKEN_MS } from './challenge-rules.ts'
import { proofOf } from './prove-factor.ts'

/** Answers a challenge of this session; the token lets what was refused pass, once, within five minutes. */
export const stepUpVerify = async (ctx: UserCtx, { challengeId, ...proofs }: Input<'stepUpVerify'>) => {
  const token = { token: newToken(), expiresAt: new Date(ctx.clock.now().getTime() + TOKEN_MS) }
  await answerChallenge(ctx, { challengeId, proof: proofOf(proofs), token })
  return { stepUpToken: token.token, expiresAt: token.expiresAt.toISOString() }
}
