/** What may go out while an account cools: little by transfer, nothing to a bank. The cause changes nothing about it. */
import { exceededRow, type LimitGroup, type LimitRule, type Usage } from './limit-state-rules.ts'

/** Why, and until when. */
export type Cooling = { cause: string; until: Date }

/** How much may leave within 24 hours, in cents. */
const COOLING_CENTS = 50_000n

/** The cap as a row beside those of the tier, so that a quote and the list of limits tell it like any other. */
export const coolingRows = (cooling: Cooling | null, tier: number): LimitRule[] =>
  cooling === null
    ? []
    : [
        {
          row: 'cooling',
          tier,
          operation: 'outgoing',
          window: '24h',
          limitCents: COOLING_CENTS,
          special: { kind: 'cooling', cause: cooling.cause, usualCents: null, until: cooling.until },
        },
      ]

/** Why a cooling account may not do this; null when it may. It ends with time alone, so it is not stored under a key. */
export const coolingRefusal = (
  cooling: Cooling | null,
  asked: { operations: readonly LimitGroup[]; amountCents: bigint },
  usage: Usage,
) => {
  if (cooling === null) return null
  const isWithdrawal = asked.operations.includes('withdraw')
  const exceeded = exceededRow(coolingRows(cooling, 0), asked, usage, 0n)
  if (!isWithdrawal && !exceeded) return null
  return {
    code: 'accountRestricted' as const,
    details: {
      reason: cooling.cause,
      until: cooling.until.toISOString(),
      limitCents: isWithdrawal ? 0 : Number(COOLING_CENTS),
      leftCents: isWithdrawal ? 0 : Number(exceeded?.leftCents ?? 0n),
    },
    stored: false,
  }
}
