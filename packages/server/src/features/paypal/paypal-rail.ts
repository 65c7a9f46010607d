import type { PayinNames } from '#features/payins/index.ts'

/** What names the PayPal rail elsewhere: in rows, in the fee schedule, in the ledger's chart, at the provider. */
export const PAYPAL = {
  rail: 'paypal',
  method: 'paypal',
  operation: 'paypal',
  provider: 'paypal',
  settlement: 'settlement:paypal',
} as const satisfies PayinNames
