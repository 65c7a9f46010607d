/** Changes that a thief would make first. For a while after one of them money goes out slowly (`limits/cooling-rules.ts`). */
import type { CoolingCause } from '@puente/contract'
import type { Db, Trx } from '#platform/db/database.ts'

const HOUR_MS = 3_600_000

/** How long each lasts; a new cause is a line here and one in the table's check. */
const COOLING_MS = {
  passwordReset: 24 * HOUR_MS,
  emailChanged: 24 * HOUR_MS,
  phoneChanged: 72 * HOUR_MS,
  factorRemoved: 72 * HOUR_MS,
} as const satisfies Record<CoolingCause, number>

/** Begins it, or begins it again. The limits read it under the locks of every money call. */
export const startCooling = async (trx: Trx, ownerId: string, cause: CoolingCause, at: Date): Promise<void> => {
  const times = { started_at: at, ends_at: new Date(at.getTime() + COOLING_MS[cause]) }
  await trx
    .insertInto('coolings')
    .values({ owner_id: ownerId, cause, ...times })
    .onConflict((conflict) => conflict.columns(['owner_id', 'cause']).doUpdateSet(times))
    .execute()
}

/** Until when an account cools for one cause; null when it does not. */
export const findCooling = async (db: Db, ownerId: string, cause: CoolingCause, at: Date): Promise<Date | null> => {
  const row = await db
    .selectFrom('coolings')
    .select('ends_at')
    .where('owner_id', '=', ownerId)
    .where('cause', '=', cause)
    .where('ends_at', '>', at)
    .executeTakeFirst()
  return row?.ends_at ?? null
}

/** When an account stops cooling, for any cause; null when it is not. */
export const findAnyCooling = async (db: Db, ownerId: string, at: Date): Promise<Date | null> => {
  const row = await db
    .selectFrom('coolings')
    .select('ends_at')
    .where('owner_id', '=', ownerId)
    .where('ends_at', '>', at)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ends_at ?? null
}
