/**
 * Follows what happens to people's money, as notifications do: a payment writes nothing for rewards, and what it counts for is looked
 * at a moment later, by the live events of its rows. Each fact is kept once, so that it may be heard of twice.
 */
import { uuidOf } from '@puente/contract'
import { findAccount } from '#features/accounts/index.ts'
import { listNewestMovements, type Movement, readMovements } from '#features/wallet/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { listBehind, type News, noteFollowed, readNews } from '#platform/live/live-store.ts'
import { type Counting, countMovements, referrerOf } from './count-movements.ts'
import { notePhone } from './count-verified.ts'

/** People at a time. */
export const AT_A_TIME = 50
/** Rows looked at of someone of whose news some are gone. */
const NEWEST = 200
/** News that count for nothing are left behind until there are so many. */
const LEFT_BEHIND = 20

const FOLLOWER = 'live_counted'

const idsOf = ({ events }: News): string[] => {
  const ids = events.flatMap((one) => (one.event === 'transaction' && !one.data.noted ? [one.data.id] : []))
  return [...new Set(ids)].flatMap((id) => uuidOf(id, 'txn') ?? [])
}

/** A contact was confirmed, perhaps: the phone is noted, and who invited this person learns of them. */
const isAboutPerson = ({ events, isWhole }: News): boolean => !isWhole || events.some(({ event }) => event === 'me')

const movementsOf = async ({ db }: Counting, news: News): Promise<Movement[]> =>
  news.isWhole
    ? readMovements(
        db,
        idsOf(news).map((movementId) => ({ ownerId: news.ownerId, movementId })),
      )
    : listNewestMovements(db, news.ownerId, NEWEST)

const isNewsHere = (news: News): boolean => isAboutPerson(news) || idsOf(news).length > 0

/** Counts what is new of these people. Every process may do it at once. */
export const followRewards = async (
  services: Counting,
  ownerIds: readonly string[],
  isThorough: boolean,
): Promise<void> => {
  const heard = await readNews(services.db, ownerIds, FOLLOWER)
  const followed = heard.filter((one) => isThorough || one.events.length > LEFT_BEHIND || isNewsHere(one))
  for (const news of followed) {
    if (!isNewsHere(news)) continue
    if (isAboutPerson(news)) {
      const account = await findAccount(services.db, services.keys, news.ownerId)
      if (account) await Promise.all([notePhone(services, account), referrerOf(services, account)])
    }
    const movements = await movementsOf(services, news)
    if (movements.length > 0) await countMovements(services, news.ownerId, movements)
  }
  if (followed.length > 0)
    await transaction(services.db, 'note what was counted', (trx) => noteFollowed(trx, followed, FOLLOWER))
}

/** Everybody of whom news were not followed, because a hint was lost or a process ended. */
export const catchUp = async (services: Counting): Promise<void> => {
  for (;;) {
    const ownerIds = await listBehind(services.db, AT_A_TIME, FOLLOWER)
    if (ownerIds.length === 0) return
    await followRewards(services, ownerIds, true)
    if (ownerIds.length < AT_A_TIME) return
  }
}
