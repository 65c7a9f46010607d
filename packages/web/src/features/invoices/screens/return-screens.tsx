/** The addresses that an invoice paid by card or PayPal returns to. */
import { paths } from '#lib/layout/paths.ts'
import { PaymentResult, type ResultLook } from '#shared/payment/result/payment-result.tsx'
import '#shared/invoice/pay-draft.ts'
import { PayAgain, PayDone } from '../parts/pay-result.tsx'

const look: ResultLook = {
  flow: 'invoicePay',
  Done: PayDone,
  TryAgain: PayAgain,
  start: { path: paths.invoices.path, label: 'invoices.title' },
}

export const PaySuccessScreen = () => <PaymentResult cameBack="success" look={look} />
export const PayCancelScreen = () => <PaymentResult cameBack="cancel" look={look} />
