/** What only one account may hold. The table keeps keyed hashes, which reveal no address and no number. */
import { blindIndex } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'
import { emailKey } from './name-rules.ts'

export type ClaimKind = 'email' | 'phone' | 'handle' | 'referral' | 'document' | 'social'

const keyOf = (kind: ClaimKind, value: string): string => {
  if (kind === 'email') return emailKey(value)
  // Subjects of one issuer may differ by case alone.
  return kind === 'social' ? value : value.toLowerCase()
}

/** The hash under which a value is claimed, counted and compared. */
export const claimOf = (keys: Pick<Keys, 'blindIndex'>, kind: ClaimKind, value: string): string =>
  blindIndex(keys, kind, keyOf(kind, value))

/** Bare uuid of who holds it. */
export const findClaimant = async (
  db: Pick<Db, 'selectFrom'>,
  kind: ClaimKind,
  claim: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('identity_claims')
    .select('owner_id')
    .where('kind', '=', kind)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return row?.owner_id ?? null
}

/**
 * Takes it; false when another account holds it. Of two at once exactly one gets it. Taking it again changes nothing.
 */
export const takeClaim = async (trx: Trx, kind: ClaimKind, claim: string, ownerId: string): Promise<boolean> => {
  const taken = await trx
    .insertInto('identity_claims')
    .values({ kind, claim, owner_id: ownerId })
    .onConflict((conflict) => conflict.columns(['kind', 'claim']).doNothing())
    .returning('owner_id')
    .executeTakeFirst()
  return taken !== undefined || (await findClaimant(trx, kind, claim)) === ownerId
}

/** Lets go of a claim, if it is this owner's. */
export const releaseClaim = async (trx: Trx, kind: ClaimKind, claim: string, ownerId: string): Promise<void> => {
  await trx
    .deleteFrom('identity_claims')
    .where('kind', '=', kind)
    .where('claim', '=', claim)
    .where('owner_id', '=', ownerId)
    .execute()
}
