/**
 * A transfer is reversed up to what it moved, in each account that both it and the reversal touch; the lock on the account
 * guards the running total. Legs in other accounts (a receivable, say, when the money is already spent) have no cap of
 * their own. Since legs sum to zero the capped ones bound them, so at least one leg must be in an account of the original.
 */
import { InvalidCommand } from '../errors.ts'
import type { LedgerCode, Leg, Refusal } from '../types.ts'
import { reversalId } from './state.ts'
import type { Overlay, State } from './state.ts'

const absolute = (cents: bigint) => (cents < 0n ? -cents : cents)

export const decideReversal = (
  state: State,
  overlay: Overlay,
  { transferId }: { transferId: string },
  legs: Leg[],
): Refusal<LedgerCode> | null => {
  const exceeded: Refusal<LedgerCode> = { code: 'reversalExceeded', details: { transferId } }
  const sums = new Map<string, bigint>()
  for (const { ownerId, account, amountCents } of legs) {
    const id = reversalId({ ownerId, account, transferId })
    sums.set(id, (sums.get(id) ?? 0n) + amountCents)
  }
  let capped = 0
  for (const [id, cents] of sums) {
    const reversal = state.reversals.now.get(id)
    if (!reversal) throw new InvalidCommand(`${id} is to be reversed in an account the command does not lock`)
    if (reversal.movedCents === 0n || cents === 0n) continue
    const returnedCents = reversal.returnedCents + cents
    const isAgainst = cents > 0n !== reversal.movedCents > 0n
    if (!isAgainst || absolute(returnedCents) > absolute(reversal.movedCents)) return exceeded
    overlay.reversals.set(id, { ...reversal, returnedCents })
    capped += 1
  }
  return capped > 0 ? null : exceeded
}
