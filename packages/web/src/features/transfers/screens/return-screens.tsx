/** The addresses that a send paid by card or PayPal returns to. */
import { paths } from '#lib/layout/paths.ts'
import { PaymentResult, type ResultLook } from '#shared/payment/result/payment-result.tsx'
import '#shared/payment/send-draft.ts'
import { SendAgain, SendDone } from '../parts/send-result.tsx'

const look: ResultLook = {
  flow: 'send',
  Done: SendDone,
  TryAgain: SendAgain,
  start: { path: paths.send.path, label: 'transfers.send.title' },
}

export const SuccessScreen = () => <PaymentResult cameBack="success" look={look} />
export const CancelScreen = () => <PaymentResult cameBack="cancel" look={look} />
