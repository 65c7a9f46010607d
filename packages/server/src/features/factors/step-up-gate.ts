import { getAccount } from '#features/accounts/index.ts'
import type { StepUpCtx, StepUpGate } from '#platform/http/step-up.ts'
import { restoreToken, takeToken } from './challenges-store.ts'
import { factorsOf } from './factors-of.ts'
import { intentHash, shownIntent } from './intent.ts'
import { openChallenge } from './open-challenge.ts'

const proverOf = ({ user }: StepUpCtx) => ({ ownerId: user.id, sessionId: user.sessionId })

/** How the binder asks for a proof, and takes one. */
export const stepUpGate: StepUpGate = {
  take: async (ctx, intent, token) => {
    const prover = proverOf(ctx)
    const use = { token, intentHash: intentHash(ctx.keys, prover, intent), at: ctx.clock.now() }
    const taken = await takeToken(ctx.db, prover, use)
    return taken && { restore: () => restoreToken(ctx.db, taken) }
  },
  challenge: async (ctx, intent) => {
    const factors = await factorsOf(ctx, await getAccount(ctx.db, ctx.keys, ctx.user.id), {
      sessionId: ctx.user.sessionId,
      operation: intent.operation,
    })
    // Who came by another service alone has nothing that could answer; a passkey would take the same proof.
    if (factors.length === 0) return { enrol: true, only: 'password', reason: 'enrol' }
    return { challengeId: await openChallenge(ctx, proverOf(ctx), intent), factors, intent: shownIntent(intent) }
  },
}
