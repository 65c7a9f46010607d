/**
 * What moves from a balance to a debt: all that is owed, as far as the balance covers it. Below zero, the overpayment comes
 * back in full.
 */
export const paidCents = (owedCents: bigint, availableCents: bigint): bigint => {
  if (owedCents <= 0n) return owedCents
  const reachable = availableCents > 0n ? availableCents : 0n
  return owedCents < reachable ? owedCents : reachable
}
