import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { FeedNews } from '#providers/zelle/port.ts'
import { bookCredits } from './book-credits.ts'
import { countUnclaimed } from './credits-store.ts'
import { findFeed, keepNews, moveFeed } from './feeds-store.ts'
import { matchCredits } from './match-credits.ts'
import { returnCredits } from './return-credits.ts'

const UNCLAIMED_MS = 3 * 86_400_000

/** Keeps what the bank's list says, with how far it was read, in one transaction; false when another process was first. */
export const keepFeed = async (
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  source: string,
  from: string | null,
  news: FeedNews,
): Promise<boolean> => {
  const again = await transaction(db, 'keep what the bank says', async (trx) => {
    const at = await databaseNow(trx, clock)
    if (!(await moveFeed(trx, source, { from, to: news.cursor, at }))) return null
    return keepNews(trx, source, news, at)
  })
  for (const label of again ?? [])
    log.error({ alert: true, label }, 'the bank lists a payment by Zelle again that it had taken back: it is nobody’s')
  return again !== null
}

/** What follows from the list as it is kept: booked, matched, credited, taken back. */
export const settleCredits = async (services: Services): Promise<void> => {
  await services.ledger.requireNotFrozen()
  await bookCredits(services)
  await matchCredits(services)
  await returnCredits(services)
}

/** Reads the bank's list and takes over what is new. Throws ProviderError when it cannot be read; what is kept already goes on. */
export const pollFeed = async (services: Services): Promise<void> => {
  const { db, log, zelleFeed } = services
  if (zelleFeed.poll) {
    const feed = await findFeed(db, zelleFeed.source)
    const cursor = feed?.cursor ?? null
    const news = await zelleFeed.poll(cursor)
    if (news.isReadAgain)
      log.error({ alert: true }, 'the bank no longer knew our cursor: its list was read from the start')
    await keepFeed(services, zelleFeed.source, cursor, news)
  }
  await settleCredits(services)
}

/** Tells the operators of money that has been nobody's for three days. */
export const reportUnclaimed = async ({ db, clock, log }: Services): Promise<void> => {
  const at = await databaseNow(db, clock)
  const { count, cents } = await countUnclaimed(db, new Date(at.getTime() - UNCLAIMED_MS))
  if (count > 0) log.error({ count }, `payments by Zelle have been nobody’s for three days: ${cents} cents`)
}
