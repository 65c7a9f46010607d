import type { Factor, Request, Result } from '@puente/contract'

/** One proof, as the call takes it. */
export type Proof = Omit<Request<'stepUpVerify'>, 'challengeId'>

export type FactorPartProps = {
  /** Whether the account has no other factor to choose; left out at sign-in, where the screen itself says what remains. */
  isOnly?: boolean
  /** Makes the factor ready on the server: sends the code, brings the options of a passkey. */
  begin: (factor: Factor) => Promise<Result<'stepUpOptions'>>
  /** Reads what has become of the code that was sent, and sends none. */
  look: () => Promise<Result<'stepUpOptions'>>
  /** Gives the proof. What it throws is shown where the proof was typed. */
  prove: (proof: Proof) => Promise<void>
}
