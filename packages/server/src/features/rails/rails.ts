/** The one table that a new rail joins: without its line the product does not compile. */
import { advanceDeposit, cancelDeposit } from '#features/deposits/index.ts'
import type { PaymentRef, RailName } from '#features/payments/index.ts'
import { cancelHeldTransfer, expireHeldTransfer } from '#features/transfers/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { Services } from '#platform/services.ts'

/** What can be done with a payment that is under way on a rail. */
export type Rail = {
  /** Brings it to where its provider, or its deadline, has it. Throws ProviderError when the provider cannot be asked. */
  advance: (services: Services, ref: PaymentRef) => Promise<void>
  /** Gives it up for its owner: `invalidTransactionId` when it is final, `serviceUnavailable` while nobody can say. */
  cancel: (ctx: UserCtx, movement: Movement) => Promise<void>
}

export const rails: Record<RailName, Rail> = {
  card: { advance: advanceDeposit, cancel: cancelDeposit },
  'held-transfer': {
    advance: (services, { ownerId, ref }) => expireHeldTransfer(services, ownerId, ref),
    cancel: cancelHeldTransfer,
  },
}

/** The rail on which a person's movement is under way; null for one that cannot be given up. */
export const railOf = ({ type, holdReason }: Pick<Movement, 'type' | 'holdReason'>): RailName | null => {
  if (type === 'deposit') return 'card'
  return type === 'sent' && holdReason === 'recipientKycRequired' ? 'held-transfer' : null
}
