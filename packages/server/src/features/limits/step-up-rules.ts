/** When money asks for a proof that it is still the same person. The amounts are rows, effective from a date like those of limits. */

export type StepUpRule = 'newPayee' | 'single' | 'day'
/** In cents, from which amount on; a rule without a row never asks. */
export type StepUpAmounts = Partial<Record<StepUpRule, bigint>>

/** What is about to go, and what went before. */
export type Going = {
  amountCents: bigint
  /** Whether this person was paid before, and got it. */
  isPaidBefore: boolean
  /** What went within 24 hours, since the last proof at most. */
  sinceProofCents: bigint
}

/** The most for which none is asked; null where none ever is. */
export const mostUnproved = (
  { newPayee, single, day }: StepUpAmounts,
  { isPaidBefore, sinceProofCents }: Omit<Going, 'amountCents'>,
): bigint | null => {
  const from = [single, isPaidBefore ? undefined : newPayee, day === undefined ? undefined : day - sinceProofCents]
  return from.reduce<bigint | null>((most, cents) => {
    if (cents === undefined || (most !== null && most < cents)) return most
    return cents > 0n ? cents - 1n : 0n
  }, null)
}

const reaches = (cents: bigint, amount: bigint | undefined): boolean => amount !== undefined && cents >= amount

/** Whether the amount is asked about: much for a person never paid before, for anyone, or together with what went since the last proof. */
export const isProofAsked = (
  { newPayee, single, day }: StepUpAmounts,
  { amountCents, isPaidBefore, sinceProofCents }: Going,
): boolean =>
  reaches(amountCents, single) ||
  (!isPaidBefore && reaches(amountCents, newPayee)) ||
  reaches(amountCents + sinceProofCents, day)
