import type { ErrorCode } from '@puente/contract'
import type { Account } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import type { Challenge } from './challenges-store.ts'

/**
 * `spend` uses up what serves only once, in the transaction that keeps the proof; false when another call was faster, which
 * refuses with `usedCode`.
 */
export type ProofVerdict =
  | { passes: true; spend?: (trx: Trx) => Promise<boolean> }
  | { passes: false; code: Extract<ErrorCode, 'invalidCode' | 'usedCode' | 'invalidSignIn'>; reason?: string }

/** Judges one proof; the try is counted already. Writes nothing itself. */
export type Prove<Given> = (
  ctx: PublicCtx,
  on: { challenge: Challenge; account: Account },
  given: Given,
) => Promise<ProofVerdict>
