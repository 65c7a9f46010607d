/**
 * Tells the provider, under a lease: the same words under the same key however often. What it answers is taken over; where no
 * answer comes, nothing is decided.
 */
import {
  dropLease,
  findPayout,
  isPayoutFinal,
  type Lease,
  markSubmitting,
  markUnsent,
  type Payout,
  takeLease,
} from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { PayoutSnapshot } from '#providers/payout-port.ts'
import { ProviderError } from '#providers/types.ts'
import { applySnapshot } from './apply-payout.ts'
import { requestOf } from './destination.ts'
import { endWithdrawal } from './end-withdrawal.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'
import { isKeyOver } from './withdrawal-rules.ts'

/** Longer than the call may take. */
const LEASE_MS = 30_000

/** Said of a first attempt it is an answer; of a later one it may be about the transfer that the first one made. */
const isRefused = ({ kind }: ProviderError, { attempts }: Payout): boolean =>
  attempts === 0 && (kind === 'invalid' || kind === 'declined')

/** The provider has certainly taken nothing, and has not before. */
const isUnsent = ({ kind }: ProviderError): boolean =>
  kind === 'auth' || kind === 'rateLimited' || kind === 'unavailable'

const settleError = async (
  services: Services,
  rail: WithdrawalRail,
  payout: Payout,
  lease: Lease,
  error: ProviderError,
) => {
  const { kind, code } = error
  const at = await databaseNow(services.db, services.clock)
  services.log.warn(
    { provider: rail.provider, transferId: payout.ref, reason: kind, code },
    'a withdrawal was not taken',
  )
  if (isRefused(error, payout)) {
    const ended = await endWithdrawal(services, payout, {
      to: 'failed',
      cancelReason: 'rejected',
      reason: code ?? kind,
    })
    if (!ended.accepted) throw new Error(`a refused withdrawal could not be ended: ${ended.refusal.code}`)
    return
  }
  await markUnsent(services.db, lease, { from: 'submitting', to: isUnsent(error) ? 'queued' : 'submitUnknown' }, at)
  if (isUnsent(error)) throw error
}

const send = async (services: Services, rail: WithdrawalRail, payout: Payout, lease: Lease, timeoutMs: number) => {
  const { db, clock } = services
  const at = await databaseNow(db, clock)
  if (!(await markSubmitting(db, lease, at, new Date(at.getTime() + rail.keyLifetimeMs)))) return
  let snapshot: PayoutSnapshot
  try {
    await services.failpoint('provider.before')
    snapshot = await services.payouts[rail.rail].send(requestOf(services, rail, payout), { timeoutMs })
    await services.failpoint('provider.after')
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return settleError(services, rail, payout, lease, error)
  }
  await applySnapshot(services, rail, payout, snapshot)
}

/** Does `work` as the only process that may talk to the provider about it; not at all while another one may. */
export const underLease = async (
  services: Services,
  ref: Pick<Payout, 'ownerId' | 'ref'>,
  work: (payout: Payout, lease: Lease) => Promise<void>,
): Promise<void> => {
  const { db, clock } = services
  const lease = await takeLease(db, ref, await databaseNow(db, clock), LEASE_MS)
  if (!lease) return
  try {
    const payout = await findPayout(db, ref)
    if (payout && !isPayoutFinal(payout.state)) await work(payout, lease)
  } finally {
    await dropLease(db, lease)
  }
}

/** Sends what is queued. Past the life of its key it ends instead: the provider was proved to have none. */
export const submitWithdrawal = (
  services: Services,
  rail: WithdrawalRail,
  ref: Pick<Payout, 'ownerId' | 'ref'>,
  timeoutMs: number,
): Promise<void> =>
  underLease(services, ref, async (payout, lease) => {
    if (payout.state !== 'queued') return
    const at = await databaseNow(services.db, services.clock)
    if (isKeyOver(payout, at)) await endWithdrawal(services, payout, { to: 'failed', cancelReason: 'expired' })
    else await send(services, rail, payout, lease, timeoutMs)
  })
