/** What the provider says of a withdrawal, taken over. It is compared with what was asked for before anything moves. */
import type { Outcome } from '@puente/ledger'
import { findPayout, isPayoutFinal, type Payout, type PayoutState, recordPayout } from '#features/payments/index.ts'
import type { CancelReason } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { findByObject } from '#platform/webhooks/provider-objects-store.ts'
import type { PayoutSnapshot } from '#providers/payout-port.ts'
import { endWithdrawal } from './end-withdrawal.ts'
import { type HoldReason, holdWithdrawal, resumeWithdrawal, wasCalledBack } from './move-withdrawal.ts'
import { creditReturn, keepOddReturn, keepReturn } from './return-withdrawal.ts'
import { settleWithdrawal } from './settle-withdrawal.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'
import { isAbout, isAsAsked, isBackHere, isSecondReturn } from './withdrawal-rules.ts'

export type News = { rail: WithdrawalRail; payout: Payout; snapshot: PayoutSnapshot }

const fieldsOf = ({ rail, payout, snapshot }: News) => ({
  provider: rail.provider,
  transferId: payout.ref,
  label: snapshot.providerId,
  reason: snapshot.raw,
})

/** An operator has to look; what has ended already stays as it is. */
const hold = async (
  services: Services,
  news: News,
  to: 'onHold' | 'blocked',
  holdReason: HoldReason,
): Promise<void> => {
  await holdWithdrawal(services, news.payout, { to, holdReason, reason: news.snapshot.reason })
}

/** It came back before it arrived, in a way that makes no sense: operators give it back once they know why. */
const holdBack = async (services: Services, news: News): Promise<void> => {
  const { payout, snapshot } = news
  const { reason, returnId } = snapshot
  const details = { backAs: returnId, backReason: reason }
  if (await holdWithdrawal(services, payout, { to: 'onHold', holdReason: 'underReview', reason, details }))
    services.log.error(fieldsOf(news), 'a withdrawal came back in a way that makes no sense')
}

/** Logs a refusal, unless the news is of a state that the withdrawal has already left. */
const report = ({ log }: Services, news: News, outcome: Outcome): void => {
  if (outcome.accepted || ['invalidTransactionId', 'idempotencyConflict'].includes(outcome.refusal.code)) return
  log.error(
    { ...fieldsOf(news), code: outcome.refusal.code },
    'what a provider says of a withdrawal was not taken over',
  )
}

const afterArrival = async (services: Services, news: News): Promise<void> => {
  const { rail, payout, snapshot } = news
  if (snapshot.outcome === 'returned') report(services, news, await creditReturn(services, rail, payout, snapshot))
  else if (snapshot.outcome === 'blocked')
    report(services, news, await keepReturn(services, rail, payout, snapshot, 'liability:blocked'))
  else if (snapshot.outcome === 'review' && snapshot.isBack === true) {
    services.log.error(fieldsOf(news), 'a withdrawal came back in a way that makes no sense')
    report(services, news, await keepReturn(services, rail, payout, snapshot, 'suspense:unmatched'))
  } else if (snapshot.outcome !== 'settled' && snapshot.outcome !== 'accepted')
    services.log.error(fieldsOf(news), 'a provider says of a withdrawal that arrived what makes no sense')
}

const GIVEN_BACK: readonly PayoutState[] = ['failed', 'cancelled', 'returned']

/** Its money was given back here: that it goes on over there would be a loss, for a person to stop or to settle. */
const afterEnd = (services: Services, news: News): void => {
  const { outcome, returnId } = news.snapshot
  const isThatReturn = news.payout.state === 'returned' && news.payout.returnId === returnId
  if (outcome === 'failed' || outcome === 'returned' || (isThatReturn && outcome !== 'settled')) return
  services.log.error(fieldsOf(news), 'a withdrawal that was given back goes on at the provider')
}

const whyBack = async (services: Services, payout: Payout): Promise<CancelReason> => {
  if (payout.state !== 'unclaimed') return 'returned'
  return (await wasCalledBack(services, payout)) ? 'cancelledByUser' : 'unclaimed'
}

const underWay = async (services: Services, news: News): Promise<void> => {
  const { rail, payout, snapshot } = news
  const { outcome, reason, returnsAt } = snapshot
  switch (outcome) {
    case 'accepted':
      return resumeWithdrawal(services, payout, 'submitted', { cancellable: false })
    case 'unclaimed':
      return resumeWithdrawal(services, payout, 'unclaimed', {
        unclaimed: true,
        cancellable: services.payouts[rail.rail].cancel !== undefined,
        ...(returnsAt && { returnsAt: returnsAt.toISOString() }),
      })
    case 'review':
      return snapshot.isBack === true ? holdBack(services, news) : hold(services, news, 'onHold', 'providerReview')
    case 'blocked':
      services.log.error(fieldsOf(news), 'a withdrawal is blocked: compliance has to look')
      return hold(services, news, 'blocked', 'underReview')
    case 'settled':
      return report(services, news, await settleWithdrawal(services, rail, payout))
    case 'failed':
      return report(
        services,
        news,
        await endWithdrawal(services, payout, { to: 'failed', cancelReason: 'rejected', reason }),
      )
    case 'returned': {
      const { returnId } = snapshot
      const end = { to: 'returned', cancelReason: await whyBack(services, payout), reason, returnId } as const
      return report(services, news, await endWithdrawal(services, payout, end))
    }
    case 'unrecognised':
      services.log.error(fieldsOf(news), 'an unknown word of a payout provider')
      return hold(services, news, 'onHold', 'providerUnknown')
  }
}

/** Money that is at our bank and not explained stands in the books, and its owner sees that it is looked at. */
const keepOdd = async (services: Services, news: News): Promise<void> => {
  const { rail, payout, snapshot } = news
  services.log.error(fieldsOf(news), 'a withdrawal came back with another amount, or once more')
  report(services, news, await keepOddReturn(services, rail, payout, snapshot))
}

/** Keeps the id of what does not fit, so that the sweep asks about it again; not of what is another payout's. */
const keepId = async ({ db }: Services, { rail: { provider }, payout, snapshot }: News): Promise<void> => {
  const known = await findByObject(db, provider, snapshot.providerId)
  if (known === null || known.ref === payout.ref)
    await recordPayout(db, payout, { provider, objectIds: [snapshot.providerId] })
}

const misfit = async (services: Services, news: News): Promise<void> => {
  const { payout, snapshot } = news
  services.log.error({ alert: true, ...fieldsOf(news) }, 'a payout does not fit what was asked for')
  if (payout.providerId === null) await keepId(services, news)
  if (!isPayoutFinal(payout.state)) return hold(services, news, 'onHold', 'providerUnknown')
  const isMoney = isAbout(payout, snapshot) && isBackHere(snapshot) && snapshot.amountCents > 0n
  if (isMoney && (payout.state === 'settled' || isSecondReturn(payout, snapshot))) await keepOdd(services, news)
}

/** Takes it over; may be repeated, and in any order. */
export const applyPayout = async (services: Services, news: News): Promise<void> => {
  const { rail, payout, snapshot } = news
  const objectIds = [snapshot.providerId, ...snapshot.otherIds] as const
  if (!isAsAsked(payout, snapshot)) return misfit(services, news)
  await recordPayout(services.db, payout, { provider: rail.provider, objectIds })
  await rail.onNews?.(services, payout, snapshot)
  if (isSecondReturn(payout, snapshot)) return keepOdd(services, news)
  if (GIVEN_BACK.includes(payout.state)) return afterEnd(services, news)
  await (isPayoutFinal(payout.state) ? afterArrival : underWay)(services, news)
}

/** The same with the state as it is now. */
export const applySnapshot = async (
  services: Services,
  rail: WithdrawalRail,
  ref: Pick<Payout, 'ownerId' | 'ref'>,
  snapshot: PayoutSnapshot,
): Promise<void> => {
  const payout = await findPayout(services.db, ref)
  if (payout) await applyPayout(services, { rail, payout, snapshot })
}
