/** What can be stored as an answer. Cents are written as numbers or strings by whoever makes the answer. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** One account: the bare uuid of its owner and its name, for example `wallet` or `settlement:card`. */
export type AccountRef = { ownerId: string; account: string }

/** An account to open if absent. Without `floorCents` the chart's rule decides; `null` means no floor. */
export type AccountSpec = AccountRef & { floorCents?: bigint | null; currency?: string }

/** One side of a movement, in cents: a credit is positive, a debit negative. `kind` defaults to the command's. */
export type Leg = AccountRef & { amountCents: bigint; kind?: string }

export type HoldRef = { ownerId: string; holdId: string }

/**
 * What may happen to held money. `settle` frees its amount, so that the legs of the same command can debit it; `final`
 * also frees what is left. `release` without an amount frees all that is left. `expire` frees all that is left and is
 * refused before `expiresAt`. Until one of these was posted a hold stays open, whatever the clock says.
 */
export type HoldOp =
  | ({ op: 'place'; account: string; amountCents: bigint; purpose: string; expiresAt?: Date } & HoldRef)
  | ({ op: 'settle'; amountCents: bigint; final?: boolean } & HoldRef)
  | ({ op: 'release'; amountCents?: bigint } & HoldRef)
  | ({ op: 'expire' } & HoldRef)

export type HoldState = 'open' | 'settled' | 'released' | 'expired'

export type Hold = HoldRef & {
  account: string
  amountCents: bigint
  settledCents: bigint
  releasedCents: bigint
  state: HoldState
  purpose: string
  expiresAt: Date | null
}

export type AccountStatus = 'open' | 'frozen' | 'closed'

/** `availableCents` is the balance without what is held; `seq` is the number of the account's last entry. */
export type Balance = { balanceCents: bigint; heldCents: bigint; availableCents: bigint; seq: bigint }

/** What the ledger itself refuses. Participants have codes of their own. */
export type LedgerCode =
  | 'insufficientFunds'
  | 'accountClosed'
  | 'holdNotOpen'
  | 'holdExceeded'
  | 'holdExists'
  | 'holdNotExpired'
  | 'reversalExceeded'
  | 'idempotencyConflict'
  | 'answerExpired'

/** A business refusal: a value, stored under the key unless `stored` is false. */
export type Refusal<Code extends string = string> = { code: Code; details?: { [key: string]: Json }; stored?: boolean }

export type Decision<Change, Fact, Code extends string = string> =
  | { refuse: Refusal<Code> }
  | { change: Change; fact?: Fact }

/** Whoever tells a fact under its name; every `Participant` is one. */
export type Teller<Fact> = { name: string; decide(...given: never[]): Decision<unknown, Fact> }

/** What is known while a command is being decided. Grows as the participants before have decided. */
export type Facts = {
  /** The batch's time: the database's clock, read once with the locks, moved by `options.clock`. */
  at: Date
  transferId: string
  /** As decided so far: with this command's own legs and holds once those are decided. */
  balanceOf: (ref: AccountRef) => Balance
  /** `null` when there is no such hold. Only for holds the command names. */
  holdOf: (ref: HoldRef) => Hold | null
  /** What the participant found out; throws when it had no part in this command or told nothing. */
  of: <Fact>(participant: Teller<Fact>) => Fact
}

/**
 * One thing to be done, all or nothing, once per key. The wallet of `ownerId` is always locked: it is the mutex for
 * everything of that user. Where `legs` or `holds` is a function, every account and hold it may name must be declared in
 * `locks`, `accounts` or `touches`, because the locks are taken before it is called.
 */
export type Command = {
  /** Who gives the command; owns the key. */
  ownerId: string
  /** Idempotency key: 1 to 200 visible ASCII characters. */
  key: string
  /** Hash of what was asked: the same key with another hash is refused with `idempotencyConflict`. */
  requestHash: string
  /** For example `send.in-app`. */
  kind: string
  /** UUIDv7, made once per operation. */
  transferId: string
  /** How long it may wait to be taken into a batch, in milliseconds; afterwards it is refused with LedgerBusy. */
  deadlineMs?: number
  locks?: AccountRef[]
  accounts?: AccountSpec[]
  touches?: HoldRef[]
  legs?: Leg[] | ((facts: Facts) => Leg[])
  holds?: HoldOp[] | ((facts: Facts) => HoldOp[])
  /** The earlier transfer this one takes back, and its owner; capped in each account by what it moved there. */
  reverses?: { ownerId: string; transferId: string }
  /** By the participant's name, what it needs to know; see `partOf`. */
  parts?: Record<string, unknown>
  /** Stored under the key and returned; called after everything was decided. Without it the answer is `null`. */
  answer?: (facts: Facts) => Json
}

/** `answerExpired`: the stored answer was pruned. What was posted stands, and `answer` is `null` for want of it. */
export type Accepted = {
  accepted: true
  transferId: string
  answer: Json
  at: Date
  replayed: boolean
  answerExpired?: true
}
export type Refused = { accepted: false; refusal: Refusal; replayed: boolean }
export type Outcome = Accepted | Refused

/** One line of an account's history. `seq` has no gaps; `amountCents` is signed. */
export type Entry = AccountRef & {
  seq: bigint
  transferId: string
  leg: number
  amountCents: bigint
  balanceAfterCents: bigint
  counter: AccountRef
  kind: string
  reverses: string | null
  at: Date
}

/** All that is ever told of a problem. */
export type LogFields = {
  err?: unknown
  /** What the failure means: see `failure.ts`. */
  failure?: string
  /** The answer to a COMMIT was lost, so that the commands may have been posted. */
  isDoubtful?: boolean
  tries?: number
  /** How many commands there were, and the labels of the first of them. */
  size?: number
  commands?: readonly string[]
  /** Whose hint failed. */
  participant?: string
}

/** Where problems are told. A log that lists its fields, and lacks one of these, does not compile here. */
export type Log = {
  warn: (fields: LogFields, message: string) => void
  error: (fields: LogFields, message: string) => void
}
