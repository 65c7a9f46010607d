/** What may go out while an account cools: little by transfer, nothing by withdrawal. The cause makes no difference. */
import {
  decidingRow,
  exceededRow,
  isRolling,
  limitState,
  type LimitGroup,
  type LimitRule,
  type LimitState,
  type Usage,
} from './limit-state-rules.ts'

/** Why, and until when. */
export type Cooling = { cause: string; until: Date }

/** How much may leave within 24 hours, in cents. */
const COOLING_CENTS = 50_000n

/** What a cooling allows, as rows beside those of the tier, so that a quote and the list of limits show it like any other. */
export const coolingRows = (cooling: Cooling | null, tier: number): LimitRule[] => {
  if (cooling === null) return []
  const special = { kind: 'cooling', cause: cooling.cause, usualCents: null, until: cooling.until } as const
  return [
    { row: 'coolingWithdraw', tier, operation: 'withdraw', window: '24h', limitCents: 0n, special },
    { row: 'cooling', tier, operation: 'outgoing', window: '24h', limitCents: COOLING_CENTS, special },
  ]
}

/** A row of the tier during a cooling: a row for withdrawals has nothing left, at least until the cooling ends. */
export const cooledState = (state: LimitState, cooling: Cooling | null): LimitState => {
  const { rule, leftCents, freesAt } = state
  if (cooling === null || rule.operation !== 'withdraw' || rule.special?.kind === 'cooling') return state
  const isLater = leftCents === 0n && freesAt !== null && freesAt > cooling.until
  return { ...state, leftCents: 0n, freesAt: isLater ? freesAt : cooling.until }
}

/** Rows that all that a tier can send counts in, over time: at tier 0 that is outside money alone. */
const sendingRows = (rules: readonly LimitRule[]): LimitRule[] => {
  const rolling = rules.filter(({ window }) => isRolling(window))
  const outgoing = rolling.filter(({ operation }) => operation === 'outgoing')
  return outgoing.length > 0 ? outgoing : rolling.filter(({ operation }) => operation === 'outside')
}

/** The row of a cooling as people read it: no more can be sent than the person's own rows allow and leave. */
export const sendingState = (row: LimitRule, rules: readonly LimitRule[], usage: Usage): LimitState =>
  sendingRows(rules)
    .map((rule) => limitState(rule, usage, 0n))
    .reduce(
      (state, { rule, leftCents }) => ({
        ...state,
        rule: { ...state.rule, limitCents: least(state.rule.limitCents, rule.limitCents) },
        leftCents: least(state.leftCents, leftCents),
      }),
      limitState(row, usage, 0n),
    )

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/**
 * Why a cooling account may not do this; null when it may, and where a row of its own (`rules`) leaves less to send: that row says it better.
 * For a withdrawal it includes what can be sent meanwhile. Only time ends it, so it is not stored under a key.
 */
export const coolingRefusal = (
  cooling: Cooling | null,
  asked: { operations: readonly LimitGroup[]; amountCents: bigint },
  usage: Usage,
  rules: readonly LimitRule[],
) => {
  const rows = coolingRows(cooling, 0)
  const exceeded = exceededRow(rows, asked, usage, 0n)
  const sending = rows.find(({ operation }) => operation === 'outgoing')
  if (cooling === null || !exceeded || !sending) return null
  const isWithdrawal = exceeded.rule.operation === 'withdraw'
  const own = decidingRow(rules, asked.operations, usage, 0n)
  if (!isWithdrawal && own && own.leftCents < exceeded.leftCents) return null
  const { rule, leftCents } = sendingState(sending, rules, usage)
  return {
    code: 'accountRestricted' as const,
    details: {
      reason: cooling.cause,
      ...(isWithdrawal && { operation: 'withdraw' as const }),
      until: cooling.until.toISOString(),
      limitCents: Number(rule.limitCents),
      leftCents: Number(leftCents),
    },
    stored: false,
  }
}
