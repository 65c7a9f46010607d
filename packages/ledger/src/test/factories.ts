import { uuidv7 } from 'uuidv7'
import { WALLET } from '../chart.ts'
import { rows } from '../decide/state.ts'
import type { State } from '../decide/state.ts'
import type { Ledger } from '../ledger.ts'
import type { AccountRef, Command, Leg, Outcome } from '../types.ts'

export const wallet = (ownerId: string): AccountRef => ({ ownerId, account: WALLET })

/** Two legs: what leaves `from` arrives at `to`. */
export const move = (from: AccountRef, to: AccountRef, amountCents: bigint): Leg[] => [
  { ...from, amountCents: -amountCents },
  { ...to, amountCents },
]

/** A command that does nothing yet, with new ids. */
export const aCommand = (ownerId: string, more: Partial<Command> = {}): Command => ({
  ownerId,
  key: uuidv7(),
  requestHash: 'asked',
  kind: 'test.move',
  transferId: uuidv7(),
  ...more,
})

export const aSend = (from: string, to: string, amountCents: bigint, more: Partial<Command> = {}): Command =>
  aCommand(from, { kind: 'send.in-app', legs: move(wallet(from), wallet(to), amountCents), ...more })

export const aDeposit = (ledger: Ledger, to: string, amountCents: bigint, more: Partial<Command> = {}): Command =>
  aCommand(to, {
    kind: 'deposit.card.settled',
    legs: move(ledger.house('settlement:card', to), wallet(to), amountCents),
    ...more,
  })

/** A new user with this amount in the wallet. */
export const aUser = async (ledger: Ledger, amountCents = 0n): Promise<string> => {
  const userId = uuidv7()
  if (amountCents > 0n) await ledger.post(aDeposit(ledger, userId, amountCents))
  return userId
}

/** `accepted`, or the refusal's code. */
export const wordFor = (outcome: Outcome): string => (outcome.accepted ? 'accepted' : outcome.refusal.code)

/** The state of a batch that has loaded nothing. */
export const emptyState = (at: Date): State => ({
  at,
  frozen: false,
  accounts: rows(new Map()),
  holds: rows(new Map()),
  reversals: rows(new Map()),
  keys: rows(new Map()),
  entries: [],
  participations: new Map(),
})
