import { claimOf } from '#features/accounts/index.ts'
import { codeHmac, sameBytes } from '#platform/crypto/tokens.ts'
import type { Prove } from './prove.ts'
import { CODE_PURPOSE } from './send-step-up-code.ts'

/** The digits of the SMS; one that was sent to a number which is no longer the account's proves nothing. */
export const proveByCode: Prove<string> = async ({ keys }, { challenge, account }, digits) => {
  const { challengeId, codeHash, codeClaim } = challenge
  const isSentHere = account.phone !== null && codeClaim === claimOf(keys, 'phone', account.phone)
  const hash = codeHmac(keys, { codeId: challengeId, purpose: CODE_PURPOSE }, digits)
  const isRight = codeHash !== null && sameBytes(codeHash, hash)
  return isRight && isSentHere ? { passes: true } : { passes: false, code: 'invalidCode' }
}
