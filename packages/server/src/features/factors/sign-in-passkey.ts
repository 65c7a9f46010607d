import type { Assertion, RequestOptions } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { challengeIn, requestOptions } from './passkey-ceremony.ts'
import { insertPasskeyChallenge, SIGN_IN, takePasskeyChallenge } from './passkey-challenges-store.ts'
import { checkPasskey } from './use-passkey.ts'

/** A challenge for anyone: any passkey of ours may answer, once, within five minutes. */
export const signInPasskeyOptions = async ({
  clock,
  config,
  db,
}: Pick<Services, 'clock' | 'config' | 'db'>): Promise<RequestOptions> =>
  requestOptions(config, await insertPasskeyChallenge(db, SIGN_IN, clock.now()), null)

/**
 * Whether this answers a challenge of `signInPasskeyOptions` with a passkey of this person: null, or what uses both up in the
 * transaction that keeps the proof, false when they served already.
 */
export const checkSignInPasskey = async (
  services: Pick<Services, 'clock' | 'config' | 'db'>,
  { ownerId, credential }: { ownerId: string; credential: Assertion },
): Promise<((trx: Trx) => Promise<boolean>) | null> => {
  const challenge = challengeIn(credential)
  const noteUse = await checkPasskey(services, { ownerId, credential, challenge })
  if (!noteUse) return null
  return async (trx) =>
    (await takePasskeyChallenge(trx, challenge, SIGN_IN, services.clock.now())) && (await noteUse(trx))
}
