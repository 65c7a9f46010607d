import { createHash } from 'node:crypto'
import type { Assertion, RequestOptions } from '@puente/contract'
import type { Services } from '#platform/services.ts'
import type { Challenge } from './challenges-store.ts'
import { requestOptions } from './passkey-ceremony.ts'
import { listStoredPasskeys } from './passkeys-store.ts'
import type { Prove } from './prove.ts'
import { checkPasskey } from './use-passkey.ts'

/** What the authenticator signs: this one challenge, and with it what is being confirmed. */
const signedOf = ({ challengeId, intentHash }: Pick<Challenge, 'challengeId' | 'intentHash'>): string =>
  createHash('sha256').update(challengeId).update(intentHash).digest('base64url')

/** What a browser needs to answer a challenge with one of the person's passkeys. */
export const passkeyOptionsOf = async (
  { config, db }: Pick<Services, 'config' | 'db'>,
  challenge: Challenge,
): Promise<RequestOptions> =>
  requestOptions(config, signedOf(challenge), await listStoredPasskeys(db, challenge.ownerId))

/** A passkey's signature over the challenge; a sign-in that was begun with a password is finished with it as well. */
export const proveByPasskey: Prove<Assertion> = async (ctx, { challenge }, credential) => {
  const spend = await checkPasskey(ctx, { ownerId: challenge.ownerId, credential, challenge: signedOf(challenge) })
  return spend ? { passes: true, spend } : { passes: false, code: 'invalidSignIn', reason: 'passkeyProof' }
}
