/** The copies that were asked for. Every statement names the owner. */
import type { EXPORT_STATES } from '@puente/contract'
import type { Selectable } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'

export type DataExport = {
  /** Bare uuids. */
  id: string
  ownerId: string
  state: (typeof EXPORT_STATES)[number]
  requestedAt: Date
  expiresAt: Date | null
  blobKey: string | null
  sizeBytes: number | null
}

const toExport = (row: Selectable<DB['data_exports']>): DataExport => ({
  id: row.export_id,
  ownerId: row.owner_id,
  state: row.state as DataExport['state'],
  requestedAt: row.requested_at,
  expiresAt: row.expires_at,
  blobKey: row.blob_key,
  sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
})

/** The newest. */
export const findNewest = async (db: Db, ownerId: string): Promise<DataExport | null> => {
  const row = await db
    .selectFrom('data_exports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('export_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toExport(row) : null
}

export const findExport = async (db: Db, ownerId: string, id: string): Promise<DataExport | null> => {
  const row = await db
    .selectFrom('data_exports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('export_id', '=', id)
    .executeTakeFirst()
  return row ? toExport(row) : null
}

export const insertExport = async (trx: Trx, ownerId: string, id: string, at: Date): Promise<void> => {
  await trx
    .insertInto('data_exports')
    .values({ owner_id: ownerId, export_id: id, state: 'preparing', requested_at: at })
    .execute()
}

type Change = Partial<Pick<DataExport, 'state' | 'expiresAt' | 'blobKey' | 'sizeBytes'>>

/** Changes one that is still in this state, and with `blobKey` still of these bytes; false when it is not. */
export const updateExport = async (
  db: Db,
  { ownerId, id }: Pick<DataExport, 'ownerId' | 'id'>,
  from: DataExport['state'],
  change: Change,
  blobKey?: string,
): Promise<boolean> => {
  let query = db
    .updateTable('data_exports')
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.expiresAt === undefined ? {} : { expires_at: change.expiresAt }),
      ...(change.blobKey === undefined ? {} : { blob_key: change.blobKey }),
      ...(change.sizeBytes === undefined
        ? {}
        : { size_bytes: change.sizeBytes === null ? null : BigInt(change.sizeBytes) }),
    })
    .where('owner_id', '=', ownerId)
    .where('export_id', '=', id)
    .where('state', '=', from)
  if (blobKey !== undefined) query = query.where('blob_key', '=', blobKey)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}
