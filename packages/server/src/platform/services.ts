import type { Ledger } from '@puente/ledger'
import type { Breaker } from '#providers/breaker.ts'
import type { Blobs } from '#providers/files/port.ts'
import type { CardIn } from '#providers/card/port.ts'
import type { Paypal } from '#providers/paypal/port.ts'
import type { PayoutRail, PayoutRailName } from '#providers/payout-port.ts'
import type { ProvidedRail } from '#providers/types.ts'
import type { SocialLogin } from '#providers/oidc/port.ts'
import type { Plaid } from '#providers/plaid/port.ts'
import type { InboundFeed } from '#providers/zelle/port.ts'
import type { KycProvider } from '#providers/identity-check/port.ts'
import type { Clock } from './clock.ts'
import type { EventRecorder } from './events.ts'
import type { Bearers } from './crypto/bearer.ts'
import type { Config } from './config.ts'
import type { Keys } from './secrets.ts'
import type { Database } from './db/database.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Live } from './live/live.ts'
import type { Failpoint } from './failpoints.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Budgets } from './rate-limit/budgets.ts'
import type { Strikes } from './rate-limit/strikes.ts'
import type { RefusalTrail } from './refusal-trail.ts'

/** What one process is made of; built once in `compose.ts`, handed to every verb and job. */
export type Services = {
  config: Config
  log: Log
  clock: Clock
  keys: Keys
  bearers: Bearers
  db: Database
  ledger: Ledger
  jobs: JobQueue
  events: EventRecorder
  live: Live
  budgets: Budgets
  strikes: Strikes
  refusals: RefusalTrail
  metrics: Metrics
  blobs: Blobs
  card: CardIn
  plaid: Plaid
  /** What our bank says arrived by Zelle. */
  zelleFeed: InboundFeed
  paypal: Paypal
  /** Who takes money out of the house. */
  payouts: Record<PayoutRailName, PayoutRail>
  /** Whether a rail takes new payments now. */
  breakers: Record<ProvidedRail, Breaker>
  identityCheck: KycProvider
  /** The services people may come from, in the order of their buttons. */
  socialLogins: SocialLogin[]
  failpoint: Failpoint
}
