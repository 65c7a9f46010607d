import { type ChallengeId, challengeId as wireId } from '@puente/contract'
import type { Intent } from '#platform/http/step-up.ts'
import { newId } from '#platform/ids.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Services } from '#platform/services.ts'
import { CHALLENGE_MS, REUSED_MS } from './challenge-rules.ts'
import { findOpenChallenge, insertChallenge } from './challenges-store.ts'
import { intentHash, type Prover, shownIntent } from './intent.ts'

/**
 * The challenge for an intent: a new one, or the one that was given for the same a moment ago. Refuses with `tooManyRequests`
 * when a session has been asked about very many acts, so that their rows are bounded.
 */
export const openChallenge = async (
  { budgets, clock, db, keys }: Pick<Services, 'budgets' | 'clock' | 'db' | 'keys'>,
  prover: Prover,
  intent: Intent,
): Promise<ChallengeId> => {
  const at = clock.now()
  const { ownerId } = prover
  const hash = intentHash(keys, prover, intent)
  const until = new Date(at.getTime() + CHALLENGE_MS - REUSED_MS)
  const known = await findOpenChallenge(db, { ownerId, intentHash: hash, until })
  if (known !== null) return wireId({ ownerId, challengeId: known })
  if (prover.sessionId !== null) await budgets.consume(prover.sessionId, BUDGETS.challenges)
  const challengeId = newId()
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS)
  await insertChallenge(db, keys, {
    ...prover,
    challengeId,
    intent: shownIntent(intent),
    intentHash: hash,
    at,
    expiresAt,
  })
  return wireId({ ownerId, challengeId })
}
