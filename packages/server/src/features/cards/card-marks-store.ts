/** By which cards accounts are known: keyed hashes of what the provider knows a card's number by. */
import { blindIndex } from '#platform/crypto/tokens.ts'
import type { Db } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { SavedCard } from '#providers/card/port.ts'

/** Keeps the marks of a person's saved cards; those that are known already change nothing. */
export const keepCardMarks = async (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  ownerId: string,
  cards: readonly SavedCard[],
): Promise<void> => {
  const marks = cards.flatMap(({ fingerprint }) => (fingerprint === null ? [] : blindIndex(keys, 'card', fingerprint)))
  const known = new Set(marks.length === 0 ? [] : await listCardMarks(db, ownerId))
  const fresh = [...new Set(marks)].filter((mark) => !known.has(mark))
  if (fresh.length === 0) return
  await db
    .insertInto('card_marks')
    .values(fresh.map((mark) => ({ owner_id: ownerId, mark })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listCardMarks = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db.selectFrom('card_marks').select('mark').where('owner_id', '=', ownerId).execute()
  return rows.map(({ mark }) => mark)
}
