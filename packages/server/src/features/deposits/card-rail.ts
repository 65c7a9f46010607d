import type { FeeOperation, MovementMethod } from '@puente/contract'
import type { Flow } from '#features/payments/index.ts'

/** What names the card rail elsewhere: in rows, in the fee schedule, in the ledger's chart, at the provider. */
export const CARD = {
  rail: 'card',
  kind: 'deposit',
  method: 'card',
  operation: 'stripe',
  provider: 'stripe',
  settlement: 'settlement:card',
} as const satisfies Flow & {
  method: MovementMethod
  operation: FeeOperation
  provider: string
  settlement: string
}
