import type { Factor } from '@puente/contract'
import { getAccount, updateAccount } from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type Budget, BUDGETS } from '#platform/rate-limit/throttles.ts'
import { type Challenge, findChallenge, setProved, takeTry } from './challenges-store.ts'
import { factorsOf } from './factors-of.ts'
import { askedRef, findAsked, overRefusal } from './find-asked.ts'
import type { Prover } from './intent.ts'
import { keepKnownLane, knownLaneOf } from './known-lane.ts'
import { type Proof, proveFactor } from './prove-factor.ts'
import { giveHourBack } from './send-step-up-code.ts'
import { lookAtFailedSignIn } from './tell-of-failed-sign-in.ts'

/** What can be guessed. Signatures and codes of 120 bits cannot, and nobody's guesses may use up another way in. */
const GUESSABLE: ReadonlySet<Factor> = new Set<Factor>(['totp', 'code', 'password'])

/**
 * What a wrong proof is counted by. At a sign-in it may be a stranger who has the password: their tries are bounded by the day,
 * and are none of the person who is signed in elsewhere, nor of a browser that passed a factor before. A session has its own.
 */
const budgetOf = async (
  ctx: PublicCtx,
  { ownerId, sessionId }: Prover,
  factor: Factor,
): Promise<[string, ...Budget[]] | null> => {
  if (!GUESSABLE.has(factor)) return null
  if (sessionId !== null) return [sessionId, BUDGETS.wrongProofs]
  const lane = await knownLaneOf(ctx, ownerId)
  const subject = lane === null ? `${ownerId}:sign-in` : `${ownerId}:sign-in:${lane}`
  return [subject, BUDGETS.wrongSecondFactors, BUDGETS.wrongSecondFactorsADay]
}

type Answer = {
  challengeId: string
  proof: Proof
  /** The token that the proof gives, or null for a sign-in. */
  token: { token: string; expiresAt: Date } | null
  /** What else is true once it is proved, in the same transaction. */
  alongside?: (trx: Trx, challenge: Challenge) => Promise<void>
}

/**
 * Answers a challenge with one proof. The try is counted before it is judged, and only what can prove at this moment is.
 * Refuses with `invalidCode`, `invalidSignIn` or `usedCode`, and with `tooManyRequests` after many wrong ones.
 */
export const answerChallenge = async (ctx: PublicCtx, { challengeId, proof, token, alongside }: Answer) => {
  const ref = askedRef(ctx, challengeId)
  // One that is over is refused without waiting for its row, which every try locks.
  const asked = await findAsked(ctx, challengeId)
  const account = await getAccount(ctx.db, ctx.keys, ref.ownerId)
  if (!(await factorsOf(ctx, account, asked)).includes(proof.factor))
    throw new Refusal('invalidRequest', { reason: 'factor' })
  const challenge = await transaction(ctx.db, 'try a proof', (trx) => takeTry(trx, ctx.keys, ref, ctx.clock.now()))
  if (!challenge) throw overRefusal(await findChallenge(ctx.db, ctx.keys, ref))
  const budget = await budgetOf(ctx, ref, proof.factor)
  if (budget) await ctx.budgets.consume(...budget)
  const verdict = await proveFactor(ctx, { challenge, account }, proof)
  const entry = {
    actor: { kind: 'user', id: ref.ownerId, sessionId: ref.sessionId } as const,
    network: ctx.network,
    requestId: ctx.requestId,
    details: { operation: challenge.operation, factor: proof.factor },
  }
  if (!verdict.passes) {
    const { code, reason } = verdict
    await transaction(ctx.db, 'note a wrong proof', async (trx) => {
      await recordSecurityEvent(trx, ctx, ref.ownerId, 'secondFactorRefused')
      await audit(trx, { ...entry, action: 'step-up.refused', result: 'refused', code })
      if (ref.sessionId === null) await ctx.jobs.add(trx, lookAtFailedSignIn(ctx, challenge))
    })
    throw new Refusal(code, reason === undefined ? {} : { reason })
  }
  if (proof.factor === 'code') await giveHourBack(ctx, challenge)
  await transaction(ctx.db, 'keep a proof', async (trx) => {
    const proved = { factor: proof.factor, at: ctx.clock.now(), token }
    if (!(await setProved(trx, challenge, proved))) throw new Refusal('usedCode', { reason: 'challenge' })
    if (verdict.spend && !(await verdict.spend(trx))) throw new Refusal('usedCode')
    await audit(trx, { ...entry, action: 'step-up.proved', result: 'done' })
    await alongside?.(trx, challenge)
    // Its reader lets our texts in again.
    if (proof.factor === 'code' && account.phoneStoppedAt !== null)
      await updateAccount(ctx, trx, account.id, { phoneStoppedAt: null }, ['notifications'])
    if (proof.factor !== 'password') await keepKnownLane(ctx, trx, ref.ownerId)
  })
  if (budget) await ctx.budgets.restore(...budget)
}
