import type { Transaction } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { paymentSessionQuery } from './payment-session.ts'

type Row = Pick<Transaction, 'id' | 'type' | 'state' | 'sendSessionId' | 'declined'>

export type OpenPaymentState = 'declined' | 'unfinished'

/**
 * How a payment by card or PayPal stands whose page was left before it was paid. The row itself shows that a card was declined; whether the
 * page was merely left is asked of the server, so that neither is shown as money on its way. Null for anything that does not wait for the
 * person: another kind of movement, or a payment that the bank is deciding.
 */
export const useOpenPayment = ({ id, type, state, sendSessionId, declined = false }: Row): OpenPaymentState | null => {
  const isPaid = type === 'deposit' || type === 'sent' || type === 'invoice'
  const isOpen = isPaid && state === 'PENDING' && sendSessionId !== null
  const { data: session } = useQuery({ ...paymentSessionQuery(sendSessionId ?? ''), enabled: isOpen && !declined })
  if (isOpen && declined) return 'declined'
  if (!isOpen || session?.transactionId !== id) return null
  if (session.next === 'retryOrFinish') return 'declined'
  return session.next === 'pay' ? 'unfinished' : null
}
