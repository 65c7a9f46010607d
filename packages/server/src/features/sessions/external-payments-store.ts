import type { Db } from '#platform/db/database.ts'

/**
 * Whether a payment of this person is still under way on a provider's page. The payments are another slice's; asking
 * them would turn the order of the slices around, so this one question reads their rows.
 */
export const hasExternalPayment = async (db: Db, ownerId: string, at: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('send_sessions')
    .innerJoin('movements', (join) =>
      join
        .onRef('movements.owner_id', '=', 'send_sessions.owner_id')
        .onRef('movements.movement_id', '=', 'send_sessions.movement_id'),
    )
    .select('send_sessions.session_id')
    .where('send_sessions.owner_id', '=', ownerId)
    .where('send_sessions.expires_at', '>', at)
    .where('movements.state', '=', 'PENDING')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
