/** The table that every rail joins: one that is missing, or a kind of payment that is not spoken of, does not compile. */
import type { MovementMethod, MovementType, Rail } from '@puente/contract'
import { advanceDeposit, cancelDeposit } from '#features/deposits/index.ts'
import type { Flow, PaymentKind, PaymentRef } from '#features/payments/index.ts'
import { cancelHeldTransfer, expireHeldTransfer } from '#features/transfers/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { Services } from '#platform/services.ts'

/** What can be done with a payment that is under way. */
export type UnderWay = {
  /** Brings it to where its provider, or its deadline, has it. Throws ProviderError when the provider cannot be asked. */
  advance: (services: Services, ref: PaymentRef) => Promise<void>
  /**
   * Gives it up for its owner. Refuses with `invalidTransactionId` when it is final, with `serviceUnavailable` while the
   * provider cannot say.
   */
  cancel: (ctx: UserCtx, movement: Movement) => Promise<void>
}

/** Null where a rail has no payments of a kind, or none that wait for anything. */
const rails: Record<Rail, Record<PaymentKind, UnderWay | null>> = {
  inApp: {
    deposit: null,
    send: {
      advance: (services, { ownerId, ref }) => expireHeldTransfer(services, ownerId, ref),
      cancel: cancelHeldTransfer,
    },
  },
  card: { deposit: { advance: advanceDeposit, cancel: cancelDeposit }, send: null },
}

/** How a process of the release before names a held transfer. To be deleted with the next release. */
const FORMER_HELD_TRANSFER = { rail: 'held-transfer', kind: 'deposit' } as unknown as Flow

/** Every pair that this build can advance. */
export const flows: readonly Flow[] = [
  ...(Object.keys(rails) as Rail[]).flatMap((rail) =>
    (Object.keys(rails[rail]) as PaymentKind[]).filter((kind) => rails[rail][kind]).map((kind) => ({ rail, kind })),
  ),
  FORMER_HELD_TRANSFER,
]

/** What can be done with a payment of a flow. */
export const underWayIn = ({ rail, kind }: Flow): UnderWay | null =>
  rail === FORMER_HELD_TRANSFER.rail ? rails.inApp.send : rails[rail][kind]

const RAIL_OF: Record<MovementMethod, Rail | null> = {
  wallet: 'inApp',
  card: 'card',
  zelle: null,
  paypal: null,
  bank: null,
}

const kindOf = (type: MovementType): PaymentKind | null =>
  type === 'deposit' ? 'deposit' : type === 'sent' ? 'send' : null

/** What can be done with a person's movement; null when it is none that its owner could give up. */
export const underWayOf = ({ type, method }: Pick<Movement, 'type' | 'method'>): UnderWay | null => {
  const rail = RAIL_OF[method]
  const kind = kindOf(type)
  return rail && kind && rails[rail][kind]
}
