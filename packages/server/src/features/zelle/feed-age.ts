import { databaseNow, type Db } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { IMPORTED } from '#providers/zelle/index.ts'
import { findFeed, findLastRead } from './feeds-store.ts'
import { STALE_MS } from './match-rules.ts'

/**
 * Whether the bank's list was read so long ago that nobody should pay by Zelle now. A list that was never read is not old, and
 * one that operators bring in is never: they know when they do.
 */
export const isZelleFeedOld = async ({
  db,
  clock,
  zelleFeed,
}: Pick<Services, 'db' | 'clock' | 'zelleFeed'>): Promise<boolean> => {
  if (!zelleFeed.read) return false
  const feed = await findFeed(db, zelleFeed.source)
  const at = await databaseNow(db, clock)
  return feed !== null && at.getTime() - feed.readAt.getTime() > STALE_MS
}

/** Asks for what is new on the bank's list and keeps nothing of it. Throws ProviderError when it cannot be read. */
export const askFeed = async ({ db, zelleFeed }: Pick<Services, 'db' | 'zelleFeed'>): Promise<void> => {
  const feed = await findFeed(db, zelleFeed.source)
  await zelleFeed.read?.(feed?.cursor ?? null)
}

/** Whether a feed other than operators' imports was read lately, so that its credits would come twice with a list. */
export const isZelleFeedLive = async (db: Db, at: Date): Promise<boolean> => {
  const readAt = await findLastRead(db, IMPORTED)
  return readAt !== null && at.getTime() - readAt.getTime() <= STALE_MS
}
