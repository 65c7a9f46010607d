/**
 * One ZIP with everything that is kept about a person. It grows while the tables are read a page at a time; what is in memory is
 * a page and the compressed archive.
 */
import { isNoticeOn, NOTICE_CHANNELS, NOTICE_KINDS } from '@puente/contract'
import { getAccount, languageOfAccount } from '#features/accounts/index.ts'
import { exportSchedules } from '#features/schedules/index.ts'
import { exportDisputes, exportTickets } from '#features/support/index.ts'
import type { Services } from '#platform/services.ts'
import { addFiles, addProducts, addProfilePicture, addTicketFiles } from './archive-files.ts'
import { addInvoices, addTransactions } from './archive-histories.ts'
import { appealsOf, approversOf, bankAccountsOf, blockedOf, papersOf, requestsOf } from './archive-lists.ts'
import { addTable, createArchive } from './archive.ts'
import { readmeOf } from './archive-readme.ts'
import {
  findBalanceThreshold,
  listAcceptances,
  listAccesses,
  listDebts,
  listFreezes,
  listIdentityHistory,
  listNotifications,
  listPushBrowsers,
  listRewardFacts,
  listRewards,
  listSecurityEvents,
  listSessions,
  listWaysIn,
} from './own-data-store.ts'

type Reading = Pick<Services, 'blobs' | 'clock' | 'db' | 'keys'>

/** Reads all of it and puts it together. Throws `ExportTooLarge`. */
export const buildArchive = async (services: Reading, ownerId: string): Promise<Buffer> => {
  const { db, keys, clock } = services
  const account = await getAccount(db, keys, ownerId)
  const archive = createArchive()
  const at = clock.now()
  archive.text('README.txt', readmeOf(languageOfAccount(account), at))
  archive.json('profile.json', {
    exportedAt: at.toISOString(),
    email: account.email,
    emailVerified: account.emailVerified,
    phone: account.phone,
    phoneVerified: account.phoneVerified,
    fullName: account.fullName,
    username: account.handle,
    business: account.isBusiness,
    ...(account.business && {
      businessName: account.business.name,
      businessKind: account.business.kind,
      einLast4: account.business.ein.slice(-4),
    }),
    birthday: account.birthday,
    address: account.address,
    nationality: account.nationality,
    tier: account.tier,
    status: account.status,
    referralCode: account.referralCode,
    openedAt: account.createdAt.toISOString(),
  })
  archive.json('preferences.json', {
    language: account.lang,
    timeZone: account.timeZone,
    hideBalance: account.hideBalance,
    theme: account.theme,
    dashboard: account.dashboard,
    transactionsTutorial: account.showsTour,
    analytics: account.countsUsage,
    undoMinutes: account.undoMinutes,
    notifications: Object.fromEntries(
      NOTICE_KINDS.map((kind) => [
        kind,
        NOTICE_CHANNELS.filter((channel) => isNoticeOn(account.noticesSwitched, kind, channel)),
      ]),
    ),
    lowBalanceBelow: await findBalanceThreshold(db, ownerId),
  })
  await addTransactions(archive, services, ownerId)
  addTable(archive, 'requests', await requestsOf(services, ownerId))
  addTable(archive, 'blocked', await blockedOf(services, ownerId))
  addTable(archive, 'approvers', await approversOf(services, ownerId))
  await addProducts(archive, services, ownerId)
  await addInvoices(archive, services, ownerId)
  addTable(archive, 'bank-accounts', await bankAccountsOf(services, ownerId))
  addTable(archive, 'papers', await papersOf(services, ownerId))
  addTable(archive, 'schedules', await exportSchedules(services, ownerId))
  const tickets = await exportTickets(services, account)
  addTable(archive, 'support', tickets.rows)
  addTable(archive, 'disputes', await exportDisputes(services, ownerId))
  addTable(archive, 'ways-in', await listWaysIn(db, ownerId))
  addTable(archive, 'sessions', await listSessions(db, ownerId))
  addTable(archive, 'security-log', await listSecurityEvents(db, ownerId))
  addTable(archive, 'notifications', await listNotifications(db, ownerId))
  addTable(archive, 'rewards', await listRewards(db, ownerId))
  addTable(archive, 'reward-facts', await listRewardFacts(db, ownerId))
  addTable(archive, 'terms', await listAcceptances(db, ownerId))
  addTable(archive, 'identity-check', await listIdentityHistory(db, account))
  addTable(archive, 'identity-appeals', await appealsOf(services, account))
  addTable(archive, 'freezes', await listFreezes(db, ownerId))
  addTable(archive, 'debts', await listDebts(db, ownerId))
  addTable(archive, 'push-browsers', await listPushBrowsers(db, ownerId))
  addTable(archive, 'access-log', await listAccesses(db, ownerId))
  await addProfilePicture(archive, services, account)
  await addFiles(archive, services, account)
  await addTicketFiles(archive, services, tickets.files)
  return archive.end()
}
