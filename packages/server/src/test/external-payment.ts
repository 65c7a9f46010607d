import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'

/** A payment that waits on a provider's page. */
export const openExternalPayment = async (
  { db, clock }: Pick<Services, 'clock' | 'db'>,
  ownerId: string,
): Promise<void> => {
  const movement = newId()
  const at = clock.now()
  await db
    .insertInto('movements')
    .values({
      owner_id: ownerId,
      movement_id: movement,
      type: 'deposit',
      state: 'PENDING',
      method: 'card',
      direction: 1,
      amount_cents: 1000n,
      reference: 'PU-TEST2345',
      search_text: '',
      created_at: at,
    })
    .execute()
  const expires = new Date(at.getTime() + 3 * 3_600_000)
  await db
    .insertInto('send_sessions')
    .values({ owner_id: ownerId, session_id: newId(), movement_id: movement, created_at: at, expires_at: expires })
    .execute()
}
