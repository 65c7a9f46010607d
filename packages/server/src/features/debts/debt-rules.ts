/**
 * What moves from a balance to a debt: all that is owed, as far as the balance reaches. Below zero what was paid too much comes
 * back whole.
 */
export const paidCents = (owedCents: bigint, availableCents: bigint): bigint => {
  if (owedCents <= 0n) return owedCents
  const reachable = availableCents > 0n ? availableCents : 0n
  return owedCents < reachable ? owedCents : reachable
}
