/**
 * Held money stays in the account but cannot be spent. A hold is placed once and ends once; in between it is settled or
 * released in steps, up to its amount in total.
 */
import { InvalidCommand } from '../errors.ts'
import type { Hold, HoldOp, HoldState, LedgerCode, Refusal } from '../types.ts'
import { accountId, findAccount, findHold, holdId } from './state.ts'
import type { Overlay, State } from './state.ts'

/** Allowed transitions. */
const holdMoves: Record<HoldState, readonly HoldState[]> = {
  open: ['open', 'settled', 'released', 'expired'],
  settled: [],
  released: [],
  expired: [],
}

const ENDS_AS = { settle: 'settled', release: 'released', expire: 'expired' } as const

const refuse = (code: LedgerCode, op: HoldOp): Refusal<LedgerCode> => ({ code, details: { holdId: op.holdId } })

const changeHeld = (state: State, overlay: Overlay, hold: Hold, byCents: bigint) => {
  const account = findAccount(state, overlay, hold)
  overlay.accounts.set(accountId(hold), { ...account, heldCents: account.heldCents + byCents })
}

const place = (
  state: State,
  overlay: Overlay,
  transferId: string,
  op: HoldOp & { op: 'place' },
): Refusal<LedgerCode> | null => {
  const id = holdId(op)
  // Under the transfer's own id there is none yet; if there is, the write counts a row too few and nothing is kept.
  if (!state.holds.now.has(id) && op.holdId !== transferId)
    throw new InvalidCommand(`hold ${id} is not among those the command declares`)
  if (overlay.holds.has(id) || state.holds.now.get(id)) return refuse('holdExists', op)
  if (findAccount(state, overlay, op).status !== 'open')
    return { code: 'accountClosed', details: { account: op.account } }
  const hold: Hold = {
    ownerId: op.ownerId,
    holdId: op.holdId,
    account: op.account,
    amountCents: op.amountCents,
    settledCents: 0n,
    releasedCents: 0n,
    state: 'open',
    purpose: op.purpose,
    expiresAt: op.expiresAt ?? null,
  }
  overlay.holds.set(id, hold)
  changeHeld(state, overlay, hold, op.amountCents)
  return null
}

const free = (state: State, overlay: Overlay, op: Exclude<HoldOp, { op: 'place' }>): Refusal<LedgerCode> | null => {
  const hold = findHold(state, overlay, op)
  if (!hold || !holdMoves[hold.state].includes(ENDS_AS[op.op])) return refuse('holdNotOpen', op)
  const leftCents = hold.amountCents - hold.settledCents - hold.releasedCents
  if (op.op === 'expire' && !(hold.expiresAt && hold.expiresAt <= state.at)) return refuse('holdNotExpired', op)
  const askedCents = op.op === 'expire' ? leftCents : (op.amountCents ?? leftCents)
  if (askedCents > leftCents) return refuse('holdExceeded', op)

  const settledCents = op.op === 'settle' ? askedCents : 0n
  const freedCents = op.op === 'settle' && op.final ? leftCents : askedCents
  overlay.holds.set(holdId(op), {
    ...hold,
    settledCents: hold.settledCents + settledCents,
    releasedCents: hold.releasedCents + freedCents - settledCents,
    state: freedCents === leftCents ? ENDS_AS[op.op] : 'open',
  })
  changeHeld(state, overlay, hold, -freedCents)
  return null
}

/** Puts the changed holds, and what their accounts hold then, in the overlay; or returns the refusal. */
export const decideHolds = (
  state: State,
  overlay: Overlay,
  transferId: string,
  ops: HoldOp[],
): Refusal<LedgerCode> | null => {
  for (const op of ops) {
    const refusal = op.op === 'place' ? place(state, overlay, transferId, op) : free(state, overlay, op)
    if (refusal) return refusal
  }
  return null
}
