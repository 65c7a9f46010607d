/** Whose the objects of providers are, so that news of one finds the person and the row it is about. */
import type { Db } from '#platform/db/database.ts'

/** A payment or an identity check here. */
export type ObjectOwner = { ownerId: string; ref: string }

/** Keeps whose an object is; the first word counts. */
export const keepObject = async (
  db: Db,
  provider: string,
  objectId: string,
  { ownerId, ref }: ObjectOwner,
): Promise<void> => {
  await db
    .insertInto('provider_objects')
    .values({ provider, object_id: objectId, owner_id: ownerId, ref })
    .onConflict((conflict) => conflict.columns(['provider', 'object_id']).doNothing())
    .execute()
}

/** Null while we have no record of the object. */
export const findByObject = async (db: Db, provider: string, objectId: string): Promise<ObjectOwner | null> => {
  const row = await db
    .selectFrom('provider_objects')
    .select(['owner_id', 'ref'])
    .where('provider', '=', provider)
    .where('object_id', '=', objectId)
    .executeTakeFirst()
  return row ? { ownerId: row.owner_id, ref: row.ref } : null
}

/** Of these objects, those that we have a record of. */
export const findByObjects = async (
  db: Db,
  providers: readonly string[],
  objectIds: readonly string[],
): Promise<(ObjectOwner & { objectId: string })[]> => {
  if (providers.length === 0 || objectIds.length === 0) return []
  const rows = await db
    .selectFrom('provider_objects')
    .select(['object_id as objectId', 'owner_id as ownerId', 'ref'])
    .where('provider', 'in', [...providers])
    .where('object_id', 'in', [...objectIds])
    .execute()
  return rows
}

/** Those that we have a record of, in the order in which we first heard of them: it stays the same whatever is heard later. */
export const inOrderOfHearing = async (db: Db, provider: string, objectIds: readonly string[]): Promise<string[]> => {
  if (objectIds.length === 0) return []
  const rows = await db
    .selectFrom('provider_objects')
    .select('object_id')
    .where('provider', '=', provider)
    .where('object_id', 'in', [...objectIds])
    .orderBy('created_at')
    .orderBy('object_id')
    .execute()
  return rows.map((row) => row.object_id)
}
