/** Which of their saved cards people are offered first; the cards themselves are the provider's to know. */
import type { Db } from '#platform/db/database.ts'

export const findDefaultCard = async (db: Db, ownerId: string, provider: string): Promise<string | null> => {
  const row = await db
    .selectFrom('default_cards')
    .select('card_id')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.card_id ?? null
}

export const putDefaultCard = async (db: Db, ownerId: string, provider: string, cardId: string): Promise<void> => {
  await db
    .insertInto('default_cards')
    .values({ owner_id: ownerId, provider, card_id: cardId })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'provider']).doUpdateSet((row) => ({ card_id: row.ref('excluded.card_id') })),
    )
    .execute()
}
