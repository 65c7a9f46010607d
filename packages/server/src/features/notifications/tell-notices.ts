import { type NoticeChannel, notificationId } from '@puente/contract'
import { type Account, findAccount, mailChoices, mailToOwner } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Job } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { type Notice, noticeIdOf, type NoticeTold } from './notice.ts'
import { listDevices } from './notice-devices-store.ts'
import { pathOfNotice } from './notice-path.ts'
import { reachOf } from './notice-reach.ts'
import { isFixed, waysOf } from './notice-rules.ts'
import { insertNotices, type NoticeRow } from './notices-store.ts'
import { PUSH_ATTEMPTS } from './send-push.ts'
import { TEXT_ATTEMPTS } from './send-text.ts'

export type Telling = Pick<Services, 'clock' | 'config' | 'db' | 'jobs' | 'keys' | 'live'>

/** A mail about it; the same one each time, so that its id is the same as well. */
const mailOf = (services: Telling, account: Account, row: NoticeRow) => {
  const { id, kind, variant, at, said, object } = row
  const name = `${kind}.${variant}`
  const isAlways = row.isFixed || row.isLoss || isFixed(kind)
  const choices = isAlways ? null : mailChoices(services, account.id, kind)
  return mailToOwner(services, account, {
    template: isAlways ? 'noticeAlways' : 'notice',
    ref: id,
    ...(choices && { unsubscribe: choices.unsubscribe }),
    params: {
      link: `${services.config.publicUrl}${said?.returnsAt === undefined ? pathOfNotice(object) : '/kyc'}`,
      ...(choices && { choose: choices.choose }),
      notice: {
        name,
        at: at.toISOString(),
        ...(said?.amountCents === undefined ? {} : { amountCents: Number(said.amountCents) }),
        ...(said?.backCents === undefined ? {} : { backCents: Number(said.backCents) }),
        ...(said?.name === undefined ? {} : { counterpart: said.name }),
        ...(said?.method === undefined ? {} : { method: said.method }),
        ...(said?.reference === undefined ? {} : { reference: said.reference }),
        ...(said?.returnsAt === undefined ? {} : { returnsAt: said.returnsAt }),
        ...(said?.why === undefined ? {} : { why: said.why }),
        ...(said?.ended === undefined ? {} : { ended: said.ended }),
        ...(said?.actedFor === undefined ? {} : { actedFor: said.actedFor }),
        ...(said?.reason === undefined ? {} : { reason: said.reason }),
        ...(said?.account === undefined ? {} : { account: said.account }),
        ...(said?.comesBackAt === undefined ? {} : { comesBackAt: said.comesBackAt }),
      },
    },
  })
}

type Wanted = { account: Account; row: NoticeRow; ways: Record<NoticeChannel, boolean> }

/** The jobs that send what was told: a mail, a text, and a message to each browser. Each is tried by itself. */
const jobsOf = (services: Telling, { account, row, ways }: Wanted, deviceHashes: readonly string[]): Job[] => {
  const { ownerId, id: noticeId, kind, variant, object } = row
  const told: NoticeTold = { ownerId, noticeId, kind, variant, object }
  return [
    ...(ways.email ? [mailOf(services, account, row)] : []),
    ...(ways.sms ? [{ task: 'notices.text', payload: told, maxAttempts: TEXT_ATTEMPTS } as const] : []),
    ...deviceHashes.map(
      (deviceHash) => ({ task: 'notices.push', payload: { ...told, deviceHash }, maxAttempts: PUSH_ATTEMPTS }) as const,
    ),
  ]
}

/** The browsers of those who are told by push. */
const devicesOf = async (trx: Trx, told: readonly Wanted[]): Promise<Map<string, string[]>> => {
  const ownerIds = new Set(told.flatMap(({ ways, row }) => (ways.push ? [row.ownerId] : [])))
  const devices = await listDevices(trx, [...ownerIds])
  const byOwner = Map.groupBy(devices, ({ ownerId }) => ownerId)
  return new Map([...byOwner].map(([ownerId, of]) => [ownerId, of.map(({ deviceHash }) => deviceHash)]))
}

const accountsOf = async ({ db, keys }: Telling, notices: readonly Notice[]): Promise<Map<string, Account>> => {
  const ownerIds = [...new Set(notices.map(({ ownerId }) => ownerId))]
  const accounts = await Promise.all(ownerIds.map((ownerId) => findAccount(db, keys, ownerId)))
  return new Map(accounts.flatMap((account) => (account && account.status !== 'closed' ? [[account.id, account]] : [])))
}

/**
 * Tells people, each of them once of each thing, by the channels that they want it by: the rows, their live events and the
 * jobs that send them commit together. Whoever has closed the account is told nothing.
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
    const ways = waysOf(account.noticesSwitched, notice, reachOf(account, services))
    if (!Object.values(ways).includes(true)) return []
    return [{ account, ways, row: { ...notice, id: noticeIdOf(notice), isListed: ways.inApp } }]
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
    const sent = told.filter(({ row }) => fresh.has(row.id))
    const devices = await devicesOf(trx, sent)
    const jobs = sent.flatMap((one) => jobsOf(services, one, one.ways.push ? (devices.get(one.row.ownerId) ?? []) : []))
    if (jobs.length > 0) await services.jobs.add(trx, ...jobs)
    if (events.length > 0) await services.live.publish(trx, ...events)
  })
}
