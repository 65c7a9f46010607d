/** Proving that it is you, for the one call that asked. */
import type { Request, Result, StepUpDetails } from '@puente/contract'

type Answer = Request<'stepUpVerify'>

/** One proof; which kinds serve is in `factors`. */
export type Proof = Omit<Answer, 'challengeId'>

export type AskedProof = StepUpDetails & {
  /** Begins a factor that needs it: `code` sends the SMS, `passkey` answers what the authenticator is asked with. */
  begin: (factor: StepUpDetails['factors'][number]) => Promise<Result<'stepUpOptions'>>
}

/** Answers a proof, or null to let the call be refused. */
export type ProofHook = (asked: AskedProof) => Promise<Proof | null>

/** What is asked, where a refusal can be answered at once. */
export const askedIn = (details: Readonly<Record<string, unknown>>): StepUpDetails | null =>
  typeof details['challengeId'] === 'string' && Array.isArray(details['factors']) ? (details as StepUpDetails) : null
