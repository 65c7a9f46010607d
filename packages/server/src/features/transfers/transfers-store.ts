import type { Db } from '#platform/db/database.ts'

export type SendSession = { sessionId: string; movementId: string; expiresAt: Date }

export const findSendSession = async (db: Db, ownerId: string, sessionId: string): Promise<SendSession | null> => {
  const row = await db
    .selectFrom('send_sessions')
    .select(['session_id as sessionId', 'movement_id as movementId', 'expires_at as expiresAt'])
    .where('owner_id', '=', ownerId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row ?? null
}

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
