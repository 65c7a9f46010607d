/** The table that every rail joins: one that is missing, or a kind of payment that is not spoken of, does not compile. */
import type { MovementMethod, MovementType, Rail } from '@puente/contract'
import { cardRail } from '#features/cards/index.ts'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { payinsUnderWay } from '#features/payins/index.ts'
import { paypalRail } from '#features/paypal/index.ts'
import type { Flow, PaymentKind, PaymentRef, TrailOf, WatchedFlow } from '#features/payments/index.ts'
import { cancelHeldTransfer, endWait } from '#features/transfers/index.ts'
import { bankWithdrawals, paypalWithdrawals } from '#features/withdrawals/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import { advanceZelle, cancelZelle } from '#features/zelle/index.ts'
import type { Services } from '#platform/services.ts'

/** What can be done with a payment that is under way. */
export type UnderWay = {
  /** Brings it to where its provider, or its deadline, has it. Throws ProviderError when the provider cannot be asked. */
  advance: (services: Services, ref: PaymentRef, timeoutMs?: number) => Promise<void>
  /**
   * Gives it up, for its owner or because the account was taken back; `trailOf` says in the trail who did. Refuses with `invalidTransactionId` when it is final, with `serviceUnavailable` while the
   * provider cannot say.
   */
  cancel: (services: Services, movement: Movement, trailOf: TrailOf) => Promise<void>
  /** Looks whether it came back after it had arrived; missing where nothing does that its provider would not tell otherwise. */
  watch?: (services: Services, ref: PaymentRef) => Promise<void>
}

const card = payinsUnderWay(cardRail)
const paypal = payinsUnderWay(paypalRail)

const zelleUnderWay: UnderWay = { advance: advanceZelle, cancel: cancelZelle }

/** Null where a rail has no payments of a kind, or none that wait for anything. */
const rails: Record<Rail, Record<PaymentKind, UnderWay | null>> = {
  inApp: {
    deposit: null,
    send: {
      advance: (services, { ownerId, ref }) => endWait(services, ownerId, ref),
      cancel: cancelHeldTransfer,
    },
    withdrawal: null,
  },
  card: { deposit: card, send: card, withdrawal: null },
  paypal: { deposit: paypal, send: paypal, withdrawal: paypalWithdrawals },
  zelle: { deposit: zelleUnderWay, send: zelleUnderWay, withdrawal: null },
  bank: { deposit: null, send: null, withdrawal: bankWithdrawals },
}

/** Every pair that this build can advance. */
export const flows: readonly Flow[] = (Object.keys(rails) as Rail[]).flatMap((rail) =>
  (Object.keys(rails[rail]) as PaymentKind[]).filter((kind) => rails[rail][kind]).map((kind) => ({ rail, kind })),
)

/** Every rail whose money may come back after it has arrived. */
export const returnFlows: readonly WatchedFlow[] = (Object.keys(rails) as Rail[])
  .filter((rail) => rails[rail].withdrawal?.watch)
  .map((rail) => ({ rail, kind: 'return' }))

/** Brings on what the sweep has found due; null for what this build does not know. */
export const advanceIn = ({ rail, kind }: WatchedFlow): UnderWay['advance'] | null => {
  if (kind === 'return') return rails[rail].withdrawal?.watch ?? null
  return rails[rail][kind]?.advance ?? null
}

/** A movement's method is its rail; what stays in the product moves from wallet to wallet. */
const railOf = (method: MovementMethod): Rail => (method === 'wallet' ? 'inApp' : method)

const KIND_OF: Partial<Record<MovementType, PaymentKind>> = {
  deposit: 'deposit',
  sent: 'send',
  invoice: 'send',
  withdraw: 'withdrawal',
}

/** What can be done with a person's movement; null when it is none that its owner could give up. */
export const underWayOf = ({
  type,
  direction,
  method,
  holdReason,
}: Pick<Movement, 'type' | 'direction' | 'method' | 'holdReason'>): UnderWay | null => {
  const kind = KIND_OF[type]
  // An invoice has the same type on both sides; it is its payer who can give the payment up.
  if (!kind || (kind === 'send' && direction === 1)) return null
  // Its money is here and waits for the receiver, however it came.
  if (kind === 'send' && holdReason === HELD_FOR_RECEIVER) return rails.inApp.send
  return rails[railOf(method)][kind]
}
