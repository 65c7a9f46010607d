import { attemptOf, totalChargeCents } from '#features/payments/index.ts'
import type { Payment } from '#features/payments/index.ts'
import type { Counterpart, Movement } from '#features/wallet/index.ts'
import type { CreditedPayin } from './contest.ts'
import type { PayinNames } from './payin-rail.ts'

/**
 * Where a pay-in's money lies, by the payer's row: a send that was delivered is the receiver's; one that waits for its receiver lies with its sender; one that
 * came back to its sender is theirs, fee and all, unless it stays by what they or their bank did (decision 25).
 * @param payer as the receiver's row names them; null where there is none
 */
export const creditedPayin = (
  names: PayinNames,
  payment: Payment,
  row: Movement,
  payer: Counterpart | null,
): CreditedPayin => {
  const { ownerId, amountCents, feeCents } = payment
  const paid = { creditedCents: amountCents, feeCents }
  const { waivedCents } = payment
  const own = { names, payment, walletOwner: ownerId, paid, waivedCents, paidAttempt: null, payer: null }
  const isFeeKept = row.cancelReason === 'cancelledByUser' || row.cancelReason === 'returned'
  if (row.state === 'CANCELLED' && !isFeeKept)
    return { ...own, paid: { creditedCents: totalChargeCents(payment), feeCents: 0n }, waivedCents: 0n }
  const isDelivered = payment.kind === 'send' && row.state === 'COMPLETED'
  if (!isDelivered || !row.counterpart) return own
  return { ...own, walletOwner: row.counterpart.ownerId, paidAttempt: attemptOf(row), payer }
}
