import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { FeedPage, FeedStop } from '#providers/zelle/port.ts'
import { bookCredits } from './book-credits.ts'
import { countUnclaimed } from './credits-store.ts'
import { type Feed, findFeed, keepCredits, lockFeed, moveFeed, noteMissing, takeBack } from './feeds-store.ts'
import { matchCredits } from './match-credits.ts'
import { dropPages, stagePage, takePage } from './pages-store.ts'
import { returnCredits } from './return-credits.ts'

const UNCLAIMED_MS = 3 * 86_400_000

type Keeping = Pick<Services, 'db' | 'clock' | 'log'>

const alert = ({ log }: Keeping, labels: readonly string[], what: string): void => {
  for (const label of labels) log.error({ alert: true, label }, what)
}

/**
 * Takes over the pages of a look that has come to its end, each in a transaction of its own, in the order in which they were read; does
 * nothing while a look is under way.
 */
const takeOver = async (services: Keeping, source: string): Promise<void> => {
  const { db, clock } = services
  for (;;) {
    const taken = await transaction(db, 'take over what the bank lists', async (trx) => {
      const feed = await lockFeed(trx, source)
      if (!feed || feed.reading !== null) return null
      const page = await takePage(trx, source)
      if (!page) return null
      const at = await databaseNow(trx, clock)
      const again = await keepCredits(trx, source, page.credits, at)
      if (!page.isLast) return { again, missing: [] }
      await takeBack(trx, source, feed.gone)
      const missing = feed.againSince ? await noteMissing(trx, source, feed.againSince, at) : []
      await moveFeed(trx, source, feed, { change: { gone: [], againSince: null, readAt: at }, at })
      return { again, missing }
    })
    if (taken === null) return
    alert(services, taken.again, 'the bank lists a payment by Zelle again that it had taken back: it is nobody’s')
    alert(services, taken.missing, 'the bank’s list no longer names a payment by Zelle that is in our books')
  }
}

/**
 * Keeps a page of the bank's list, with how far it was read, in one transaction; false when another process was first. What the pages of
 * a look list is taken over when the last one is kept.
 */
export const keepPage = async (
  services: Keeping,
  source: string,
  from: Feed | null,
  { credits, removed, cursor, isLast }: Omit<FeedPage, 'debits'>,
): Promise<boolean> => {
  const { db, clock } = services
  const isKept = await transaction(db, 'keep what the bank says', async (trx) => {
    const at = await databaseNow(trx, clock)
    const listed = new Set(credits.map(({ lineId }) => lineId))
    // Of two pages the later one counts.
    const gone = [...new Set([...(from?.gone ?? []).filter((lineId) => !listed.has(lineId)), ...removed])]
    const change = isLast ? { cursor, reading: null, gone } : { reading: cursor, gone }
    if (!(await moveFeed(trx, source, from, { change, at }))) return false
    await stagePage(trx, source, credits)
    return true
  })
  if (isKept && isLast) await takeOver(services, source)
  return isKept
}

/** Starts the look over: where it began, or at the beginning of the list when the bank does not know our cursor. */
const beginAnew = async ({ db, clock, log }: Keeping, source: string, feed: Feed | null, stop: FeedStop) => {
  if (stop === 'lost') log.error({ alert: true }, 'the bank no longer knew our cursor: its list is read from the start')
  const again = stop === 'lost' || feed?.againSince
  await transaction(db, 'start the bank’s list over', async (trx) => {
    const at = await databaseNow(trx, clock)
    const change = again
      ? { cursor: null, reading: '', gone: [], againSince: feed?.againSince ?? at }
      : { reading: null, gone: [] }
    if (await moveFeed(trx, source, feed, { change, at })) await dropPages(trx, source)
  })
}

/** Pages that are read at a time; the next look goes on where they end. */
const PAGES_AT_A_LOOK = 40

/** Reads on from where the last look ended, and keeps each page; true once the list was read to its end. Throws ProviderError. */
const readOn = async (services: Services): Promise<boolean> => {
  const { db, log, zelleFeed } = services
  const { source, read } = zelleFeed
  if (!read) return true
  await takeOver(services, source)
  for (let page = 0; page < PAGES_AT_A_LOOK; page += 1) {
    const feed = await findFeed(db, source)
    const news = await read((feed?.reading ?? feed?.cursor) || null)
    if (typeof news === 'string') await beginAnew(services, source, feed, news)
    // Another process reads it too, and goes on.
    else if (!(await keepPage(services, source, feed, news)))
      return ((await findFeed(db, source))?.reading ?? null) === null
    else if (news.isLast) return true
  }
  log.error({ alert: true }, 'the bank’s list is longer than one look: the next goes on with it')
  return false
}

/** What follows from the list as it is kept: booked, matched, credited, taken back. */
export const settleCredits = async (services: Services): Promise<void> => {
  await services.ledger.requireNotFrozen()
  await bookCredits(services)
  await matchCredits(services)
  await returnCredits(services)
}

/**
 * Reads the bank's list and takes over what is new. What a look has found counts when it has come to its end: a later page may take back
 * what an earlier one lists, and the bank may make it start over. Throws ProviderError when it cannot be read; what is kept already goes on.
 */
export const pollFeed = async (services: Services): Promise<void> => {
  if (await readOn(services)) await settleCredits(services)
}

/** Tells the operators of money that has been nobody's for three days. */
export const reportUnclaimed = async ({ db, clock, log }: Services): Promise<void> => {
  const at = await databaseNow(db, clock)
  const { count, cents } = await countUnclaimed(db, new Date(at.getTime() - UNCLAIMED_MS))
  if (count > 0) log.error({ count }, `payments by Zelle have been nobody’s for three days: ${cents} cents`)
}
