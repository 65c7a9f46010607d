import type { Db } from '#platform/db/database.ts'

/** Handles by bare uuid. */
export const findHandles = async (db: Db, ownerIds: readonly string[]): Promise<Map<string, string>> => {
  if (ownerIds.length === 0) return new Map()
  const found = db.selectFrom('directory').select(['owner_id', 'handle']).where('owner_id', 'in', ownerIds)
  return new Map((await found.execute()).map((row) => [row.owner_id, row.handle]))
}
