/** How a recipient is to be written after what its bank has said: pure. */
import { isRoutingNumber } from '@puente/contract'
import type { AccountCorrection } from '#providers/payout-port.ts'

export type AccountChange = {
  routingNumber?: string
  accountNumber?: string
  accountType?: 'Checking' | 'Savings'
}

const TYPE = { checking: 'Checking', savings: 'Savings' } as const
const ACCOUNT = /^\d{4,17}$/

/** All that was said taken together, the later word over the earlier one; what is no number of an account is left out. */
export const changeOf = (corrections: readonly AccountCorrection[]): AccountChange =>
  corrections.reduce<AccountChange>(
    (change, { routingNumber, accountNumber, funding }) => ({
      ...change,
      ...(routingNumber !== null && isRoutingNumber(routingNumber) && { routingNumber }),
      ...(accountNumber !== null && ACCOUNT.test(accountNumber) && { accountNumber }),
      ...(funding !== null && { accountType: TYPE[funding] }),
    }),
    {},
  )

/** Whether something was said that changes nothing of an account: then it is about our own records. */
export const isAboutRecords = (corrections: readonly AccountCorrection[]): boolean =>
  corrections.some((one) => Object.keys(changeOf([one])).length === 0)
