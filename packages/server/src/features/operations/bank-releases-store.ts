import type { Db, Trx } from '#platform/db/database.ts'

/** An order to let withdrawals to banks go before their cut-off. */
export type BankRelease = { id: string; orderedBy: string; reason: string; orderedAt: Date }

export const insertRelease = async (trx: Trx, { id, orderedBy, reason, orderedAt }: BankRelease): Promise<void> => {
  await trx.insertInto('bank_releases').values({ id, ordered_by: orderedBy, reason, ordered_at: orderedAt }).execute()
}

/** Not carried out yet, the oldest first. */
export const listWaitingReleases = (db: Db): Promise<BankRelease[]> =>
  db
    .selectFrom('bank_releases')
    .select(['id', 'ordered_by as orderedBy', 'reason', 'ordered_at as orderedAt'])
    .where('ended_at', 'is', null)
    .orderBy('ordered_at')
    .execute()

export const endRelease = async (db: Db, id: string, released: number, at: Date): Promise<void> => {
  await db
    .updateTable('bank_releases')
    .set({ ended_at: at, released })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** How many went; null while the product has not come to it. */
export const findReleased = async (db: Db, id: string): Promise<number | null> => {
  const row = await db.selectFrom('bank_releases').select('released').where('id', '=', id).executeTakeFirst()
  return row?.released ?? null
}
