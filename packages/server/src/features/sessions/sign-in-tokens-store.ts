/** Tokens that open a session, once, within a minute of the proof they were given for. */
import { noteSignInsEnded } from '#features/accounts/index.ts'
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

/** Whose token it is, used or not; null when it is unknown. */
export const findTokenOwner = async (db: Db, token: string): Promise<string | null> => {
  const tokens = db.selectFrom('sign_in_tokens').select('owner_id').where('token_hash', '=', hashToken(token))
  return (await tokens.executeTakeFirst())?.owner_id ?? null
}

/** Uses the token up: of two at once exactly one gets it. Null when it is unknown or used. Its owner must be locked. */
export const takeSignInToken = async (
  trx: Trx,
  token: string,
  at: Date,
): Promise<{ proof: SignInProof; expiresAt: Date } | null> => {
  const taken = await trx
    .updateTable('sign_in_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning(['proof', 'expires_at'])
    .executeTakeFirst()
  return taken ? { proof: taken.proof as SignInProof, expiresAt: taken.expires_at } : null
}

/**
 * Ends every sign-in that is under way: tokens that are not used, and those that wait for their second factor. What began them
 * counts no longer. The person must be locked, and `at` be read after that: a password that is proved at the same moment has given
 * its token by then, or is refused. The person comes before their tokens, as where a token opens a session.
 */
export const endSignInTokens = async (trx: Trx, ownerId: string, at: Date): Promise<void> => {
  await noteSignInsEnded(trx, ownerId, at)
  await trx
    .updateTable('sign_in_tokens')
    .set({ used_at: at })
    .where('owner_id', '=', ownerId)
    .where('used_at', 'is', null)
    .execute()
}

/** Forgets tokens that can open nothing any more. */
export const pruneSignInTokens = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<', before).execute()
}
