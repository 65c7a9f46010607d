/** Builds what one process is made of from its configuration. Nothing listens and no job runs yet. */
import type { ErrorCode } from '@puente/contract'
import { type AnyParticipant, createLedger } from '@puente/ledger'
import { createFileBank } from '#features/bank-files/index.ts'
import { createApproversParticipant } from '#features/approvers/index.ts'
import { blocksParticipant } from '#features/contacts/index.ts'
import { readContentVersion } from '#features/content/index.ts'
import { readSessionEnds } from '#features/sessions/index.ts'
import {
  feesParticipant,
  limitsParticipant,
  createPartiesParticipant,
  stepUpParticipant,
} from '#features/limits/index.ts'
import { createSchedulesParticipant } from '#features/schedules/index.ts'
import { createDisputesParticipant } from '#features/support/index.ts'
import { createInvoicesParticipant } from '#features/invoices/index.ts'
import { createRewardsParticipant } from '#features/rewards/index.ts'
import { paymentsParticipant } from '#features/payments/index.ts'
import { recipientsParticipant } from '#features/recipients/index.ts'
import { createRequestsParticipant } from '#features/requests/index.ts'
import { auditParticipant, createMovementsParticipant } from '#features/wallet/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createBearers } from '#platform/crypto/bearer.ts'
import { createDatabase } from '#platform/db/database.ts'
import { createEvents } from '#platform/events.ts'
import { batchFailpoints, createFailpoint } from '#platform/failpoints.ts'
import { jobQueue, jobsParticipant } from '#platform/jobs/queue.ts'
import { createLive } from '#platform/live/live.ts'
import type { Log } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { createBudgets } from '#platform/rate-limit/budgets.ts'
import { createStrikes } from '#platform/rate-limit/strikes.ts'
import { createRefusalTrail } from '#platform/refusal-trail.ts'
import { loadKeys } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import type { Step } from '#platform/shutdown.ts'
import { noteTurn } from '#features/rails/index.ts'
import { guardedAch } from '#providers/ach/guarded.ts'
import { achOf } from '#providers/ach/index.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'
import { createBreaker } from '#providers/breaker.ts'
import type { ProvidedRail } from '#providers/types.ts'
import { guardedCard } from '#providers/card/guarded.ts'
import { cardOf } from '#providers/card/index.ts'
import { createFileBlobs } from '#providers/files/file.ts'
import { identityCheckOf } from '#providers/identity-check/index.ts'
import { socialLoginsOf } from '#providers/oidc/index.ts'
import { zelleIntentsParticipant } from '#features/zelle/index.ts'
import { plaidOf } from '#providers/plaid/index.ts'
import { zelleFeedOf } from '#providers/zelle/index.ts'
import { guardedPayouts } from '#providers/guarded-payouts.ts'
import { guardedPaypal } from '#providers/paypal/guarded.ts'
import { paypalOf } from '#providers/paypal/index.ts'
import { subscriptions } from './workers/subscriptions.ts'

export type Composed = {
  services: Services
  /** What ends with the process, in the order in which it must: the ledger takes its last batch before the pool goes. */
  closing: Step[]
}

export const compose = (config: Config, { log, clock }: { log: Log; clock: Clock }): Composed => {
  const keys = loadKeys(config)
  const db = createDatabase({ url: config.database.appUrl, log, max: config.database.poolSize })
  const metrics = createMetrics()
  const failpoint = createFailpoint(config.failpoints)
  metrics.watchPool('app', db.pool)
  const live = createLive({
    db,
    listenUrl: config.database.appUrl,
    clock,
    log,
    readSessions: readSessionEnds({ db, clock }),
    readContent: () => readContentVersion({ db, clock }),
  })
  const movementsParticipant = createMovementsParticipant(live.wake)
  const events = createEvents(subscriptions)
  const approversParticipant = createApproversParticipant({ wake: live.wake, writesOf: events.writesOf })
  const invoicesParticipant = createInvoicesParticipant({ wake: live.wake, writesOf: events.writesOf })
  const requestsParticipant = createRequestsParticipant({ wake: live.wake, writesOf: events.writesOf })
  const rewardsParticipant = createRewardsParticipant({ wake: live.wake, writesOf: events.writesOf })
  const schedulesParticipant = createSchedulesParticipant(live.wake)
  const disputesParticipant = createDisputesParticipant(live.wake)
  const participants: AnyParticipant<ErrorCode>[] = [
    createPartiesParticipant({ wake: live.wake, writesOf: events.writesOf }),
    blocksParticipant,
    recipientsParticipant,
    feesParticipant,
    limitsParticipant,
    stepUpParticipant,
    approversParticipant,
    paymentsParticipant,
    zelleIntentsParticipant,
    invoicesParticipant,
    requestsParticipant,
    schedulesParticipant,
    rewardsParticipant,
    disputesParticipant,
    auditParticipant,
    movementsParticipant,
    jobsParticipant,
    events.participant,
    live.participant,
  ]
  const ledger = createLedger({
    pool: db.pool,
    lookups: db.lookups,
    // Unsaid, each connection asks the database how it wants its accounts locked.
    distributed: config.database.distributed || undefined,
    clock,
    log,
    onBatch: metrics.batch,
    failpoints: batchFailpoints(config.failpoints, failpoint),
    participants,
  })
  const refusals = createRefusalTrail({ db, log })
  const breakerNow = (): number => performance.now() + clock.offsetMs()
  const breakerOf = (rail: ProvidedRail) =>
    createBreaker({ now: breakerNow, onTurn: noteTurn({ clock, db, log }, rail) })
  const breakers: Services['breakers'] = {
    card: breakerOf('card'),
    paypal: breakerOf('paypal'),
    zelle: breakerOf('zelle'),
    bank: breakerOf('bank'),
  }
  metrics.watchBreakers(() => Object.entries(breakers).map(([rail, { isOpen }]) => [rail, isOpen()]))
  const plaid = plaidOf(config)
  const paypal = paypalOf(config)
  const fileBank = (bank: NachaSettings) => createFileBank({ clock, db, keys }, bank)
  const services: Services = {
    config,
    log,
    clock,
    keys,
    bearers: createBearers(keys.bearer, clock, config.publicUrl),
    db,
    ledger,
    jobs: jobQueue,
    events: events.recorder,
    live,
    budgets: createBudgets({ db, clock, factor: config.throttleFactor }),
    strikes: createStrikes({ clock, factor: config.throttleFactor }),
    refusals,
    metrics,
    blobs: createFileBlobs(config.blobDir),
    card: guardedCard(cardOf(config), breakers.card),
    plaid,
    zelleFeed: zelleFeedOf(config, plaid, breakers.zelle),
    paypal: guardedPaypal(paypal, breakers.paypal),
    payouts: {
      bank: guardedAch(achOf(config, fileBank), breakers.bank),
      paypal: guardedPayouts(paypal.payouts, breakers.paypal),
    },
    breakers,
    identityCheck: identityCheckOf(config),
    socialLogins: socialLoginsOf(config),
    failpoint,
  }
  const closing = [
    { name: 'live', close: () => live.close() },
    { name: 'ledger', close: () => ledger.close() },
    { name: 'refusals', close: () => refusals.close() },
    { name: 'database', close: () => db.close() },
  ]
  return { services, closing }
}
