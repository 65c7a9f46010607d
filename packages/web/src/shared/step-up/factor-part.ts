import type { Factor, Request, Result } from '@puente/contract'

/** One proof, as the call takes it. */
export type Proof = Omit<Request<'stepUpVerify'>, 'challengeId'>

export type FactorPartProps = {
  /** Makes the factor ready on the server: sends the code, brings the options of a passkey. */
  begin: (factor: Factor) => Promise<Result<'stepUpOptions'>>
  /** Gives the proof. What it throws is shown where the proof was typed. */
  prove: (proof: Proof) => Promise<void>
}
