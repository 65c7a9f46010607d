/** When a balance has fallen so far that its owner should know. */
import type { Movement } from '#features/wallet/index.ts'

const DAY_MS = 86_400_000

export type Drop = { movement: Movement; at: Date; afterCents: bigint; beforeCents: bigint }

/** What can be spent, and what is set aside, as a wallet shows it. */
export type Standing = { availableCents: bigint; heldCents: bigint }

const totalOf = ({ amountCents, feeCents }: Movement): bigint => amountCents + feeCents

const isOfWallet = ({ direction, type, method }: Movement): boolean =>
  direction === -1 && (type === 'withdraw' || method === 'wallet')

/** Money of the wallet that is set aside until it goes: gone, as far as its owner can spend. */
const isSetAside = (movement: Movement): boolean =>
  isOfWallet(movement) && (movement.state === 'PENDING' || movement.state === 'ON HOLD')

/** When what was set aside could be spent again, because it did not go; null of any other row. */
const freedAt = (movement: Movement): Date | null => {
  const [first] = movement.timeline
  const last = movement.timeline.at(-1)
  const wasSetAside = isOfWallet(movement) && (first?.step === 'pending' || first?.step === 'onHold')
  return wasSetAside && movement.state === 'CANCELLED' && last?.at ? new Date(last.at) : null
}

/** Whether money that was set aside came free by it, which no entry of the wallet shows. */
export const freesMoney = (movement: Movement): boolean => freedAt(movement) !== null

/** When a row took money away from what can be spent: at once where it was set aside first. Null when it did not. */
const takenAt = (movement: Movement): Date | null => {
  if (isSetAside(movement)) return movement.createdAt
  const { direction, balanceAfterCents, paidAt, createdAt, type, state } = movement
  if (direction !== -1 || balanceAfterCents === null || state === 'CANCELLED') return null
  return type === 'withdraw' ? createdAt : paidAt
}

const cameAt = ({ direction, balanceAfterCents, paidAt }: Movement): Date | null =>
  direction === 1 && balanceAfterCents !== null ? paidAt : null

/** Rows of one batch have the same time. */
const seqOf = ({ entrySeq }: Movement): bigint => entrySeq ?? 0n

/** What a row did to what can be spent, and when. */
const stepsOf = (movement: Movement): { at: Date; cents: bigint; movement: Movement }[] => {
  const [taken, freed, came] = [takenAt(movement), freedAt(movement), cameAt(movement)]
  if (freed)
    return [
      { at: movement.createdAt, cents: -totalOf(movement), movement },
      { at: freed, cents: totalOf(movement), movement },
    ]
  if (taken) return [{ at: taken, cents: -totalOf(movement), movement }]
  return came ? [{ at: came, cents: movement.amountCents, movement }] : []
}

/**
 * How far rows of one person took down what can be spent, in the order of time. What is set aside counts as gone, and as back once it
 * is free again; so a balance is followed backwards from how it stands now. Rows of the last day only, and none that did not go.
 */
export const dropsOf = (movements: readonly Movement[], { availableCents }: Standing, now: Date): Drop[] => {
  const steps = movements
    .flatMap(stepsOf)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || Number(seqOf(b.movement) - seqOf(a.movement)))
  let after = availableCents
  const drops: Drop[] = []
  for (const { movement, at, cents } of steps) {
    const before = after - cents
    if (cents < 0n && movement.state !== 'CANCELLED' && now.getTime() - at.getTime() < DAY_MS)
      drops.push({ movement, at, afterCents: after, beforeCents: before })
    after = before
  }
  return drops.toReversed()
}

/** The highest of what could be spent in a day, of the highest balance: what was set aside before these rows could not. */
export const peakOf = (peakCents: bigint, { heldCents }: Standing, movements: readonly Movement[]): bigint => {
  const setAsideNow = movements.filter(isSetAside).reduce((sum, movement) => sum + totalOf(movement), 0n)
  const before = heldCents - setAsideNow
  return before > 0n ? peakCents - before : peakCents
}

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
