/** The one place where a kind of proof finds its check. A new kind is a line here, a field of the contract and a file of its own. */
import type { Factor, Input } from '@puente/contract'
import type { Account } from '#features/accounts/index.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Challenge } from './challenges-store.ts'
import { proveByCode } from './prove-by-code.ts'
import { proveByPasskey } from './prove-by-passkey.ts'
import { proveByPassword } from './prove-by-password.ts'
import { proveByRecoveryCode } from './prove-by-recovery-code.ts'
import { proveByTotp } from './prove-by-totp.ts'
import type { Prove, ProofVerdict } from './prove.ts'

export type Proofs = Omit<Input<'stepUpVerify'>, 'challengeId'>
export type Proof = {
  [K in keyof Required<Proofs>]: { factor: K; given: NonNullable<Proofs[K]> }
}[keyof Required<Proofs>]

const PROVE: { [P in Proof as P['factor']]: Prove<P['given']> } = {
  passkey: proveByPasskey,
  totp: proveByTotp,
  recoveryCode: proveByRecoveryCode,
  code: proveByCode,
  password: proveByPassword,
}

/** The one proof that a call brings; `invalidRequest` for none, or several. */
export const proofOf = (proofs: Proofs): Proof => {
  const given = Object.entries(proofs).filter(([, value]) => value !== undefined)
  const [only] = given
  if (!only || given.length > 1) throw new Refusal('invalidRequest', { reason: 'oneProof' })
  return { factor: only[0] as Factor, given: only[1] } as Proof
}

export const proveFactor = (
  ctx: PublicCtx,
  on: { challenge: Challenge; account: Account },
  { factor, given }: Proof,
): Promise<ProofVerdict> => (PROVE[factor] as Prove<unknown>)(ctx, on, given)
