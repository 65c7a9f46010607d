/**
 * A person's own amount for a limit row, instead of the row's, until it ends. It belongs to the row and not to the tier: where
 * a change of tier keeps the row, it goes on; where the new tier has another row, that one's amount holds.
 */
import type { LimitOverrideReason } from '@puente/contract'
import type { LimitRule } from './limit-state-rules.ts'

export type Override = { row: string; limitCents: bigint; reason: LimitOverrideReason; endsAt: Date }

/** The rows as they stand for one person. */
export const overriddenRules = (rules: readonly LimitRule[], overrides: readonly Override[]): LimitRule[] =>
  rules.map((rule) => {
    const override = overrides.find(({ row }) => row === rule.row)
    if (!override) return rule
    const { limitCents, reason, endsAt } = override
    return {
      ...rule,
      limitCents,
      special: { kind: 'override', cause: reason, usualCents: rule.limitCents, until: endsAt },
    }
  })
