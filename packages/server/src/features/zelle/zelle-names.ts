import type { PayinNames } from '#features/payins/index.ts'
import { systemKey } from '#features/payments/index.ts'

/** Every credit comes into the books as soon as the bank has posted it, to suspense; a payment takes it from there. */
export const SUSPENSE = 'suspense:unmatched'
export const SETTLEMENT = 'settlement:zelle'

/** What the Zelle rail is called elsewhere. */
export const ZELLE: PayinNames = {
  rail: 'zelle',
  method: 'zelle',
  operation: 'zelle',
  provider: 'zelle',
  settlement: SUSPENSE,
}

/** Under which a credit is given, once, to the payer of a payment that it did not fit. */
export const operatorCreditKey = (creditId: string): string => systemKey('zelle-credit', 'credited', creditId)
