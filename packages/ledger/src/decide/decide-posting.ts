/**
 * Decides what a command posts to accounts. Holds come first, since settling a hold frees the money that the legs then
 * debit; floors are checked last, when everything else is in. The result is an overlay until the whole command is accepted.
 */
import { InvalidCommand } from '../errors.ts'
import type { AccountRef, Command, Entry, HoldOp, LedgerCode, Leg, Refusal } from '../types.ts'
import { checkHolds, checkLegs } from './command.ts'
import { decideHolds } from './decide-holds.ts'
import { decideReversal } from './decide-reversal.ts'
import { accountId, emptyOverlay, findAccount, reversalId } from './state.ts'
import type { Overlay, State } from './state.ts'

/** What an accepted command changes in the ledger's own tables. */
export type Posting = { overlay: Overlay; entries: Entry[] }

const checkSum = (state: State, overlay: Overlay, legs: Leg[]) => {
  const sums = new Map<string, bigint>()
  for (const leg of legs) {
    const { currency } = findAccount(state, overlay, leg)
    sums.set(currency, (sums.get(currency) ?? 0n) + leg.amountCents)
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw new InvalidCommand(`the legs in ${currency} sum to ${sum} instead of zero`)
}

const absolute = (cents: bigint) => (cents < 0n ? -cents : cents)

/**
 * The counter-account of a leg: of those on the other side, the one with the same amount, else the one with the largest.
 * With two legs that is the other one; a fee stands against the fee account.
 */
const counterOf = (legs: Leg[], leg: Leg): AccountRef => {
  const others = legs.filter((other) => other.amountCents > 0n !== leg.amountCents > 0n)
  const exact = others.find((other) => other.amountCents === -leg.amountCents)
  const largest = others.reduce((most, other) =>
    absolute(other.amountCents) > absolute(most.amountCents) ? other : most,
  )
  const { ownerId, account } = exact ?? largest
  return { ownerId, account }
}

const entriesOf = (state: State, overlay: Overlay, command: Command, legs: Leg[]): Entry[] =>
  legs.map((leg, index) => {
    const account = findAccount(state, overlay, leg)
    const after = { ...account, balanceCents: account.balanceCents + leg.amountCents, seq: account.seq + 1n }
    overlay.accounts.set(accountId(leg), after)
    return {
      ownerId: leg.ownerId,
      account: leg.account,
      seq: after.seq,
      transferId: command.transferId,
      leg: index,
      amountCents: leg.amountCents,
      balanceAfterCents: after.balanceCents,
      counter: counterOf(legs, leg),
      kind: leg.kind ?? command.kind,
      reverses: command.reverses?.transferId ?? null,
      at: state.at,
    }
  })

const belowFloor = (overlay: Overlay): Refusal<LedgerCode> | null => {
  for (const { ownerId, account, floorCents, balanceCents, heldCents } of overlay.accounts.values())
    if (floorCents !== null && balanceCents - heldCents < floorCents)
      return { code: 'insufficientFunds', details: { ownerId, account } }
  return null
}

/** Throws InvalidCommand when legs or holds are malformed, which only a defect of the caller can cause. */
export const decidePosting = (
  state: State,
  command: Command,
  legs: Leg[],
  holds: HoldOp[],
): { refuse: Refusal<LedgerCode> } | { posting: Posting } => {
  checkLegs(legs)
  checkHolds(holds)
  const overlay = emptyOverlay()
  checkSum(state, overlay, legs)

  const closed = legs.find((leg) => findAccount(state, overlay, leg).status !== 'open')
  if (closed)
    return { refuse: { code: 'accountClosed', details: { ownerId: closed.ownerId, account: closed.account } } }

  const heldRefusal = decideHolds(state, overlay, command.transferId, holds)
  if (heldRefusal) return { refuse: heldRefusal }
  const entries = entriesOf(state, overlay, command, legs)
  const refusal = (command.reverses && decideReversal(state, overlay, command.reverses, legs)) ?? belowFloor(overlay)
  return refusal ? { refuse: refusal } : { posting: { overlay, entries } }
}

/** Makes an accepted posting visible to the commands after it. */
export const applyPosting = (state: State, { overlay, entries }: Posting): void => {
  for (const [id, account] of overlay.accounts) state.accounts.now.set(id, account)
  for (const [id, hold] of overlay.holds) state.holds.now.set(id, hold)
  for (const [id, reversal] of overlay.reversals) state.reversals.now.set(id, reversal)
  for (const entry of entries) {
    state.entries.push(entry)
    // A later command of the batch may reverse this transfer.
    const id = reversalId(entry)
    const reversal = state.reversals.now.get(id)
    if (reversal) state.reversals.now.set(id, { ...reversal, movedCents: reversal.movedCents + entry.amountCents })
  }
}
