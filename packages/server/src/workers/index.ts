/** Everything that happens without a request: the slices' tasks, and what is due by the clock. */
import { approversTasks } from '#features/approvers/index.ts'
import { bankFilesTasks } from '#features/bank-files/index.ts'
import { authTasks } from '#features/auth/index.ts'
import { closingTasks } from '#features/closing/index.ts'
import { contentTasks } from '#features/content/index.ts'
import { cardsTasks } from '#features/cards/index.ts'
import { paypalTasks } from '#features/paypal/index.ts'
import { debtsTasks } from '#features/debts/index.ts'
import { factorsTasks } from '#features/factors/index.ts'
import { exportsTasks } from '#features/exports/index.ts'
import { kycTasks } from '#features/kyc/index.ts'
import { invoicesTasks } from '#features/invoices/index.ts'
import { limitsTasks } from '#features/limits/index.ts'
import {
  accountActTasks,
  factorResetTasks,
  payoutDecisionTasks,
  adjustmentTasks,
  bankReleaseTasks,
  keyTasks,
  kycOrderTasks,
  ownTransferTasks,
  supportOrderTasks,
  watchTasks,
  zelleOrderTasks,
} from '#features/operations/index.ts'
import { catchUpNotices, notificationsTasks, startFollower } from '#features/notifications/index.ts'
import { productsTasks } from '#features/products/index.ts'
import { profileTasks } from '#features/profile/index.ts'
import { railsTasks } from '#features/rails/index.ts'
import { reconciliationTasks } from '#features/reconciliation/index.ts'
import { recipientsTasks } from '#features/recipients/index.ts'
import { requestsTasks } from '#features/requests/index.ts'
import { catchUpRewards, rewardsTasks, startRewardsFollower } from '#features/rewards/index.ts'
import { schedulesTasks } from '#features/schedules/index.ts'
import { securityLogTasks } from '#features/security-log/index.ts'
import { sessionsTasks } from '#features/sessions/index.ts'
import { socialTasks } from '#features/social/index.ts'
import { supportTasks } from '#features/support/index.ts'
import { withdrawalsTasks } from '#features/withdrawals/index.ts'
import { transfersTasks } from '#features/transfers/index.ts'
import { zelleTasks } from '#features/zelle/index.ts'
import { housekeeping, housekeepingSchedule } from '#platform/jobs/housekeeping.ts'
import { pruneEvents } from '#platform/live/live-store.ts'
import type { TaskHandlers, TaskName } from '#platform/jobs/tasks.ts'
import { startWorker } from '#platform/jobs/worker.ts'
import type { CronTime, Lane, Worker } from '#platform/jobs/worker.ts'
import type { Services } from '#platform/services.ts'
import { mailTasks } from '#providers/mail/send-mail.ts'
import type { ProvidedRail } from '#providers/types.ts'
import { smsTasks } from '#providers/sms/send-sms.ts'
import { startIntegrity } from './integrity.ts'

/** The tasks of all slices. */
export const taskHandlers = (services: Services): TaskHandlers => ({
  ...housekeeping(services),
  // What is about to be forgotten has been followed first.
  'live.prune': async () => {
    await catchUpNotices(services)
    await catchUpRewards(services)
    await pruneEvents(services.db)
  },
  ...mailTasks(services),
  ...smsTasks(services),
  ...securityLogTasks(services),
  ...sessionsTasks(services),
  ...factorsTasks(services),
  ...authTasks(services),
  ...socialTasks(services),
  ...contentTasks(services),
  ...closingTasks(services),
  ...debtsTasks(services),
  ...exportsTasks(services),
  ...kycTasks(services),
  ...limitsTasks(services),
  ...profileTasks(services),
  ...cardsTasks(services),
  ...paypalTasks(services),
  ...approversTasks(services),
  ...transfersTasks(services),
  ...schedulesTasks(services),
  ...supportTasks(services),
  ...withdrawalsTasks(services),
  ...bankFilesTasks(services),
  ...zelleTasks(services),
  ...recipientsTasks(services),
  ...requestsTasks(services),
  ...invoicesTasks(services),
  ...productsTasks(services),
  ...railsTasks(services),
  ...reconciliationTasks(services),
  ...watchTasks(services),
  ...adjustmentTasks(services),
  ...bankReleaseTasks(services),
  ...accountActTasks(services),
  ...factorResetTasks(services),
  ...payoutDecisionTasks(services),
  ...ownTransferTasks(services),
  ...keyTasks(services),
  ...kycOrderTasks(services),
  ...supportOrderTasks(services),
  ...zelleOrderTasks(services),
  ...notificationsTasks(services),
  ...rewardsTasks(services),
})

/** In UTC. */
const SCHEDULE: readonly { task: TaskName; when: CronTime }[] = [
  ...housekeepingSchedule,
  { task: 'payments.sweep', when: '* * * * *' },
  { task: 'approvers.settle', when: '* * * * *' },
  { task: 'schedules.run', when: '* * * * *' },
  { task: 'bank-files.exchange', when: '* * * * *' },
  { task: 'bank-files.watch', when: '*/15 * * * *' },
  { task: 'rails.probe', when: '* * * * *' },
  { task: 'requests.expire', when: '* * * * *' },
  { task: 'reconciliation.order', when: '31 6 * * *' },
  { task: 'reconciliation.run', when: '* * * * *' },
  { task: 'zelle.watch', when: '* * * * *' },
  { task: 'zelle-orders.carry-out', when: '* * * * *' },
  { task: 'zelle.report', when: '23 13 * * *' },
  { task: 'bank-releases.carry-out', when: '* * * * *' },
  { task: 'adjustments.post', when: '* * * * *' },
  { task: 'payout-decisions.carry-out', when: '* * * * *' },
  { task: 'own-transfers.book', when: '* * * * *' },
  { task: 'account-acts.tell', when: '* * * * *' },
  { task: 'factor-resets.carry-out', when: '* * * * *' },
  { task: 'sessions.prune', when: '41 3 * * *' },
  { task: 'contact-codes.prune', when: '29 3 * * *' },
  { task: 'security-events.prune', when: '17 5 * * *' },
  { task: 'challenges.prune', when: '17 3 * * *' },
  { task: 'kyc.expire', when: '17 6 * * *' },
  { task: 'kyc-orders.carry-out', when: '* * * * *' },
  { task: 'support-orders.carry-out', when: '* * * * *' },
  { task: 'disputes.run', when: '* * * * *' },
  { task: 'support-files.prune', when: '53 3 * * *' },
  { task: 'social.prune', when: '47 3 * * *' },
  { task: 'usage-events.prune', when: '29 5 * * *' },
  { task: 'limits.prune', when: '3 5 * * *' },
  { task: 'keys.rewrap', when: '17 * * * *' },
  { task: 'rewards.post', when: '* * * * *' },
  { task: 'rewards.catch-up', when: '*/5 * * * *' },
  { task: 'notices.catch-up', when: '*/5 * * * *' },
  { task: 'notices.prune', when: '37 5 * * *' },
  { task: 'money.check', when: '11 4 * * *' },
]

/**
 * Names of the release before this one. During a rolling restart its processes go on ordering by them, so renaming the jobs
 * that wait would not be enough. To be deleted with the next release.
 */
const FORMER_NAMES: Readonly<Record<string, TaskName>> = {
  'card-webhook': 'card-event.settle',
  'kyc-webhook': 'kyc-event.apply',
  'kyc.look': 'kyc.check',
  'seals.verify': 'money.check',
  'release-held-transfers': 'held-transfers.release',
  'sweep-operations': 'payments.sweep',
}

/** A rail whose provider is slow keeps its own places full, and no other rail's. */
const RAIL_LANES: Record<ProvidedRail, Lane> = {
  card: { tasks: ['card-event.settle'], places: 2 },
  paypal: { tasks: ['paypal-event.settle', 'paypal-withdrawal.advance', 'paypal-payout-event.settle'], places: 2 },
  zelle: { tasks: ['zelle.poll'], places: 1 },
  bank: { tasks: ['bank-withdrawal.advance', 'bank-transfer-event.settle'], places: 2 },
}

const LANES: readonly Lane[] = [
  ...Object.values(RAIL_LANES),
  { tasks: ['payments.sweep'], places: 1 },
  { tasks: ['schedules.run'], places: 1 },
  { tasks: ['rewards.post'], places: 1 },
  { tasks: ['disputes.run'], places: 1 },
  { tasks: ['bank-files.exchange'], places: 1 },
  { tasks: ['reconciliation.run'], places: 1 },
  { tasks: ['kyc.submit', 'kyc.check', 'kyc-event.apply', 'kyc.withdraw'], places: 2 },
  { tasks: ['bank-link.look'], places: 1 },
  { tasks: ['mail.send'], places: 2 },
  { tasks: ['sms.send', 'notices.text'], places: 2 },
  { tasks: ['notices.push'], places: 2 },
]

/** Starts working; the server does it, and a worker on a machine of its own. */
export const startWorkers = async (services: Services): Promise<Worker> => {
  const worker = await startWorker({
    jobsUrl: services.config.database.jobsUrl,
    handlers: taskHandlers(services),
    onClaim: () => services.failpoint('outbox.claimed'),
    log: services.log,
    clock: services.clock,
    formerNames: FORMER_NAMES,
    schedule: SCHEDULE,
    lanes: LANES,
    onRun: services.metrics.job,
  })
  const integrity = startIntegrity(services)
  const follower = startFollower(services)
  const rewardsFollower = startRewardsFollower(services)
  return {
    isAlive: () => worker.isAlive(),
    stop: async () => {
      await Promise.all([integrity.stop(), worker.stop(), follower.stop(), rewardsFollower.stop()])
    },
  }
}
