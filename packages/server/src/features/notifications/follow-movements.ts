/**
 * What people are told of their money. A batch of the ledger writes nothing for it: it announces each row that it writes to the
 * screens of its owner anyway, numbered without gaps, and here the server reads on after the number it has followed to. A
 * notice is made of a step of the row, so that hearing twice of it makes no second one.
 */
import { uuidOf } from '@puente/contract'
import type { Balance } from '@puente/ledger'
import {
  findPeakBalance,
  listNewestMovements,
  type Movement,
  type MovementRef,
  readMovements,
} from '#features/wallet/index.ts'
import { listBehind, type News, noteFollowed, readNews } from '#platform/live/live-store.ts'
import type { Services } from '#platform/services.ts'
import { findBalance } from '#platform/wallet-balance.ts'
import { dayBefore, dropsOf, dropTold, freesMoney, peakOf } from './balance-rules.ts'
import { movementNotices } from './movement-notices-rules.ts'
import type { Notice } from './notice.ts'
import { readBalanceWishes, takeBalanceTurn } from './notices-store.ts'
import { tellNotices, type Telling } from './tell-notices.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.catch-up': Record<string, never>
  }
}

type Following = Telling & Pick<Services, 'ledger'>

/** What is older is no news any more, whoever was away. */
const NEWS_MS = 30 * 86_400_000
/** People followed at a time. */
export const AT_A_TIME = 100
/** News that tell nothing here are left behind until there are so many; to note each of them would be a write for nothing. */
const LEFT_BEHIND = 20
/** Rows looked at of someone of whose news some are gone. */
const NEWEST = 100

const refsOf = ({ ownerId, events }: News): MovementRef[] => {
  const ids = events.flatMap((one) => (one.event === 'transaction' && !one.data.noted ? [one.data.id] : []))
  return [...new Set(ids)].flatMap((id) => {
    const movementId = uuidOf(id, 'txn')
    return movementId === null ? [] : [{ ownerId, movementId }]
  })
}

const movementsOf = async ({ db }: Telling, news: readonly News[]): Promise<Movement[]> => {
  const gone = news.filter(({ isWhole }) => !isWhole)
  const rows = await Promise.all(gone.map(({ ownerId }) => listNewestMovements(db, ownerId, NEWEST)))
  return [...(await readMovements(db, news.flatMap(refsOf))), ...rows.flat()]
}

/**
 * The rows that led to how the wallet stands: what came in or went out after these were read counts in it as well, and is read
 * now. Money that comes in at that moment would hide a fall otherwise. So would money that comes free: no entry shows that, so its
 * own news makes the day's rows be looked at once more.
 */
const upTo = async (db: Telling['db'], ownerId: string, rows: Movement[], { seq }: Balance): Promise<Movement[]> => {
  const known = new Map(rows.map((row) => [row.movementId, row]))
  if (rows.some(({ entrySeq }) => entrySeq === seq) && !rows.some(freesMoney)) return rows
  for (const row of await listNewestMovements(db, ownerId, NEWEST))
    if (row.entrySeq === null || row.entrySeq <= seq) known.set(row.movementId, row)
  return [...known.values()]
}

/** The row that took what can be spent across a line, of those who have not been told today. */
const balanceNotices = async ({ db, clock, ledger }: Following, movements: readonly Movement[]): Promise<Notice[]> => {
  const now = clock.now()
  const out = movements.filter(({ direction }) => direction === -1)
  const wishes = await readBalanceWishes(db, [...new Set(out.map(({ ownerId }) => ownerId))])
  const judge = async ([ownerId, rows]: [string, Movement[]]): Promise<Notice[]> => {
    const wish = wishes.get(ownerId)
    if (!wish || (wish.toldAt !== null && wish.toldAt > dayBefore(now))) return []
    const standing = await findBalance(ledger, ownerId)
    if (!standing) return []
    const isNews = new Set(rows.map(({ movementId }) => movementId))
    const isAnyNews = rows.some(freesMoney)
    const drops = dropsOf(await upTo(db, ownerId, rows, standing), standing, now).filter(
      ({ movement }) => isAnyNews || isNews.has(movement.movementId),
    )
    if (drops.length === 0) return []
    const peak = peakOf((await findPeakBalance(db, ownerId, dayBefore(now))) ?? 0n, standing, rows)
    for (const drop of drops) {
      const variant = dropTold(drop, wish.thresholdCents, peak)
      if (variant === null) continue
      const { movement, at, afterCents } = drop
      const source = `balance/${movement.movementId}`
      const told = { ownerId, source, at, kind: 'balanceDropped', variant } as const
      return [
        { ...told, object: { type: 'wallet', id: null }, amountCents: afterCents, said: { amountCents: afterCents } },
      ]
    }
    return []
  }
  const once = new Map(movements.map((movement) => [`${movement.ownerId}/${movement.movementId}`, movement]))
  const byOwner = Map.groupBy(once.values(), ({ ownerId }) => ownerId)
  return (await Promise.all([...byOwner].map(judge))).flat()
}

/**
 * Tells these people what is new of their money. Every process may do it at once: each notice is written once.
 * @param isThorough also notes news that tell nothing
 */
export const followMovements = async (
  services: Following,
  ownerIds: readonly string[],
  isThorough: boolean,
): Promise<void> => {
  const heard = await readNews(services.db, ownerIds)
  const news = heard.filter(
    (one) => isThorough || !one.isWhole || one.events.length > LEFT_BEHIND || refsOf(one).length > 0,
  )
  if (news.length === 0) return
  const movements = await movementsOf(services, news)
  const since = new Date(services.clock.now().getTime() - NEWS_MS)
  const drops = await balanceNotices(services, movements)
  const notices = [...movements.flatMap((movement) => movementNotices(movement, since)), ...drops]
  await tellNotices(services, notices, async (trx) => {
    const late = new Set<string>()
    for (const { ownerId, at } of drops)
      if (!(await takeBalanceTurn(trx, ownerId, at, dayBefore(at)))) late.add(ownerId)
    await noteFollowed(trx, news)
    return ({ kind, ownerId }) => kind !== 'balanceDropped' || !late.has(ownerId)
  })
}

/** Everybody of whom news were not followed, because a hint was lost or a process ended. */
export const catchUp = async (services: Following): Promise<void> => {
  for (;;) {
    const ownerIds = await listBehind(services.db, AT_A_TIME)
    if (ownerIds.length === 0) return
    await followMovements(services, ownerIds, true)
    if (ownerIds.length < AT_A_TIME) return
  }
}
