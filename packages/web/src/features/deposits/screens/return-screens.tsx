/** The two addresses that a payment outside returns to. */
import { paths } from '#lib/layout/paths.ts'
import { PaymentResult, type ResultLook } from '#shared/payment/result/payment-result.tsx'
import '../parts/deposit-draft.ts'
import { DepositAgain, DepositDone } from '../parts/deposit-result.tsx'

const look: ResultLook = {
  flow: 'deposit',
  Done: DepositDone,
  TryAgain: DepositAgain,
  start: { path: paths.deposit.path, label: 'transfers.deposit.title' },
}

export const SuccessScreen = () => <PaymentResult cameBack="success" look={look} />
export const CancelScreen = () => <PaymentResult cameBack="cancel" look={look} />
