import { notificationId } from '@puente/contract'
import { type Account, findAccount, mailToOwner } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { type Notice, noticeIdOf } from './notice.ts'
import { goesBy } from './notice-rules.ts'
import { insertNotices, type NoticeRow } from './notices-store.ts'

export type Telling = Pick<Services, 'clock' | 'config' | 'db' | 'jobs' | 'keys' | 'live'>

/** A mail about it; the same one each time, so that its id is the same as well. */
const mailOf = (services: Telling, account: Account, row: NoticeRow) => {
  const { id, kind, variant, at, said } = row
  const name = `${kind}.${variant}`
  return mailToOwner(services, account, {
    template: row.isFixed || kind === 'security' ? 'noticeAlways' : 'notice',
    ref: id,
    params: {
      link: `${services.config.publicUrl}/notifications`,
      notice: {
        name,
        at: at.toISOString(),
        timeZone: account.timeZone,
        ...(said?.amountCents === undefined ? {} : { amountCents: Number(said.amountCents) }),
        ...(said?.name === undefined ? {} : { counterpart: said.name }),
        ...(said?.reference === undefined ? {} : { reference: said.reference }),
      },
    },
  })
}

const accountsOf = async ({ db, keys }: Telling, notices: readonly Notice[]): Promise<Map<string, Account>> => {
  const ownerIds = [...new Set(notices.map(({ ownerId }) => ownerId))]
  const accounts = await Promise.all(ownerIds.map((ownerId) => findAccount(db, keys, ownerId)))
  return new Map(accounts.flatMap((account) => (account && account.status !== 'closed' ? [[account.id, account]] : [])))
}

/**
 * Tells people, each of them once of each thing, by the channels that they want it by: the rows, their live events and their
 * mails commit together. Whoever has closed the account is told nothing.
 * @param together what has to be kept with it; a notice that it returns false for is left out
 */
export const tellNotices = async (
  services: Telling,
  notices: readonly Notice[],
  together: (trx: Trx) => Promise<(notice: Notice) => boolean> = async () => () => true,
): Promise<void> => {
  const accounts = await accountsOf(services, notices)
  const wanted = notices.flatMap((notice) => {
    const account = accounts.get(notice.ownerId)
    if (!account) return []
    const isListed = goesBy(account.noticesSwitched, notice, 'inApp')
    const isMailed = !notice.isMailed && account.emailVerified && goesBy(account.noticesSwitched, notice, 'email')
    if (!isListed && !isMailed) return []
    return [{ account, isMailed, row: { ...notice, id: noticeIdOf(notice), isListed } }]
  })
  await transaction(services.db, 'tell notices', async (trx) => {
    const isLeft = await together(trx)
    const told = wanted.filter(({ row }) => isLeft(row))
    // In one order for everybody, so that two processes that tell the same people wait for one another.
    const rows = told.map(({ row }) => row).toSorted((a, b) => (a.ownerId + a.id < b.ownerId + b.id ? -1 : 1))
    const fresh = await insertNotices(trx, rows)
    const listed = rows.filter(({ id, isListed }) => isListed && fresh.has(id))
    const events = listed.map(({ ownerId, id }) => ({
      ownerId,
      event: 'notification' as const,
      data: { id: notificationId(id) },
    }))
    const mails = told.filter(({ row, isMailed }) => isMailed && fresh.has(row.id))
    if (mails.length > 0)
      await services.jobs.add(trx, ...mails.map(({ account, row }) => mailOf(services, account, row)))
    if (events.length > 0) await services.live.publish(trx, ...events)
  })
}
