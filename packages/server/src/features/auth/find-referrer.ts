import { claimOf, findClaimant, findPersonByHandle } from '#features/accounts/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'

/** Bare uuid of who a referral code or a handle belongs to; null for any other text. */
export const findReferrer = async (
  { keys }: Pick<PublicCtx, 'keys'>,
  db: Db,
  referredBy: string | undefined,
): Promise<string | null> => {
  const name = referredBy?.trim().toLowerCase() ?? ''
  if (name === '') return null
  const byCode = await findClaimant(db, 'referral', claimOf(keys, 'referral', name))
  return byCode ?? (await findPersonByHandle(db, name))?.id ?? null
}
