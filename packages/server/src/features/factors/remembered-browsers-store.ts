/** Browsers that are not asked for the second factor for a while, by the hash of their device cookie's id. */
import type { Browser, Device } from '@puente/contract'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'

export type StoredBrowser = {
  browserId: string
  deviceHash: Buffer
  browser: Browser
  device: Device
  rememberedAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** Those that are remembered still, the last used first. */
export const listBrowsers = async (db: Db, ownerId: string, at: Date): Promise<StoredBrowser[]> => {
  const rows = await db
    .selectFrom('remembered_browsers')
    .select([
      'browser_id as browserId',
      'device_hash as deviceHash',
      'browser',
      'device',
      'remembered_at as rememberedAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
    ])
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    browser: (row.browser ?? 'other') as Browser,
    device: (row.device ?? 'other') as Device,
  }))
}

export type NewBrowser = Pick<StoredBrowser, 'browser' | 'device'> & {
  ownerId: string
  /** Of the device cookie. */
  deviceId: string
  at: Date
  until: Date
}

/** Remembers it, from now on again if it was remembered before; those whose time is over are forgotten on the way. */
export const insertBrowser = async (
  trx: Trx,
  { ownerId, deviceId, browser, device, at, until }: NewBrowser,
): Promise<void> => {
  await trx.deleteFrom('remembered_browsers').where('owner_id', '=', ownerId).where('expires_at', '<=', at).execute()
  const times = { browser, device, remembered_at: at, last_used_at: at, expires_at: until }
  await trx
    .insertInto('remembered_browsers')
    .values({ owner_id: ownerId, device_hash: hashToken(deviceId), browser_id: newId(), ...times })
    .onConflict((conflict) => conflict.columns(['owner_id', 'device_hash']).doUpdateSet(times))
    .execute()
}

/** Whether it is remembered; notes that it was used. */
export const useBrowser = async (trx: Trx, ownerId: string, deviceId: string, at: Date): Promise<boolean> => {
  const found = await trx
    .updateTable('remembered_browsers')
    .set({ last_used_at: at })
    .where('owner_id', '=', ownerId)
    .where('device_hash', '=', hashToken(deviceId))
    .where('expires_at', '>', at)
    .returning('browser_id')
    .executeTakeFirst()
  return found !== undefined
}

/** False when the person has no such browser. */
export const deleteBrowser = async (trx: Trx, ownerId: string, browserId: string): Promise<boolean> => {
  const gone = await trx
    .deleteFrom('remembered_browsers')
    .where('owner_id', '=', ownerId)
    .where('browser_id', '=', browserId)
    .returning('owner_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Forgets all of them: each is asked for the second factor again. */
export const deleteBrowsers = async (trx: Trx, ownerId: string): Promise<void> => {
  await trx.deleteFrom('remembered_browsers').where('owner_id', '=', ownerId).execute()
}
