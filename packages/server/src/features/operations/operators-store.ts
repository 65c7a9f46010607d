import type { Db, Trx } from '#platform/db/database.ts'

export const countOperators = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('operators')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findSecretHash = async (db: Db, name: string): Promise<string | null> => {
  const row = await db.selectFrom('operators').select('secret_hash').where('name', '=', name).executeTakeFirst()
  return row?.secret_hash ?? null
}

/** False when there is one of this name. */
export const insertOperator = async (
  trx: Trx,
  operator: { name: string; secretHash: string; madeBy: string | null },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('operators')
    .values({ name: operator.name, secret_hash: operator.secretHash, made_by: operator.madeBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
