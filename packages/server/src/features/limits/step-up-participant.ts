/**
 * The step-up of money, inside the ledger's batch: whether it is asked is decided under the wallet's lock, where parallel
 * sends cannot slip below a sum together, and the token is used up with the money or not at all. Needs fees and limits
 * before it. What it refuses is not stored: the same key goes on with the proof.
 */
import type { MoneyIntent } from '#platform/http/step-up.ts'
import { hashToken, sameBytes } from '#platform/crypto/tokens.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import type { Participant } from '#platform/participant.ts'
import { intentHash } from '#features/factors/index.ts'
import type { FeeOperation } from '@puente/contract'
import { USD } from '@puente/ledger'
import { feesParticipant } from './fees-participant.ts'
import { limitsParticipant } from './limits-participant.ts'
import { isProofAsked } from './step-up-rules.ts'
import { proofWrites, readStepUps, type StepUpFinding, type StepUpQuestion, type UsedProof } from './step-up-store.ts'

/** Proves it by the token of the call, if there is one. */
type Prover = {
  ownerId: string
  sessionId: string
  tokenHash: Buffer | null
  hashOf: (intent: MoneyIntent) => Buffer
}

/**
 * Has proved it before, for exactly this payee and amount, when the payment was scheduled; null where nobody was asked then. It
 * counts until a change that a thief would make first, of password, contacts or factors.
 */
type ProvedBefore = { ownerId: string; provedAt: Date | null }

/** Who asks, and with what; null where nobody is ever asked. */
export type StepUpBy = Prover | ProvedBefore | null

export const stepUpBy = ({
  config,
  keys,
  stepUpToken,
  user,
}: Pick<PostingCtx, 'config' | 'keys' | 'stepUpToken' | 'user'>): StepUpBy => {
  if (config.secondFactor === 'off') return null
  const prover = { ownerId: user.id, sessionId: user.sessionId }
  return {
    ...prover,
    tokenHash: stepUpToken === null ? null : hashToken(stepUpToken),
    hashOf: (intent) => intentHash(keys, prover, intent),
  }
}

export type StepUpNeed = {
  by: NonNullable<StepUpBy>
  movementId: string
  /** The call's key in the contract. */
  operation: string
  /** Whose rows decide. */
  feeOperation: FeeOperation
  rail: string
  payee: { id: string; fullName: string }
  amountCents: bigint
}

type Change = { need: StepUpNeed; proof: UsedProof | null }
type State = {
  found: Map<StepUpNeed, StepUpFinding>
  /** What went in this batch since the last proof. */
  gone: Map<string, bigint>
  /** Whose last proof came in this batch: what went before it does not count any more. */
  provedNow: Set<string>
  /** Challenges whose token was used in this batch. */
  used: Set<string>
}

const questionOf = ({ by, payee, amountCents, feeOperation }: StepUpNeed): StepUpQuestion => ({
  ownerId: by.ownerId,
  sessionId: 'sessionId' in by ? by.sessionId : null,
  payeeId: payee.id,
  amountCents,
  operation: feeOperation,
  tokenHash: 'tokenHash' in by ? by.tokenHash : null,
  provedAt: 'provedAt' in by ? by.provedAt : null,
})

/** What went since the last proof, and within 24 hours; where there was none, that is what the limits count. */
const sinceProof = (state: State, ownerId: string, found: StepUpFinding, sentTodayCents: bigint): bigint => {
  const gone = state.gone.get(ownerId) ?? 0n
  if (state.provedNow.has(ownerId)) return gone
  return found.sinceProofCents === null ? sentTodayCents : found.sinceProofCents + gone
}

const isAsked = (state: State, need: StepUpNeed, found: StepUpFinding, sentTodayCents: bigint): boolean =>
  isProofAsked(found.amounts, {
    amountCents: need.amountCents,
    // Whoever is first paid in this very batch is still new in it: that payment may only wait, and come to nothing.
    isPaidBefore: found.isPaidBefore,
    sinceProofCents: sinceProof(state, need.by.ownerId, found, sentTodayCents),
  })

/** The proof that lets this very movement pass, if the call brings it. */
const proofFor = (
  { used }: State,
  { by, movementId }: StepUpNeed,
  { proof }: StepUpFinding,
  intent: MoneyIntent,
): UsedProof | null => {
  if (proof === null || 'provedAt' in by) return null
  const isGood = !used.has(proof.challengeId) && sameBytes(proof.intentHash, by.hashOf(intent))
  return isGood ? { ownerId: by.ownerId, challengeId: proof.challengeId, movementId } : null
}

export const stepUpParticipant: Participant<StepUpNeed, State, Change> = {
  name: 'stepUp',
  phase: 'before',
  load: async (client, needs, at) => {
    const asked = needs.map(({ need }) => need)
    const findings = await readStepUps(client, asked.map(questionOf), at)
    const found = new Map<StepUpNeed, StepUpFinding>()
    for (const [n, need] of asked.entries()) {
      const finding = findings[n]
      if (finding) found.set(need, finding)
    }
    return { found, gone: new Map(), provedNow: new Set(), used: new Set() }
  },
  decide: (state, need, facts) => {
    const found = state.found.get(need)
    if (!found) throw new Error('a step-up was not looked up')
    const { sentTodayCents } = facts.of(limitsParticipant)
    if (found.isProvedBefore || !isAsked(state, need, found, sentTodayCents)) return { change: { need, proof: null } }
    const { operation, rail, payee, amountCents } = need
    const intent = {
      operation,
      rail,
      payeeId: payee.id,
      payee: payee.fullName,
      amount: Number(amountCents),
      currency: USD,
      totalCharge: Number(facts.of(feesParticipant).totalChargeCents),
    }
    const proof = proofFor(state, need, found, intent)
    return proof
      ? { change: { need, proof } }
      : { refuse: { code: 'stepUpRequired', details: { intent }, stored: false } }
  },
  apply: (state, { need, proof }) => {
    const { ownerId } = need.by
    if (proof) {
      state.used.add(proof.challengeId)
      state.provedNow.add(ownerId)
      state.gone.delete(ownerId)
    } else state.gone.set(ownerId, (state.gone.get(ownerId) ?? 0n) + need.amountCents)
  },
  save: (_state, changes, at) =>
    proofWrites(
      changes.flatMap(({ proof }) => proof ?? []),
      at,
    ),
}
