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
