/**
 * Limits. All of them are rows of one table (tier, operation, window, amount); an operation belongs to several groups at
 * once and every row of its groups is looked at. The row with the least left decides, on a tie the one with the longer
 * window, so that every caller gets the same row.
 */
import type { BatchRefusal } from '#platform/participant.ts'
import type { FeeOperation, LIMIT_OPERATIONS, LIMIT_WINDOWS, MovementMethod } from '@puente/contract'

export type LimitGroup = (typeof LIMIT_OPERATIONS)[number]
export type LimitWindow = (typeof LIMIT_WINDOWS)[number]

export type LimitRule = {
  row: string
  tier: number
  operation: LimitGroup
  window: LimitWindow
  limitCents: bigint
  /** Why it is not the same for everybody, and until when; missing where it is. */
  special?: {
    kind: 'override' | 'cooling' | 'proof'
    cause: string
    /** What the row allows otherwise; null for a row that is only there for now. */
    usualCents: bigint | null
    until: Date
  }
}

/** What was used of one operation group in one rolling window, and when its oldest part came in. */
export type Used = { cents: bigint; oldestAt: Date | null }
export type RollingWindow = Exclude<LimitWindow, 'transaction' | 'always'>
/** By operation group and window; what is missing was not used. */
export type Usage = ReadonlyMap<LimitGroup, Partial<Record<RollingWindow, Used>>>

/** One row as it stands for one person. `freesAt` is when the first part of what is used becomes free again. */
export type LimitState = { rule: LimitRule; usedCents: bigint; leftCents: bigint; freesAt: Date | null }

const HOUR_MS = 3_600_000
export const WINDOW_MS: Record<RollingWindow, number> = {
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
}
export const LONGEST_WINDOW_MS = WINDOW_MS['30d']

/** From short to long: which of two rows with the same remainder is the one to name. */
const LENGTH: Record<LimitWindow, number> = { transaction: 0, '24h': 1, '7d': 2, '30d': 3, always: 4 }

/**
 * The groups of limits that each operation of the fee schedule counts in, on the way out, on the way in, and to pay an invoice; null
 * where it does not exist. Which of them have rows depends on the tier: at tier 0 deposits share the `outside` rows, and so does what
 * pays an invoice, from the wallet too.
 */
export const OPERATION_GROUPS = {
  'in-app': { send: ['inApp', 'outgoing'], deposit: null, invoice: ['inApp', 'outside', 'outgoing'] },
  zelle: {
    send: ['zelle', 'outside', 'outgoing'],
    deposit: ['deposit', 'zelle', 'outside', 'balance'],
    invoice: ['zelle', 'outside', 'outgoing'],
  },
  stripe: {
    send: ['card', 'outside', 'outgoing'],
    deposit: ['deposit', 'card', 'outside', 'balance'],
    invoice: ['card', 'outside', 'outgoing'],
  },
  paypal: {
    send: ['outside', 'outgoing'],
    deposit: ['deposit', 'outside', 'balance'],
    invoice: ['outside', 'outgoing'],
  },
  bank: { send: ['withdraw', 'outgoing'], deposit: null, invoice: null },
  paypalWithdraw: { send: ['withdraw', 'outgoing'], deposit: null, invoice: null },
} as const satisfies Record<FeeOperation, Record<'send' | 'deposit' | 'invoice', readonly LimitGroup[] | null>>

/**
 * A send paid from outside whose money stays with its sender, by what the sender or their bank did, has added to their wallet: it counts as a
 * deposit as well.
 */
export const STAYED_GROUPS: Partial<Record<MovementMethod, readonly LimitGroup[]>> = {
  card: ['deposit', ...OPERATION_GROUPS.stripe.send],
  paypal: ['deposit', ...OPERATION_GROUPS.paypal.send],
  zelle: ['deposit', ...OPERATION_GROUPS.zelle.send],
}

export const isRolling = (window: LimitWindow): window is RollingWindow => window in WINDOW_MS

/**
 * How a row stands. `balanceCents` is what the wallet holds, with what is already on its way into it: only rows of the
 * group `balance` look at it.
 */
export const limitState = (rule: LimitRule, usage: Usage, balanceCents: bigint): LimitState => {
  const { operation, window, limitCents } = rule
  const used = isRolling(window) ? usage.get(operation)?.[window] : undefined
  const usedCents = operation === 'balance' ? balanceCents : (used?.cents ?? 0n)
  const freesAt = used?.oldestAt && isRolling(window) ? new Date(used.oldestAt.getTime() + WINDOW_MS[window]) : null
  return { rule, usedCents, leftCents: usedCents < limitCents ? limitCents - usedCents : 0n, freesAt }
}

/** The row that decides about an operation of these groups; null where no row applies. */
export const decidingRow = (
  rules: readonly LimitRule[],
  operations: readonly LimitGroup[],
  usage: Usage,
  balanceCents: bigint,
): LimitState | null => {
  let deciding: LimitState | null = null
  for (const rule of rules) {
    if (!operations.includes(rule.operation)) continue
    const state = limitState(rule, usage, balanceCents)
    const isTighter =
      deciding === null ||
      state.leftCents < deciding.leftCents ||
      (state.leftCents === deciding.leftCents && LENGTH[rule.window] > LENGTH[deciding.rule.window])
    if (isTighter) deciding = state
  }
  return deciding
}

/** The deciding row when it stops the amount; an amount equal to what is left passes. */
export const exceededRow = (
  rules: readonly LimitRule[],
  asked: { operations: readonly LimitGroup[]; amountCents: bigint },
  usage: Usage,
  balanceCents: bigint,
): LimitState | null => {
  const deciding = decidingRow(rules, asked.operations, usage, balanceCents)
  return deciding && asked.amountCents > deciding.leftCents ? deciding : null
}

/** The rows in force for a tier, in the order of their names. */
export const rulesOfTier = (rules: readonly LimitRule[], tier: number): LimitRule[] =>
  rules.filter((rule) => rule.tier === tier).toSorted((a, b) => (a.row < b.row ? -1 : 1))

/**
 * The rows that stop an operation which a tier may not do at all: those of the first tier that may, with nothing in them.
 * Money that goes out of the wallet needs a row of the group `outgoing`, outside money that is sent one of `outside` or `outgoing`;
 * every other operation needs any row of its groups.
 */
export const closedRows = (
  rules: readonly LimitRule[],
  operations: readonly LimitGroup[],
  tier: number,
): LimitRule[] => {
  const isGate = (group: LimitGroup) => group === 'outgoing' || group === 'outside'
  const gates = operations.includes('outgoing') ? operations.filter(isGate) : operations
  const opening = rules.filter(({ operation }) => gates.includes(operation))
  const opensAt = Math.min(...opening.map((rule) => rule.tier))
  if (opensAt <= tier) return []
  return opening.filter((rule) => rule.tier === opensAt).map((rule) => ({ ...rule, limitCents: 0n }))
}

/** What is used with one more operation counted at `at`; the given usage stays as it was. */
export const withUsed = (
  usage: Usage,
  { operations, amountCents, at }: { operations: readonly LimitGroup[]; amountCents: bigint; at: Date },
): Usage => {
  const next = new Map(usage)
  for (const operation of operations) {
    const windows = { ...next.get(operation) }
    for (const window of Object.keys(WINDOW_MS) as RollingWindow[]) {
      const used = windows[window]
      windows[window] = { cents: (used?.cents ?? 0n) + amountCents, oldestAt: used?.oldestAt ?? at }
    }
    next.set(operation, windows)
  }
  return next
}

/** When an amount that is refused passes, as it stands on the wire (`passes-rules.ts`). */
export type PassesAnswer = { freesAt: string | null; freesCents: number | null; mostCents: number | null }

/** The row whose refusal has a code of its own: the weekly maximum of withdrawals. */
const WEEKLY_WITHDRAWAL_ROW = 'L-12'

/**
 * How a refusal names the row, and says when the amount passes: `freesAt` is that moment, not the one at which the first part
 * frees. `reason` chooses a sentence that does not speak of time where time changes nothing.
 */
export const limitRefusal = ({ rule, usedCents, leftCents }: LimitState, passes: PassesAnswer): BatchRefusal => ({
  code: rule.row === WEEKLY_WITHDRAWAL_ROW ? 'maxWithdrawLimitReached' : 'limitExceeded',
  details: {
    row: rule.row,
    operation: rule.operation,
    window: rule.window,
    limitCents: Number(rule.limitCents),
    usedCents: Number(usedCents),
    leftCents: Number(leftCents),
    ...passes,
    ...(isRolling(rule.window) ? {} : { reason: rule.window }),
  },
})
