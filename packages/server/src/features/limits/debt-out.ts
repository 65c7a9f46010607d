import { type Output, transactionId } from '@puente/contract'
import type { Debt } from './debts-store.ts'

/** What a person owes, as they see it; absent if they owe nothing. */
export const debtOut = ({ owedCents, movementId }: Debt): Pick<Output<'wallet'>, 'owed'> =>
  owedCents <= 0n
    ? {}
    : { owed: { USD: Number(owedCents), transactionId: movementId === null ? null : transactionId(movementId) } }
