/** Challenges for authenticators: handed out, answered once, forgotten. */
import { hashToken, newToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'

const LIFE_MS = 5 * 60_000

/** What a challenge is for: a passkey that one session adds, or signing in to the account that the answer names. */
export type ChallengeFor =
  | { purpose: 'add'; ownerId: string; sessionId: string }
  | { purpose: 'signIn'; ownerId: null; sessionId: null }

export const SIGN_IN = { purpose: 'signIn', ownerId: null, sessionId: null } as const

/** A fresh one, base64url of 256 random bits. */
export const insertPasskeyChallenge = async (
  db: Db,
  { purpose, ownerId, sessionId }: ChallengeFor,
  at: Date,
): Promise<string> => {
  const challenge = newToken()
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashToken(challenge),
      purpose,
      owner_id: ownerId,
      session_id: sessionId,
      expires_at: new Date(at.getTime() + LIFE_MS),
    })
    .execute()
  return challenge
}

/** Uses it up: true for exactly one of those that ask, and only for what it was made for and in time. */
export const takePasskeyChallenge = async (
  trx: Trx,
  challenge: string,
  { purpose, ownerId, sessionId }: ChallengeFor,
  at: Date,
): Promise<boolean> => {
  const taken = await trx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .returning('expires_at')
    .executeTakeFirst()
  return taken !== undefined && at < taken.expires_at
}

/** Forgets those that no one answered in time. */
export const prunePasskeyChallenges = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute()
}
