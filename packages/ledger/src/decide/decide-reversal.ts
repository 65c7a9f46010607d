/**
 * A transfer is taken back at most up to what it moved, in every account that it and the reversal both touch. The running
 * total lies beside the movement, guarded by the lock on the account. Legs in accounts the original did not touch (a
 * receivable, say, when the money is already spent) are free: the accounts it did touch cap them, since a movement sums
 * to zero; therefore at least one leg must be in such an account.
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
