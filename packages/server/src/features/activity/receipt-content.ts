/** What the receipt of a movement says: to its owner, of their own row, and nothing that their screens do not show them. */
import {
  brand,
  hasPrice,
  isReward,
  isSentBack,
  shownSteps,
  standingOf,
  toneOf,
  type Transaction,
} from '@puente/contract'
import type { PaperTotal, PaperWords } from '#features/papers/index.ts'
import { type Movement, transactionRow } from '#features/wallet/index.ts'
import type { PaperContent } from '#platform/papers/paper.ts'
import {
  backFacts,
  type Fact,
  isPayinReturn,
  reasonFacts,
  type RelatedMovement,
  relatedFacts,
  returnLead,
} from './receipt-returns.ts'

export type ReceiptOf = {
  movement: Movement
  /** Whose receipt it is, by the name that others see. */
  ownName: string
  /** Nothing is said of the other side: they have left, or the owner has blocked them. */
  isHidden: boolean
  related: readonly RelatedMovement[]
}

type Party = { name: string; lines: string[] }

/** What came after it was completed. */
const RETURN_STEPS = [
  'warned',
  'contested',
  'chargedBack',
  'takenBack',
  'refunded',
  'refundFailed',
  'kept',
  'cleared',
] as const
const STEPS = [
  'pending',
  'unclaimed',
  'onHold',
  'cancelled',
  'completed',
  'returned',
  'voided',
  ...RETURN_STEPS,
] as const

const sideOf = ({ direction }: Movement): 'in' | 'out' => (direction === 1 ? 'in' : 'out')
const isCompleted = ({ state }: Movement): boolean => state === 'COMPLETED'
const totalOf = ({ amountCents, feeCents }: Movement): bigint => amountCents + feeCents
const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : [])

/** A receipt proves that money moved; what was not completed has a record, which answers for no sums. */
export const receiptKind = (movement: Movement): 'receipt' | 'record' => (isCompleted(movement) ? 'receipt' : 'record')

export const receiptTotals = (movement: Movement): PaperTotal[] =>
  isCompleted(movement)
    ? [
        { name: 'amount', cents: Number(movement.amountCents) },
        { name: 'fee', cents: Number(movement.feeCents) },
        { name: 'total', cents: Number(totalOf(movement)) },
      ]
    : []

/** The account outside that money goes to or comes from, as far as its owner's screens name it. */
const accountLines = ({ details }: Movement): string[] => {
  const account = [...textOf(details['bankName']), ...textOf(details['accountNumber'])].join(' ')
  return [...textOf(account), ...textOf(details['paypalEmail'])]
}

/** Who is on the other side: a person, an account outside, or the product itself. */
const otherParty = ({ movement, isHidden }: ReceiptOf, { both }: PaperWords): Party => {
  const named = (text: Parameters<PaperWords['both']>[0]): string => [both(text)].flat()[0] ?? ''
  const { counterpart, details, method, type } = movement
  if (isHidden) return { name: named('receipt.hidden'), lines: [] }
  if (counterpart) return { name: counterpart.name, lines: [`@${counterpart.handle}`] }
  const lines = accountLines(movement)
  const [payee] = textOf(details['payee'])
  if (payee !== undefined) return { name: payee, lines }
  if (type === 'withdraw' && method === 'bank') return { name: named('receipt.unnamed'), lines }
  return { name: method === 'wallet' ? brand.appName : named(`receipt.outside.${method}`), lines }
}

/** How its sender paid is no matter of its receiver's. */
const isTheirs = ({ type, direction }: Movement): boolean =>
  type === 'received' || (type === 'invoice' && direction === 1)

/** Nothing is charged for what came to nothing, unless its money came from outside and its sender took it back, or it is contested or went back. */
const isFeeCharged = ({ type, state, method, cancelReason, details }: Movement): boolean =>
  state !== 'CANCELLED' ||
  ((cancelReason === 'cancelledByUser' || cancelReason === 'returned') &&
    method !== 'wallet' &&
    (type === 'sent' || type === 'invoice') &&
    details['returnsAt'] !== undefined)

const moneyFacts = (movement: Movement, row: Transaction, { both, money }: PaperWords): Fact[] => {
  const { amountCents, feeCents } = movement
  const amount = { label: both('receipt.amount'), value: money(amountCents) }
  if (!isFeeCharged(movement) || !hasPrice(row) || (feeCents === 0n && isTheirs(movement))) return [amount]
  return [
    amount,
    { label: both('receipt.fee'), value: money(feeCents) },
    { label: both('receipt.total'), value: money(totalOf(movement)), strong: true },
  ]
}

const timeFacts = ({ createdAt, paidAt, expected, state }: Movement, words: PaperWords): Fact[] => {
  const { both, each, moment, day } = words
  const at = (when: Date) => each((lang) => moment(when, lang))
  return [
    { label: both('receipt.started'), value: at(createdAt) },
    ...(paidAt ? [{ label: both('receipt.completed'), value: at(paidAt) }] : []),
    ...(expected && state === 'PENDING'
      ? [
          {
            label: both('receipt.expected'),
            value: each((lang) => [...new Set([day(expected.from, lang), day(expected.to, lang)])].join(' – ')),
          },
        ]
      : []),
  ]
}

/** What a reader has to know beside the state, if anything. */
const meaningOf = ({ state, details }: Movement, row: Transaction) => {
  if (isSentBack(row)) return 'sentBack'
  if (state !== 'COMPLETED') return state
  if (details['returnedAs'] !== undefined) return details['givenBack'] === undefined ? 'returnKept' : 'returned'
  const step = RETURN_STEPS.find((one) => one === row.returnStep) ?? null
  if (step === null || !isReward(row)) return step
  return standingOf(row) === 'rewardVoided' ? 'rewardVoided' : 'rewardTakenBack'
}

const leadOf = (
  { movement, isHidden }: ReceiptOf,
  row: Transaction,
  words: PaperWords,
): NonNullable<PaperContent['lead']> => {
  const { both, money } = words
  const { amountCents, state, type, method } = movement
  const standing = standingOf(row)
  const meaning = meaningOf(movement, row)
  const told = isPayinReturn(row)
    ? returnLead(movement, row, isHidden, words)
    : {
        label: both(isCompleted(movement) ? `receipt.done.${type}.${sideOf(movement)}` : `receipt.open.${type}`),
        ...(meaning !== null && { text: both(`receipt.meaning.${meaning}`, { method }) }),
      }
  return {
    ...told,
    amount: money(amountCents),
    state: both(standing === null ? `receipt.states.${state}` : `returns.kinds.${standing}`),
    tone: toneOf(row),
  }
}

/** The steps of one that took several; with an amount where that is another than the movement's. */
const progressOf = (
  row: Transaction,
  { both, each, moment, money }: PaperWords,
): NonNullable<PaperContent['tables']> => {
  const timeline = shownSteps(row)
  const hasAmounts = timeline.some(({ amount }) => amount !== undefined)
  const rows = timeline.flatMap(({ step, at, amount }) => {
    const known = STEPS.find((one) => one === step)
    if (!known || at === null) return []
    const cells = [both(`receipt.steps.${known}`), each((lang) => moment(at, lang))]
    return [hasAmounts ? [...cells, amount === undefined ? '' : money(amount)] : cells]
  })
  if (rows.length < (isPayinReturn(row) ? 1 : 2)) return []
  const columns = [
    { label: both('receipt.step'), grow: 1 },
    { label: both('receipt.time'), grow: 2 },
    ...(hasAmounts ? [{ label: both('receipt.amount'), align: 'end' as const }] : []),
  ]
  return [{ title: both('receipt.progress'), columns, rows }]
}

export const receiptContent =
  (of: ReceiptOf) =>
  (words: PaperWords): Omit<PaperContent, 'lang' | 'otherLang' | 'size'> => {
    const { movement, ownName, related } = of
    const { both } = words
    const own: Party = { name: ownName, lines: [] }
    const other = otherParty(of, words)
    const [from, to] = movement.direction === 1 ? [other, own] : [own, other]
    const row = transactionRow(movement, { fullName: ownName })
    return {
      title: both(isCompleted(movement) ? 'receipt.title' : 'receipt.record'),
      subject: movement.reference,
      lead: leadOf(of, row, words),
      parties: [
        { label: both('receipt.from'), ...from },
        { label: both('receipt.to'), ...to },
      ],
      facts: [
        ...moneyFacts(movement, row, words),
        ...backFacts(movement, related, words),
        ...(isTheirs(movement)
          ? []
          : [
              {
                label: both('receipt.method'),
                value: both(`receipt.methods.${movement.method}`, { appName: brand.appName }),
              },
            ]),
        // Of what goes back over its rail the steps say when.
        ...(isPayinReturn(row) ? [] : timeFacts(movement, words)),
        ...reasonFacts(movement, row, words),
        { label: both('receipt.reference'), value: movement.reference },
        ...relatedFacts(movement, related, words),
      ],
      tables: progressOf(row, words),
      ...(movement.note !== '' && { note: { label: both('receipt.note'), text: movement.note } }),
    }
  }
