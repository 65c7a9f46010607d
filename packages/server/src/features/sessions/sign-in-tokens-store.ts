/** Tokens that open a session, once, within a minute of the proof they were given for. */
import { noteSignInsEnded } from '#features/accounts/index.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'

/** By which way in a token was earned. A passkey, which asks for its person, counts as two factors. */
export type SignInProof = 'password' | 'passkey' | 'social'

/** `browser`: the cookie of the only browser that may use the token, for one that travels in an address. */
export const insertSignInToken = async (
  trx: Trx,
  token: string,
  ownerId: string,
  { proof, expiresAt, browser }: { proof: SignInProof; expiresAt: Date; browser?: string },
): Promise<void> => {
  const browserHash = browser === undefined ? null : hashToken(browser)
  await trx
    .insertInto('sign_in_tokens')
    .values({
      token_hash: hashToken(token),
      owner_id: ownerId,
      proof,
      browser_hash: browserHash,
      expires_at: expiresAt,
    })
    .execute()
}

/** Whose token it is, used or not; null when it is unknown. */
export const findTokenOwner = async (db: Db, token: string): Promise<string | null> => {
  const tokens = db.selectFrom('sign_in_tokens').select('owner_id').where('token_hash', '=', hashToken(token))
  return (await tokens.executeTakeFirst())?.owner_id ?? null
}

/** A token to open a session with, and the cookie of the browser for one that is bound to a browser. */
export type GivenToken = { token: string; browser: string | null }

/** Uses the token up: of two at once exactly one gets it. Null when it is unknown, used or of another browser. Its owner must be locked. */
export const takeSignInToken = async (
  trx: Trx,
  { token, browser }: GivenToken,
  at: Date,
): Promise<{ proof: SignInProof; expiresAt: Date } | null> => {
  const taken = await trx
    .updateTable('sign_in_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', hashToken(token))
    .where('browser_hash', browser === null ? 'is' : '=', browser === null ? null : hashToken(browser))
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
