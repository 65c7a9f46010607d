/** Tokens that open a session, once, within a minute of the proof they were given for. */
import { getPasswordChangedAt, noteSignInsEnded } from '#features/accounts/index.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'

/** By which way in a token was earned. A passkey, which asks for its person, counts as two factors. */
export type SignInProof = 'password' | 'passkey' | 'social'

export const insertSignInToken = async (
  trx: Trx,
  token: string,
  ownerId: string,
  { proof, expiresAt }: { proof: SignInProof; expiresAt: Date },
): Promise<void> => {
  await trx
    .insertInto('sign_in_tokens')
    .values({ token_hash: hashToken(token), owner_id: ownerId, proof, expires_at: expiresAt })
    .execute()
}

/** Uses the token up: of two at once exactly one gets it. Null when it is unknown or used. */
export const takeSignInToken = async (
  trx: Trx,
  token: string,
  at: Date,
): Promise<{ ownerId: string; proof: SignInProof; expiresAt: Date; passwordChangedAt: Date } | null> => {
  const taken = await trx
    .updateTable('sign_in_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning(['owner_id', 'proof', 'expires_at'])
    .executeTakeFirst()
  if (!taken) return null
  const passwordChangedAt = await getPasswordChangedAt(trx, taken.owner_id)
  return {
    ownerId: taken.owner_id,
    proof: taken.proof as SignInProof,
    expiresAt: taken.expires_at,
    passwordChangedAt,
  }
}

/**
 * Ends every sign-in that is under way: tokens that are not used, and those that wait for their second factor. What began them
 * counts no longer.
 */
export const endSignInTokens = async (trx: Trx, ownerId: string, at: Date): Promise<void> => {
  await trx
    .updateTable('sign_in_tokens')
    .set({ used_at: at })
    .where('owner_id', '=', ownerId)
    .where('used_at', 'is', null)
    .execute()
  await noteSignInsEnded(trx, ownerId, at)
}

/** Forgets tokens that can open nothing any more. */
export const pruneSignInTokens = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<', before).execute()
}
