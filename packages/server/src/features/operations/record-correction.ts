import { recordAccess } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'

/** Notes for a person that operators looked at their money to correct it. */
export const recordCorrection = (
  trx: Trx,
  { ownerId, digest, at }: { ownerId: string; digest: string; at: Date },
): Promise<void> => {
  const access = { role: 'operator', what: 'balanceCorrection', why: 'correction' } as const
  return recordAccess(trx, { ...access, ownerId, reference: digest.slice(0, 12), at })
}
