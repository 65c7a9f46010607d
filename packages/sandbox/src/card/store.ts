import { createBoundedMap } from '../core/bounded.ts'
import { createNextQueue } from '../core/next-queue.ts'
import type {
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  FraudWarning,
  Intent,
  Outcome,
  PaymentMethod,
  Refund,
  Session,
} from './model.ts'

/** An event as it was sent: the object is a snapshot of that moment. */
export type StoredEvent = { id: string; created: number; type: string; body: object }

/** All state of the card provider. */
export const createCardStore = () => ({
  customers: createBoundedMap<Customer>(),
  paymentMethods: createBoundedMap<PaymentMethod>(),
  intents: createBoundedMap<Intent>(),
  charges: createBoundedMap<Charge>(),
  refunds: createBoundedMap<Refund>(),
  balanceTransactions: createBoundedMap<BalanceTransaction>(),
  disputes: createBoundedMap<Dispute>(),
  fraudWarnings: createBoundedMap<FraudWarning>(),
  sessions: createBoundedMap<Session>(),
  events: createBoundedMap<StoredEvent>(),
  next: createNextQueue<Outcome>(),
})

export type CardStore = ReturnType<typeof createCardStore>

export const clearCardStore = (store: CardStore) => {
  for (const part of Object.values(store)) part.clear()
}
