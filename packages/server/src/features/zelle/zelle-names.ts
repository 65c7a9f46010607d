import type { PayinNames } from '#features/payins/index.ts'

/** Every credit comes into the books as soon as the bank has posted it, to suspense; a payment takes it from there. */
export const SUSPENSE = 'suspense:unmatched'
/** What the bank has of ours, as its list says. */
export const SETTLEMENT = 'settlement:zelle'

/** What the Zelle rail is called elsewhere. */
export const ZELLE: PayinNames = {
  rail: 'zelle',
  method: 'zelle',
  operation: 'zelle',
  provider: 'zelle',
  // A credit came in through `settlement:zelle` before it was known which payment it is for.
  settlement: SUSPENSE,
}
