import type { PayinNames } from '#features/payins/index.ts'

/** What names the card rail elsewhere: in rows, in the fee schedule, in the ledger's chart, at the provider. */
export const CARD = {
  rail: 'card',
  method: 'card',
  operation: 'stripe',
  provider: 'stripe',
  settlement: 'settlement:card',
} as const satisfies PayinNames
