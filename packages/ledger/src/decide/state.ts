/**
 * The state that a batch is decided on. Records are immutable: a decision puts new records in an overlay, and applying it
 * moves them into the state. The loaded records are kept, so that only differences are written and the database can check
 * that its rows are still the ones that were read.
 */
import { InvalidCommand } from '../errors.ts'
import type { AnyParticipant } from '../participant.ts'
import type { AccountRef, AccountStatus, Balance, Entry, Hold, HoldRef } from '../types.ts'

export type Account = AccountRef & {
  currency: string
  status: AccountStatus
  floorCents: bigint | null
  balanceCents: bigint
  heldCents: bigint
  seq: bigint
}

/** What a transfer moved in one account, and how much of it was reversed since. The two have opposite signs. */
export type Reversal = AccountRef & { transferId: string; movedCents: bigint; returnedCents: bigint }

/** What is stored under a key. `answer` is JSON text, so that a repeat gets the same bytes; `null` once pruned. */
export type StoredKey = {
  ownerId: string
  key: string
  requestHash: string
  accepted: boolean
  answer: string | null
  transferId: string
  at: Date
}

/** Rows of one table as loaded and as decided so far; `null` for a row that does not exist. */
export type Rows<Row> = { loaded: Map<string, Row | null>; now: Map<string, Row | null> }

export type State = {
  at: Date
  frozen: boolean
  accounts: Rows<Account>
  holds: Rows<Hold>
  reversals: Rows<Reversal>
  keys: Rows<StoredKey>
  entries: Entry[]
  /** By the participant's name. */
  participations: Map<string, Participation>
}

/** A participant's part in a batch: what it loaded, and its changes for the accepted commands. */
export type Participation = { participant: AnyParticipant; state: unknown; changes: unknown[] }

export const accountId = (ref: AccountRef) => `${ref.ownerId}/${ref.account}`
export const holdId = (ref: HoldRef) => `${ref.ownerId}/${ref.holdId}`
export const keyId = (ref: { ownerId: string; key: string }) => `${ref.ownerId}/${ref.key}`
export const reversalId = (ref: AccountRef & { transferId: string }) =>
  `${ref.ownerId}/${ref.transferId}/${ref.account}`

export const rows = <Row>(loaded: Map<string, Row | null>): Rows<Row> => ({ loaded, now: new Map(loaded) })

/** The rows that decisions changed, before and after. */
export const changed = <Row>({ loaded, now }: Rows<Row>): { before: Row | null; after: Row }[] => {
  const changes: { before: Row | null; after: Row }[] = []
  for (const [id, after] of now) {
    const before = loaded.get(id) ?? null
    if (after !== null && after !== before) changes.push({ before, after })
  }
  return changes
}

/** The records that one command changes; the state's others show through. */
export type Overlay = {
  accounts: Map<string, Account>
  holds: Map<string, Hold>
  reversals: Map<string, Reversal>
}

export const emptyOverlay = (): Overlay => ({ accounts: new Map(), holds: new Map(), reversals: new Map() })

export const findAccount = (state: State, overlay: Overlay, ref: AccountRef): Account => {
  const id = accountId(ref)
  const account = overlay.accounts.get(id) ?? state.accounts.now.get(id)
  if (!account) throw new InvalidCommand(`account ${id} is not among those the command locks`)
  return account
}

export const findHold = (state: State, overlay: Overlay, ref: HoldRef): Hold | null => {
  const id = holdId(ref)
  const hold = overlay.holds.get(id) ?? state.holds.now.get(id)
  if (hold === undefined) throw new InvalidCommand(`hold ${id} is not among those the command declares`)
  return hold
}

export const balanceOf = (account: { balanceCents: bigint; heldCents: bigint; seq: bigint }): Balance => ({
  balanceCents: account.balanceCents,
  heldCents: account.heldCents,
  availableCents: account.balanceCents - account.heldCents,
  seq: account.seq,
})
