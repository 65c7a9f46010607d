/** What was read of a person, and done to their account, by those who work for Puente. Append-only. */
import type { AccessReason, AccessRole, AccessWhat } from '@puente/contract'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'

export type Access = {
  /** Bare uuid of the person whose data it is. */
  ownerId: string
  /** In what capacity; who exactly it was stands in the audit trail. */
  role: AccessRole
  what: AccessWhat
  why: AccessReason
  /** The number of the case, such as the digest of a proposal; never a text about the person. */
  reference?: string | null
  /** Of what is kept once however often it is recorded: the id of the thing itself, a bare uuid of about the same time. */
  accessId?: string
  at: Date
}

export type AccessRow = Omit<Access, 'ownerId' | 'reference' | 'accessId'> & {
  accessId: string
  reference: string | null
}

/** Records one access in the transaction of the access itself: either both are kept or none. */
export const recordAccess = async (
  trx: Trx,
  { ownerId, accessId = newId(), reference = null, ...access }: Access,
): Promise<void> => {
  await trx
    .insertInto('access_log')
    .values({ owner_id: ownerId, access_id: accessId, reference, ...access })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The newest first, older than one of them if it is named. */
export const listAccess = async (
  db: Db,
  ownerId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<AccessRow[]> => {
  const rows = await db
    .selectFrom('access_log')
    .select(['access_id', 'at', 'role', 'what', 'why', 'reference'])
    .where('owner_id', '=', ownerId)
    .$if(before !== null, (query) => query.where('access_id', '<', before))
    .orderBy('access_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ access_id, role, what, why, ...row }) => ({
    accessId: access_id,
    role: role as AccessRole,
    what: what as AccessWhat,
    why: why as AccessReason,
    ...row,
  }))
}
