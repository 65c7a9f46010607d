/** The most that can be sent in the application now: what the balance and the tightest limit both allow. */
import type { LimitRow } from '@puente/contract'

const COUNTED: ReadonlySet<LimitRow['operation']> = new Set(['outgoing', 'inApp'])

export const sendableCents = (balanceCents: number, rows: readonly LimitRow[]): number =>
  Math.max(
    0,
    Math.min(balanceCents, ...rows.filter(({ operation }) => COUNTED.has(operation)).map(({ leftCents }) => leftCents)),
  )
