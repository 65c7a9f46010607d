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

const reaches = (cents: bigint, amount: bigint | undefined): boolean => amount !== undefined && cents >= amount

/** Whether the amount is asked about: much for a person never paid before, for anyone, or together with what went since the last proof. */
export const isProofAsked = (
  { newPayee, single, day }: StepUpAmounts,
  { amountCents, isPaidBefore, sinceProofCents }: Going,
): boolean =>
  reaches(amountCents, single) ||
  (!isPaidBefore && reaches(amountCents, newPayee)) ||
  reaches(amountCents + sinceProofCents, day)
