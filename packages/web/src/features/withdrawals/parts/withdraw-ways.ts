/** The ways to withdraw: what tells one from the other on the screens they share. */
import type { FeeOperation, Rail } from '@puente/contract'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import type { WithdrawDraft, WithdrawMethod } from '#shared/payment/withdraw-draft.ts'

type WayFacts = {
  rail: Rail
  /** Its line of the fee schedule. */
  operation: FeeOperation
  start: ScreenPath
  amount: ScreenPath
  details: ScreenPath
  success: ScreenPath
  /** Empty counts as missing. */
  hasRecipient: (draft: WithdrawDraft) => boolean
}

export const withdrawWays: Readonly<Record<WithdrawMethod, WayFacts>> = {
  bank: {
    rail: 'bank',
    operation: 'bank',
    start: paths.withdrawBank.path,
    amount: paths.withdrawBankAmount.path,
    details: paths.withdrawBankDetails.path,
    success: paths.withdrawBankSuccess.path,
    hasRecipient: ({ recipient }) =>
      Boolean(recipient?.fullName && recipient.routingNumber && recipient.accountNumber && recipient.id),
  },
  paypal: {
    rail: 'paypal',
    operation: 'paypalWithdraw',
    start: paths.withdrawPaypal.path,
    amount: paths.withdrawPaypalAmount.path,
    details: paths.withdrawPaypalDetails.path,
    success: paths.withdrawPaypalSuccess.path,
    hasRecipient: ({ paypal }) => Boolean(paypal?.email && paypal.fullName),
  },
}
