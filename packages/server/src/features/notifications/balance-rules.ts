/** When a balance has fallen so far that its owner should know. */
import type { Movement } from '#features/wallet/index.ts'

const DAY_MS = 86_400_000

export type Drop = { movement: Movement; at: Date; afterCents: bigint; beforeCents: bigint }

/** The rows of the last day by which money left a balance. */
export const dropsOf = (movements: readonly Movement[], now: Date): Drop[] =>
  movements.flatMap((movement) => {
    const { direction, balanceAfterCents, paidAt, amountCents, feeCents } = movement
    if (direction !== -1 || balanceAfterCents === null || paidAt === null) return []
    if (now.getTime() - paidAt.getTime() >= DAY_MS) return []
    return [
      { movement, at: paidAt, afterCents: balanceAfterCents, beforeCents: balanceAfterCents + amountCents + feeCents },
    ]
  })

/**
 * What a row did to the balance: took it below its owner's threshold (0 for none), or below half of the highest balance of the
 * day before. Only the row that crosses the line counts.
 */
export const dropTold = (
  { afterCents, beforeCents }: Pick<Drop, 'afterCents' | 'beforeCents'>,
  thresholdCents: bigint,
  peakCents: bigint,
): 'below' | 'halved' | null => {
  const crosses = (isBelow: (cents: bigint) => boolean) => isBelow(afterCents) && !isBelow(beforeCents)
  if (crosses((cents) => cents < thresholdCents)) return 'below'
  return crosses((cents) => cents * 2n < peakCents) ? 'halved' : null
}

/** A day before this. */
export const dayBefore = (at: Date): Date => new Date(at.getTime() - DAY_MS)
