/** The other services by which an account's owner comes in. Which account an identity belongs to, its claim says. */
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'
import { claimOf, releaseClaim, takeClaim } from './claims-store.ts'

/** The service's name as in `providers/oidc/port.ts`; `email` is what it told when the identity was linked. */
export type SocialIdentity = { provider: string; email: string | null; linkedAt: Date; lastUsedAt: Date }

/** What makes a person of another service who they are: issuer and subject. An address can change hands. */
export const socialClaimOf = (
  keys: Pick<Keys, 'blindIndex'>,
  { issuer, subject }: { issuer: string; subject: string },
): string => claimOf(keys, 'social', JSON.stringify([issuer, subject]))

export const listIdentities = async (db: Db, ownerId: string): Promise<SocialIdentity[]> => {
  const rows = await db
    .selectFrom('social_identities')
    .select(['provider', 'email', 'linked_at', 'last_used_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('linked_at')
    .execute()
  return rows.map((row) => ({
    provider: row.provider,
    email: row.email,
    linkedAt: row.linked_at,
    lastUsedAt: row.last_used_at,
  }))
}

export type NewIdentity = { provider: string; claim: string; email: string | null; at: Date }

/**
 * Makes an identity a way into the account. `otherAccount` when it is one of another account, `otherIdentity` when this
 * account has another one of that service; in both cases nothing is written. Linking what is linked changes nothing.
 */
export const insertIdentity = async (
  trx: Trx,
  ownerId: string,
  { provider, claim, email, at }: NewIdentity,
): Promise<'linked' | 'known' | 'otherAccount' | 'otherIdentity'> => {
  const found = await trx
    .selectFrom('social_identities')
    .select('claim')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (found) return found.claim === claim ? 'known' : 'otherIdentity'
  if (!(await takeClaim(trx, 'social', claim, ownerId))) return 'otherAccount'
  await trx
    .insertInto('social_identities')
    .values({ owner_id: ownerId, provider, claim, email, linked_at: at, last_used_at: at })
    .execute()
  return 'linked'
}

export const noteIdentityUsed = async (trx: Trx, ownerId: string, provider: string, at: Date): Promise<void> => {
  await trx
    .updateTable('social_identities')
    .set({ last_used_at: at })
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .execute()
}

/** Takes a way in away, and lets go of its claim; false when there is none. */
export const deleteIdentity = async (trx: Trx, ownerId: string, provider: string): Promise<boolean> => {
  const gone = await trx
    .deleteFrom('social_identities')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .returning('claim')
    .executeTakeFirst()
  if (gone) await releaseClaim(trx, 'social', gone.claim, ownerId)
  return gone !== undefined
}

/** Takes all of them away. */
export const deleteIdentities = async (trx: Trx, ownerId: string): Promise<void> => {
  const gone = await trx.deleteFrom('social_identities').where('owner_id', '=', ownerId).returning('claim').execute()
  for (const { claim } of gone) await releaseClaim(trx, 'social', claim, ownerId)
}
