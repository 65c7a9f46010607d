/** Browsers that are told as well, and whose each of them is. */
import { hashToken } from '#platform/crypto/tokens.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/database.ts'
import type { PushTarget } from '#providers/push/port.ts'

export type DeviceRef = { ownerId: string; deviceHash: string }
export type NoticeDevice = DeviceRef & PushTarget & { sessionId: string }

/** A browser is known by its address, which no two share. */
export const deviceHashOf = (endpoint: string): string => hashToken(endpoint).toString('base64url')

/** The keys of a subscription never change: a browser that subscribes again gets another address. */
const keysHashOf = ({ p256dh, auth }: PushTarget): string => hashToken(`${p256dh}.${auth}`).toString('base64url')

/**
 * Keeps a browser as this person's, or notes that it is in use; a previous owner loses it. False, and nothing is kept, if it is
 * another person's and the keys do not match: its address alone does not move it.
 */
export const keepDevice = async (trx: Trx, device: Omit<NoticeDevice, 'deviceHash'>, at: Date): Promise<boolean> => {
  const { ownerId, sessionId, endpoint, p256dh, auth } = device
  const device_hash = deviceHashOf(endpoint)
  const keys_hash = keysHashOf(device)
  const { numInsertedOrUpdatedRows: kept = 0n } = await trx
    .insertInto('push_devices')
    .values({ device_hash, owner_id: ownerId, keys_hash })
    .onConflict((row) =>
      row
        .column('device_hash')
        .doUpdateSet({ owner_id: ownerId, keys_hash })
        .where((was) =>
          was.or([was('push_devices.owner_id', '=', ownerId), was('push_devices.keys_hash', '=', keys_hash)]),
        ),
    )
    .executeTakeFirst()
  if (kept === 0n) return false
  const now = { session_id: sessionId, p256dh, auth, renewed_at: at }
  await trx
    .insertInto('push_subscriptions')
    .values({ owner_id: ownerId, device_hash, endpoint, created_at: at, ...now })
    .onConflict((row) => row.columns(['owner_id', 'device_hash']).doUpdateSet(now))
    .execute()
  return true
}

/** Browsers of these people. */
export const listDevices = async (
  db: Db,
  ownerIds: readonly string[],
): Promise<(DeviceRef & { sessionId: string })[]> => {
  if (ownerIds.length === 0) return []
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['owner_id', 'device_hash', 'session_id'])
    .where('owner_id', '=', sql<string>`any(${ownerIds}::uuid[])`)
    .orderBy('renewed_at', 'desc')
    .execute()
  return rows.map((row) => ({ ownerId: row.owner_id, deviceHash: row.device_hash, sessionId: row.session_id }))
}

/** A browser while it is this person's. */
export const findDevice = async (db: Db, { ownerId, deviceHash }: DeviceRef): Promise<NoticeDevice | null> => {
  const row = await db
    .selectFrom('push_subscriptions')
    .select(['session_id', 'endpoint', 'p256dh', 'auth'])
    .where('owner_id', '=', ownerId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  const holder = await db
    .selectFrom('push_devices')
    .select('owner_id')
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  if (!row || holder?.owner_id !== ownerId) return null
  return { ownerId, deviceHash, sessionId: row.session_id, endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth }
}

/** Tells this browser nothing more; harmless when it was told nothing. */
export const dropDevice = async (trx: Trx, { ownerId, deviceHash }: DeviceRef): Promise<void> => {
  await trx
    .deleteFrom('push_subscriptions')
    .where('owner_id', '=', ownerId)
    .where('device_hash', '=', deviceHash)
    .execute()
  // Someone else's by now, perhaps.
  await trx.deleteFrom('push_devices').where('device_hash', '=', deviceHash).where('owner_id', '=', ownerId).execute()
}

/** Browsers that have not said for so long that they are in use. */
export const listStaleDevices = async (db: Db, before: Date, limit: number): Promise<DeviceRef[]> => {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['owner_id', 'device_hash'])
    .where('renewed_at', '<', before)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ownerId: row.owner_id, deviceHash: row.device_hash }))
}
