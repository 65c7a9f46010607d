/** What may follow a charge: refunds and their failure, disputes, fraud warnings; each with its balance lines and events. */
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import type { Emit } from './events.ts'
import type { BalanceTransaction, Charge, Dispute, Metadata, Refund } from './model.ts'
import { renderCharge, renderDispute, renderFraudWarning, renderRefund } from './render-payments.ts'
import type { CardStore } from './store.ts'
import { invalidRequest } from './stripe-error.ts'

const disputeFee = 1500

export const createAftermath = (world: World, store: CardStore, emit: Emit) => {
  const now = () => world.clock.unixSeconds()

  const addLine = (line: Pick<BalanceTransaction, 'amount' | 'fee' | 'type' | 'reportingCategory' | 'sourceId'>) => {
    const id = `txn_${randomWord(24)}`
    store.balanceTransactions.set(id, { ...line, id, created: now(), availableOn: now() })
    return id
  }

  const book = (kind: string, charge: Charge, providerId: string, amountCents: number) =>
    world.book.record({
      provider: 'card',
      kind,
      ref: charge.metadata['ref'] ?? null,
      providerId,
      amountCents,
      at: world.clock.now().toISOString(),
    })

  const disputesOf = (charge: Charge) => store.disputes.newest().filter(({ chargeId }) => chargeId === charge.id)

  /** How much of a charge is disputed, or went back by a dispute: one that was won is over, and another may follow. */
  const contestedCents = (charge: Charge) =>
    disputesOf(charge).reduce((sum, { status, amount }) => sum + (status === 'won' ? 0 : amount), 0)

  /** What a dispute has moved so far: negative while its money is away. */
  const movedBy = ({ balanceTransactionIds }: Dispute) =>
    balanceTransactionIds.reduce((sum, id) => sum + (store.balanceTransactions.get(id)?.amount ?? 0), 0)

  /** Decides a dispute; one that was decided may be decided the other way, as on appeal. */
  const closeDispute = (dispute: Dispute, charge: Charge, status: 'won' | 'lost') => {
    dispute.status = status
    const isAway = movedBy(dispute) < 0
    const line = { fee: 0, type: 'adjustment', sourceId: dispute.id } as const
    if (status === 'won' && isAway) {
      const { amount } = dispute
      dispute.balanceTransactionIds.push(addLine({ ...line, amount, reportingCategory: 'dispute_reversal' }))
      book('disputeReversal', charge, dispute.id, amount)
      emit('charge.dispute.funds_reinstated', renderDispute(store, dispute, now()))
    }
    if (status === 'lost' && !isAway) {
      dispute.balanceTransactionIds.push(addLine({ ...line, amount: -dispute.amount, reportingCategory: 'dispute' }))
      book('dispute', charge, dispute.id, dispute.amount)
      emit('charge.dispute.funds_withdrawn', renderDispute(store, dispute, now()))
    }
    emit('charge.dispute.closed', renderDispute(store, dispute, now()))
  }

  return {
    /** @throws StripeError 400 when there is less left to refund */
    refund(
      charge: Charge,
      fields: { amount: number | undefined; reason: Refund['reason']; metadata: Metadata },
    ): Refund {
      const left = charge.amount - charge.amountRefunded
      const amount = fields.amount ?? left
      if (left === 0)
        throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
      if (amount > left)
        throw invalidRequest('Refund amount is greater than unrefunded amount on charge', { param: 'amount' })
      if (contestedCents(charge) > 0)
        throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        })
      const id = `re_${randomWord(24)}`
      const refund: Refund = {
        id,
        created: now(),
        chargeId: charge.id,
        intentId: charge.intentId,
        amount,
        status: 'succeeded',
        reason: fields.reason,
        metadata: fields.metadata,
        balanceTransactionId: addLine({
          amount: -amount,
          fee: 0,
          type: 'refund',
          reportingCategory: 'refund',
          sourceId: id,
        }),
        failureBalanceTransactionId: null,
      }
      store.refunds.set(id, refund)
      charge.amountRefunded += amount
      book('refund', charge, id, amount)
      emit('refund.created', renderRefund(refund))
      emit('charge.refunded', renderCharge(store, charge))
      return refund
    },
    /** The card's bank sends a refund back. False when it already failed. */
    failRefund(refund: Refund, charge: Charge) {
      if (refund.status === 'failed') return false
      const line = {
        amount: refund.amount,
        fee: 0,
        type: 'refund_failure',
        reportingCategory: 'refund_failure',
        sourceId: refund.id,
      } as const
      refund.failureBalanceTransactionId = addLine(line)
      refund.status = 'failed'
      charge.amountRefunded -= refund.amount
      book('refundFailure', charge, refund.id, refund.amount)
      emit('refund.updated', renderRefund(refund))
      emit('refund.failed', renderRefund(refund))
      return true
    },
    disputesOf,
    /** The cardholder disputes what was neither refunded nor disputed, or less. Null when there is not so much. */
    dispute(charge: Charge, asked?: number): Dispute | null {
      const left = charge.amount - charge.amountRefunded - contestedCents(charge)
      const amount = asked ?? left
      if (charge.error || amount <= 0 || amount > left) return null
      const id = `du_${randomWord(24)}`
      const line = {
        amount: -amount,
        fee: disputeFee,
        type: 'adjustment',
        reportingCategory: 'dispute',
        sourceId: id,
      } as const
      const dispute: Dispute = {
        id,
        created: now(),
        chargeId: charge.id,
        intentId: charge.intentId,
        amount,
        status: 'needs_response',
        balanceTransactionIds: [addLine(line)],
      }
      store.disputes.set(id, dispute)
      charge.isDisputed = true
      book('dispute', charge, id, amount)
      emit('charge.dispute.created', renderDispute(store, dispute, now()))
      emit('charge.dispute.funds_withdrawn', renderDispute(store, dispute, now()))
      return dispute
    },
    closeDispute,
    warnOfFraud(charge: Charge) {
      const warning = { id: `issfr_${randomWord(24)}`, created: now(), chargeId: charge.id, intentId: charge.intentId }
      store.fraudWarnings.set(warning.id, warning)
      emit('radar.early_fraud_warning.created', renderFraudWarning(warning))
    },
  }
}

export type Aftermath = ReturnType<typeof createAftermath>
