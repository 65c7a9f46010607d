/** What a row of the activity tells its owner, step by step. Every step of its timeline happens once and keeps its place. */
import { type NoticeName, whyBackOf } from '@puente/contract'
import type { CancelReason, Movement } from '#features/wallet/index.ts'
import type { Notice } from './notice.ts'

type Told = Readonly<Record<string, NoticeName>>

/** Of a payment from outside to another person, what its provider says later; its payer is told. */
const PAYMENT_GOES_BACK: Told = {
  warned: 'sent.warned',
  contested: 'sent.contested',
  chargedBack: 'sent.chargedBack',
  takenBack: 'sent.takenBack',
  refunded: 'sent.returned',
  refundFailed: 'sent.refundFailed',
  kept: 'sent.kept',
  cleared: 'sent.cleared',
}

/** By type, and by step; a step that is left out is no news, or another row or an event of its own tells it. */
const TOLD: Partial<Record<Movement['type'], Told>> = {
  sent: { completed: 'sent.completed', onHold: 'sent.held', cancelled: 'sent.cancelled', ...PAYMENT_GOES_BACK },
  received: { completed: 'received.completed', onHold: 'received.held' },
  withdraw: {
    pending: 'withdraw.requested',
    unclaimed: 'withdraw.notClaimedYet',
    completed: 'withdraw.completed',
    onHold: 'withdraw.held',
    cancelled: 'withdraw.cancelled',
    returned: 'withdraw.returned',
  },
  reward: { completed: 'reward.paid' },
  referral: { completed: 'reward.shared' },
  deposit: { completed: 'deposit.completed', onHold: 'deposit.held', cancelled: 'deposit.cancelled' },
}

const isOfPayable = ({ details }: Movement): boolean =>
  details['requestId'] !== undefined || details['invoiceId'] !== undefined

/** An invoice given back by whoever issued it: from one wallet to the other. Money that came too late has no other side. */
const isInvoiceRefund = (movement: Movement): boolean =>
  movement.type === 'refund' && movement.counterpart !== null && isOfPayable(movement)

/** Why money that came back is kept apart, by the bank's code, where the reason is of use to its owner. */
const KEPT: Readonly<Record<string, NoticeName>> = {
  R01: 'withdraw.keptUnfunded',
  R16: 'withdraw.keptFrozen',
  R24: 'withdraw.keptDuplicate',
}

/** Of a withdrawal, how it came to nothing, where that says more than that it was canceled. */
const ENDED: Partial<Record<CancelReason, NoticeName>> = {
  keptApart: 'withdraw.keptApart',
  returned: 'withdraw.returned',
  unclaimed: 'withdraw.unclaimed',
}

const toldOfWithdrawal = (movement: Movement): Told => {
  const { state, cancelReason, details } = movement
  const { givenBack, backAs } = details
  const returnReason = whyBackOf(state, details)
  const kept = (typeof returnReason === 'string' ? KEPT[returnReason] : undefined) ?? 'withdraw.kept'
  const ended = cancelReason === null ? undefined : ENDED[cancelReason]
  if (ended !== undefined) return { ...TOLD.withdraw, cancelled: ended }
  if (givenBack !== undefined) return { ...TOLD.withdraw }
  return { ...TOLD.withdraw, returned: kept, ...(state === 'ON HOLD' && backAs !== undefined && { onHold: kept }) }
}

/** Of money from outside that went back, how it went. */
const goneAs = (returnStep: unknown): 'chargedBack' | 'takenBack' | 'returned' =>
  returnStep === 'chargedBack' || returnStep === 'takenBack' ? returnStep : 'returned'

/** A card or PayPal payment that was declined: it was not canceled. An approver's no has words of its own. */
const isDeclinedOutside = ({ method, cancelReason, details: { received, givenBack } }: Movement): boolean =>
  cancelReason === 'declined' &&
  (method === 'card' || method === 'paypal') &&
  received === undefined &&
  givenBack === undefined

/** Money that a provider took back out of a wallet, or gave back into it. */
const toldOfReturn = ({ type, direction, timeline, counterpart, details: { returnStep } }: Movement): Told => {
  const kind = counterpart ? 'received' : 'deposit'
  if (direction === 1 && (returnStep === 'kept' || returnStep === 'refundFailed'))
    return { completed: `${kind}.${returnStep}` }
  if (direction === -1)
    return {
      // What was decided before we heard of it never waited.
      ...(timeline.length === 1 &&
        (returnStep === 'contested' || returnStep === 'warned') && { onHold: `${kind}.${returnStep}` }),
      completed: `${kind}.${goneAs(returnStep)}`,
      ...((returnStep === 'kept' || returnStep === 'cleared') && { cancelled: `${kind}.${returnStep}` }),
    }
  // The withdrawal itself reports what comes back from a bank, but not its release from a review.
  const wasKept = timeline.some(({ step }) => step === 'onHold')
  if (wasKept) return { completed: 'withdraw.released' }
  return type === 'refund' ? { completed: 'sent.refunded' } : {}
}

/** That an invoice was paid, both sides are told by its event; that the money waits or did not come about, by their rows. */
const toldOfInvoice = ({ direction }: Movement): Told =>
  direction === 1
    ? { onHold: 'received.held' }
    : { onHold: 'sent.held', cancelled: 'sent.cancelled', ...PAYMENT_GOES_BACK }

const isReward = ({ type }: Movement): boolean => type === 'reward' || type === 'referral'

/** What is taken back of a reward is a row of its own, which tells it; where nothing could be, the row that paid it does. */
const isVoided = (movement: Movement): boolean =>
  isReward(movement) && movement.timeline.some(({ step, amount }) => step === 'takenBack' && amount === 0)

const toldOf = (movement: Movement): Told => {
  // Its owner goes on with the next attempt, which tells how it ends.
  if (movement.cancelReason === 'triedAgain') return {}
  if (movement.type === 'invoice') return toldOfInvoice(movement)
  // The event of the invoice tells its payer, and its issuer did it.
  if (isInvoiceRefund(movement)) return {}
  // Of a request, its event tells whoever asked.
  if (movement.type === 'received' && isOfPayable(movement)) return { onHold: 'received.held' }
  if (isReward(movement) && movement.direction === -1) return { completed: 'reward.takenBack' }
  if (isVoided(movement)) return { ...TOLD[movement.type], takenBack: 'reward.voided' }
  // What becomes of a report, its own events tell.
  if (movement.details['disputeStep'] !== undefined) return {}
  // Operators credited what had come for another payment and did not fit it.
  if (movement.details['matched'] === true) return { completed: 'deposit.matched' }
  if (movement.type === 'refund' || movement.type === 'reversal') return toldOfReturn(movement)
  if (movement.type === 'withdraw') return toldOfWithdrawal(movement)
  return TOLD[movement.type] ?? {}
}

/** Only the first step of what goes out is its owner's own doing, and a cancelling by hand. */
const isOwnAct = (movement: Movement, step: string, place: number): boolean =>
  (place === 0 && movement.direction === -1 && step !== 'onHold' && !isReward(movement)) ||
  (step === 'cancelled' && movement.cancelReason === 'cancelledByUser')

/** Whether it waited for an approver first: that step comes before all others. */
const isApprovedFirst = ({ details }: Movement): boolean => details['decideBy'] !== undefined

/**
 * Of a deposit that is disputed, or that its card's bank warns of, what its owner no longer had of it: they would come to owe that. Money that
 * is set aside has a row of its own. Once it was taken, it is a debt, with notices of its own.
 */
const MAY_OWE: Readonly<Partial<Record<string, NoticeName>>> = {
  contested: 'deposit.mayOwe',
  warned: 'deposit.warnedMayOwe',
}
const STANDS: Readonly<Partial<Record<string, NoticeName>>> = {
  kept: 'deposit.stands',
  cleared: 'deposit.clearedStands',
}
const UNCOVERED: ReadonlySet<string | undefined> = new Set([...Object.values(MAY_OWE), ...Object.values(STANDS)])
const toldOfUncovered = ({ timeline, details: { uncovered } }: Movement, place: number): NoticeName | undefined => {
  if (typeof uncovered !== 'number' || uncovered === 0) return undefined
  const openedAt = timeline.findLastIndex(({ step }) => MAY_OWE[step] !== undefined)
  const { step = '' } = timeline[place] ?? {}
  if (place === openedAt) return MAY_OWE[step]
  return place === openedAt + 1 ? STANDS[step] : undefined
}

const DECLINED: Partial<Record<NoticeName, NoticeName>> = {
  'sent.cancelled': 'sent.paymentDeclined',
  'deposit.cancelled': 'deposit.declined',
}

/** What a step is called; of a payment that waited for an approver some are said in other words. */
const nameOf = (movement: Movement, step: string, place: number): NoticeName | undefined => {
  const name = toldOf(movement)[step] ?? (movement.type === 'deposit' ? toldOfUncovered(movement, place) : undefined)
  if (!isApprovedFirst(movement)) return (isDeclinedOutside(movement) && name && DECLINED[name]) || name
  const { direction, cancelReason } = movement
  if (direction === 1) return place === 0 ? 'received.waiting' : step === 'cancelled' ? 'received.cancelled' : name
  if (place === 0) return 'sent.waiting'
  if (step !== 'cancelled') return name
  return cancelReason === 'declined' ? 'sent.declined' : cancelReason === 'expired' ? 'sent.lapsed' : name
}

/** Money that left its owner or may have to, and that it stays after all. */
const LOSSES: ReadonlySet<NoticeName> = new Set<NoticeName>([
  'received.warned',
  'received.contested',
  'received.chargedBack',
  'received.takenBack',
  'received.returned',
  'received.refundFailed',
  'received.kept',
  'received.cleared',
  'deposit.warned',
  'deposit.warnedMayOwe',
  'deposit.contested',
  'deposit.mayOwe',
  'deposit.chargedBack',
  'deposit.takenBack',
  'deposit.returned',
  'deposit.refundFailed',
  'deposit.kept',
  'deposit.stands',
  'deposit.cleared',
  'deposit.clearedStands',
  'withdraw.kept',
  'withdraw.keptUnfunded',
  'withdraw.keptFrozen',
  'withdraw.keptDuplicate',
  'withdraw.keptApart',
])

/** Until when its receiver can be verified, of money that waits for that. */
const returnsOf = ({ details: { returnsAt } }: Movement, name: NoticeName): { returnsAt?: string } =>
  name === 'received.held' && typeof returnsAt === 'string' ? { returnsAt } : {}

/** Why a withdrawal came back, as its sentence chooses by it: the bank's code, or `paypal`, whose words are no codes. */
export const returnReasonOf = ({
  type,
  method,
  details: { returnReason },
}: Pick<Movement, 'type' | 'method' | 'details'>): { reason?: string } => {
  if (type !== 'withdraw') return {}
  if (method === 'paypal') return { reason: 'paypal' }
  return typeof returnReason === 'string' ? { reason: returnReason } : {}
}

/** Of a withdrawal that waits, or waited, to be claimed at PayPal: with which address, and when it comes back otherwise. */
export const claimOf = ({
  details: { unclaimed, paypalEmail, returnsAt },
}: Pick<Movement, 'details'>): { account?: string; comesBackAt?: string } =>
  unclaimed !== true || typeof paypalEmail !== 'string'
    ? {}
    : { account: paypalEmail, ...(typeof returnsAt === 'string' && { comesBackAt: returnsAt }) }

/** To its payer, of a payment that goes back: the row's amount and, beside it, what went back. */
const PAYERS_BACK: ReadonlySet<string> = new Set<NoticeName>([
  'sent.chargedBack',
  'sent.takenBack',
  'sent.returned',
  'sent.refundFailed',
])
const WITHDRAWALS_BACK: ReadonlySet<string> = new Set<NoticeName>([
  'withdraw.cancelled',
  'withdraw.returned',
  'withdraw.unclaimed',
])

/**
 * The amounts that a notice of a transaction names, in cents: `amountCents`, and of what went back to its payer or came back to a balance
 * `backCents`, with its fee where that came along. `stepCents` is the amount of the notice's own step, if it is another than the row's.
 */
export const sumsOf = (
  name: string,
  { amountCents, feeCents, details: { givenBack } }: Pick<Movement, 'amountCents' | 'feeCents' | 'details'>,
  stepCents: bigint | null,
): { amountCents: bigint; backCents?: bigint } => {
  if (PAYERS_BACK.has(name)) return { amountCents, backCents: stepCents ?? amountCents + feeCents }
  if (!WITHDRAWALS_BACK.has(name)) return { amountCents: stepCents ?? amountCents }
  return { amountCents, backCents: typeof givenBack === 'number' ? BigInt(givenBack) : amountCents + feeCents }
}

/** What a row tells of the steps that it took since then. */
export const movementNotices = (movement: Movement, since: Date): Notice[] =>
  movement.timeline.flatMap(({ step, at, amount: stepAmount }, place) => {
    const name = nameOf(movement, step, place)
    if (name === undefined || at === null || new Date(at) < since) return []
    // Let go from a hold, a withdrawal is not requested again.
    if (step === 'pending' && place > 0) return []
    const said = name === 'reward.voided' ? undefined : stepAmount
    const amount = UNCOVERED.has(name) ? Number(movement.details['uncovered']) : said
    const [kind, variant] = name.split('.') as [Notice['kind'], string]
    return [
      {
        ownerId: movement.ownerId,
        source: `movement/${movement.movementId}/${place}`,
        at: new Date(at),
        kind,
        variant,
        object: { type: 'transaction', id: movement.movementId },
        isQuiet: isOwnAct(movement, step, place),
        isFixed: step === 'onHold',
        isLoss: LOSSES.has(name),
        // Another amount than its transaction's.
        ...(amount !== undefined && { amountCents: BigInt(amount) }),
        said: {
          ...sumsOf(name, movement, amount === undefined ? null : BigInt(amount)),
          name: movement.counterpart?.name ?? null,
          method: movement.method,
          reference: movement.reference,
          ...returnsOf(movement, name),
          ...returnReasonOf(movement),
          ...(name === 'withdraw.notClaimedYet' && claimOf(movement)),
        },
      },
    ]
  })
