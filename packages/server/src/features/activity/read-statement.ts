import type { Movement } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'
import { listPeriod } from './activity-store.ts'

/** How many rows are in memory at a time, whatever the length of the period. */
export const STATEMENT_CHUNK = 500

/** A person's transactions of a period, oldest first; `until` is the first moment that is too late. */
export async function* readStatement(
  db: Db,
  ownerId: string,
  period: { from: Date; until: Date },
): AsyncGenerator<Movement, void, undefined> {
  let after: Movement | null = null
  for (;;) {
    const chunk: Movement[] = await listPeriod(db, ownerId, period, { after, limit: STATEMENT_CHUNK })
    yield* chunk
    after = chunk.at(-1) ?? null
    if (after === null || chunk.length < STATEMENT_CHUNK) return
  }
}
