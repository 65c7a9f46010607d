import type { Assertion } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { verifyUse } from './passkey-ceremony.ts'
import { findPasskey, noteUse } from './passkeys-store.ts'

/**
 * Whether this is the person's answer to this challenge (base64url), by a passkey of theirs; a foreign one is as wrong as a
 * false answer. Null, or what notes the use in the transaction that keeps the proof; that is false when another use of the same
 * authenticator was faster. That a challenge serves once is for its maker to see to.
 */
export const checkPasskey = async (
  { config, clock, db }: Pick<Services, 'config' | 'clock' | 'db'>,
  { ownerId, credential, challenge }: { ownerId: string; credential: Assertion; challenge: string },
): Promise<((trx: Trx) => Promise<boolean>) | null> => {
  const passkey = await findPasskey(db, ownerId, credential.id)
  const use = passkey && (await verifyUse(config, credential, challenge, passkey))
  return use && ((trx) => noteUse(trx, passkey, { ...use, at: clock.now() }))
}
