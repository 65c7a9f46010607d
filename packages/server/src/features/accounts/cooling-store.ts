/** Changes that a thief would make first. For a while after one of them money goes out slowly (`limits/cooling-rules.ts`). */
import type { Trx } from '#platform/db/database.ts'

const HOUR_MS = 3_600_000

/** How long each lasts; a new cause is a line here and one in the table's check. */
const COOLING_MS = { passwordReset: 24 * HOUR_MS } as const
export type CoolingCause = keyof typeof COOLING_MS

/** Begins it, or begins it again. The limits read it under the locks of every money call. */
export const startCooling = async (trx: Trx, ownerId: string, cause: CoolingCause, at: Date): Promise<void> => {
  const times = { started_at: at, ends_at: new Date(at.getTime() + COOLING_MS[cause]) }
  await trx
    .insertInto('coolings')
    .values({ owner_id: ownerId, cause, ...times })
    .onConflict((conflict) => conflict.columns(['owner_id', 'cause']).doUpdateSet(times))
    .execute()
}
