/** Browsers that have signed in to an account, by the hash of their device cookie's id. */
import { readDevice } from '#platform/crypto/device-cookie.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'

/** Notes that the browser is here; answers whether the account knew it before. */
export const noteBrowser = async (trx: Trx, ownerId: string, deviceId: string, at: Date): Promise<boolean> => {
  const browser_hash = hashToken(deviceId)
  const known = await trx
    .updateTable('known_browsers')
    .set({ seen_at: at })
    .where('owner_id', '=', ownerId)
    .where('browser_hash', '=', browser_hash)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return true
  await trx
    .insertInto('known_browsers')
    .values({ owner_id: ownerId, browser_hash, seen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return false
}

/** What names the browser of a device cookie in the background; null where there is none. */
export const browserOf = ({ deviceCookie, keys }: Pick<PublicCtx, 'deviceCookie' | 'keys'>): string | null => {
  const device = readDevice(keys, deviceCookie)
  return device && hashToken(device.id).toString('hex')
}

/** Whether the account was opened in that browser, or proved in it, since then. */
export const wasHereSince = async (db: Db, ownerId: string, browser: string, since: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('known_browsers')
    .select('seen_at')
    .where('owner_id', '=', ownerId)
    .where('browser_hash', '=', Buffer.from(browser, 'hex'))
    .executeTakeFirst()
  return row !== undefined && row.seen_at > since
}

/** Notes that the browser has passed a second factor of the account, or opened it. */
export const notePassedFactor = async (trx: Trx, ownerId: string, deviceId: string, at: Date): Promise<void> => {
  await trx
    .insertInto('known_browsers')
    .values({ owner_id: ownerId, browser_hash: hashToken(deviceId), seen_at: at, factor_at: at })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'browser_hash']).doUpdateSet({ seen_at: at, factor_at: at }),
    )
    .execute()
}

/** Whether it has, and is known still. */
export const hasPassedFactor = async (db: Db, ownerId: string, deviceId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('known_browsers')
    .select('factor_at')
    .where('owner_id', '=', ownerId)
    .where('browser_hash', '=', hashToken(deviceId))
    .executeTakeFirst()
  return (row?.factor_at ?? null) !== null
}

/** The hashes of the browsers that the account knows. */
export const listKnownBrowsers = async (db: Db, ownerId: string): Promise<Buffer[]> => {
  const rows = await db.selectFrom('known_browsers').select('browser_hash').where('owner_id', '=', ownerId).execute()
  return rows.map(({ browser_hash }) => browser_hash)
}

/** Forgets all browsers of the account; with `except` that of one device cookie stays. */
export const forgetKnownBrowsers = async (trx: Trx, ownerId: string, except: string | null): Promise<void> => {
  let query = trx.deleteFrom('known_browsers').where('owner_id', '=', ownerId)
  if (except !== null) query = query.where('browser_hash', '!=', hashToken(except))
  await query.execute()
}

/** Forgets browsers whose device cookies are over. */
export const pruneBrowsers = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('known_browsers').where('seen_at', '<', before).execute()
}
