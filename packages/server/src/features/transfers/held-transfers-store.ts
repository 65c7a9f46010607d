import type { Db } from '#platform/db/database.ts'

/** Incoming transfers that wait for this person's identity check, oldest first. */
export const listHeldFor = async (db: Db, ownerId: string): Promise<{ movementId: string }[]> =>
  db
    .selectFrom('movements')
    .select('movement_id as movementId')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ON HOLD')
    .where('hold_reason', '=', 'recipientKycRequired')
    .where('direction', '=', 1)
    .orderBy('created_at')
    .execute()
