/** What a receipt says of money that goes back or came back: why, how much, and which transactions belong together. */
import { isReturn, isRewardTakenBack, returnReasonOf, type Transaction, whyBackOf } from '@puente/contract'
import type { PaperWords } from '#features/papers/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { PaperContent } from '#platform/papers/paper.ts'

export type Fact = NonNullable<PaperContent['facts']>[number]
type Lead = NonNullable<PaperContent['lead']>

/** The movement that one gives back, or those that gave it back. */
export type RelatedMovement = Pick<Movement, 'reference' | 'amountCents' | 'feeCents' | 'createdAt'>

/** The row of a balance in which money of a payment from outside goes back, or comes again. */
export const isPayinReturn = (row: Pick<Transaction, 'type' | 'returnStep'>): boolean =>
  isReturn(row) && row.returnStep !== undefined

/** Of such a row: which way the money went, and what became of whose payment. */
export const returnLead = (
  { method, direction, counterpart }: Movement,
  { state, returnStep }: Pick<Transaction, 'state' | 'returnStep'>,
  isHidden: boolean,
  { both }: PaperWords,
): Pick<Lead, 'label' | 'text'> => ({
  label: both(state === 'COMPLETED' ? `receipt.done.return.${direction === 1 ? 'in' : 'out'}` : 'receipt.open.return'),
  ...(returnStep !== undefined && {
    text: both(`receipt.back.${returnStep}`, {
      method,
      whose: counterpart === null ? 'own' : isHidden ? 'hidden' : 'named',
      name: counterpart?.name ?? '',
    }),
  }),
})

/** Why a withdrawal came back, in words and by the bank's code; PayPal's words for it are its own. */
const whyBack = (movement: Movement, { both }: PaperWords): Fact[] => {
  const { type, state, method, cancelReason, details } = movement
  const { returnedAs } = details
  const returnReason = whyBackOf(state, details)
  const label = both('receipt.reason')
  const name = returnReasonOf(returnReason)
  if (name !== null && typeof returnReason === 'string')
    return [
      { label, value: both(`returns.reasons.${name}`, { code: returnReason }) },
      { label: both('receipt.returnCode'), value: returnReason },
    ]
  const isBack =
    type === 'withdraw' && state !== 'ON HOLD'
      ? returnedAs !== undefined || cancelReason === 'returned'
      : returnReason !== undefined
  return isBack ? [{ label, value: both('receipt.reasons.sentBack', { method }) }] : []
}

/** Why it is where it is. Of money that went back over its rail the lead says it. */
export const reasonFacts = (movement: Movement, row: Transaction, words: PaperWords): Fact[] => {
  const { both } = words
  const label = both('receipt.reason')
  if (isPayinReturn(row)) return []
  if (isRewardTakenBack(row)) return [{ label, value: both('receipt.reasons.rewardTakenBack') }]
  const why = whyBack(movement, words)
  const { method, holdReason, cancelReason } = movement
  const reason = holdReason ?? (why.length > 0 ? null : cancelReason)
  return [...why, ...(reason === null ? [] : [{ label, value: both(`receipt.reasons.${reason}`, { method }) }])]
}

/** What of a withdrawal is in the balance again: all of one that came to nothing, unless it is kept apart. */
const backCents = ({ type, state, cancelReason, amountCents, feeCents, details: { givenBack } }: Movement) => {
  if (type !== 'withdraw') return 0n
  if (state === 'CANCELLED') return cancelReason === 'keptApart' ? 0n : amountCents + feeCents
  return typeof givenBack === 'number' ? BigInt(givenBack) : 0n
}

/** How much of a withdrawal came back, and its fee where that is part of it. */
export const backFacts = (movement: Movement, related: readonly RelatedMovement[], words: PaperWords): Fact[] => {
  const { both, money } = words
  const fee = (cents: bigint): Fact[] => (cents === 0n ? [] : [{ label: both('receipt.feeBack'), value: money(cents) }])
  const { type, method, amountCents, feeCents, details } = movement
  if (type === 'reversal' && (method === 'bank' || details['paypalEmail'] !== undefined)) {
    const [withdrawn] = related
    const isWhole = withdrawn !== undefined && withdrawn.amountCents + withdrawn.feeCents === amountCents
    return isWhole ? fee(withdrawn.feeCents) : []
  }
  const cents = backCents(movement)
  if (cents === 0n) return []
  const back = { label: both('receipt.givenBack'), value: money(cents), strong: true }
  return [back, ...(cents === amountCents + feeCents ? fee(feeCents) : [])]
}

/** What this one gives back, or in what it went back: by reference, amount and time. */
export const relatedFacts = (
  { linkedId }: Pick<Movement, 'linkedId'>,
  related: readonly RelatedMovement[],
  { both, each, money, moment }: PaperWords,
): Fact[] =>
  related.length === 0
    ? []
    : [
        {
          label: both(linkedId === null ? 'receipt.return' : 'receipt.related'),
          value: each((lang) =>
            related
              .map(({ reference, amountCents, createdAt }) =>
                [reference, money(amountCents), moment(createdAt, lang)].join(' · '),
              )
              .join('; '),
          ),
        },
      ]
