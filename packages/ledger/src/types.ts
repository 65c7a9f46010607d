/** What can be stored as an answer; its maker writes cents as numbers or strings. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** One account: the bare uuid of its owner and its name, for example `wallet` or `settlement:card`. */
export type AccountRef = { ownerId: string; account: string }

/** An account to open if absent. Without `floorCents` the chart's rule decides; `null` means no floor. */
export type AccountSpec = AccountRef & { floorCents?: bigint | null; currency?: string }

/** One side of a posting, in cents: a credit is positive, a debit negative. `kind` defaults to the command's. */
export type Leg = AccountRef & { amountCents: bigint; kind?: string }

export type HoldRef = { ownerId: string; holdId: string }

/**
 * `place` holds an amount. `settle` frees an amount, so that the legs of the same command can debit it, and with `final`
 * the rest too. `release` frees an amount, or the rest. `expire` frees the rest and is refused before `expiresAt`. Until
 * one of these is posted a hold stays open, whatever the clock says.
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

/** How an account stood after the entry with this number; number 0 is before the first. */
export type Standing = { seq: bigint; balanceCents: bigint }

/** The ledger's own refusals. Participants have codes of their own. */
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
export type Refusal<Code extends string = string> = {
  code: Code
  details?: { [key: string]: Json }
  stored?: boolean
  /**
   * Needs, by participant, in place of the command's: it is decided once more with them, in a later batch. For what a refusal has to
   * say and only a refusal needs, which the participant then loads.
   */
  again?: Record<string, unknown>
}

export type Decision<Change, Fact, Code extends string = string> =
  | { refuse: Refusal<Code> }
  | { change: Change; fact?: Fact }

/** What a fact is found by; every `Participant` is one. */
export type FactSource<Fact> = { name: string; decide(...given: never[]): Decision<unknown, Fact> }

/** What is known while a command is decided; grows with each participant's decision. */
export type Facts = {
  /** The batch's time: the database's clock, read once with the locks, moved by `options.clock`. */
  at: Date
  transferId: string
  /** As decided so far: with this command's own legs and holds once those are decided. */
  balanceOf: (ref: AccountRef) => Balance
  /** What this command's own legs move in the account, in cents; zero until they are decided. */
  movedIn: (ref: AccountRef) => bigint
  /** `null` when there is no such hold. Only for holds that the command declares. */
  holdOf: (ref: HoldRef) => Hold | null
  /** The participant's fact; throws when it has none about this command. */
  of: <Fact>(participant: FactSource<Fact>) => Fact
}

/**
 * Done once per key, all or nothing. The wallet of `ownerId` is always locked and serves as that user's mutex. If `legs` or
 * `holds` is a function, every account and hold that it may name must be declared in `locks`, `accounts` or `holdRefs`,
 * because locks are taken before it is called. A hold that it places under its own transfer id is not: there is none yet.
 */
export type Command = {
  /** Owns the key; usually the user who asked for the command. */
  ownerId: string
  /** Idempotency key: 1 to 200 visible ASCII characters. */
  key: string
  /** Hash of the request: the same key with another hash is refused with `idempotencyConflict`. */
  requestHash: string
  /** For example `send.in-app`. */
  kind: string
  /** UUIDv7, unique to this command. */
  transferId: string
  /** How long it may wait to be taken into a batch, in milliseconds; afterwards it is refused with LedgerBusy. */
  deadlineMs?: number
  /** Further accounts to lock. */
  locks?: AccountRef[]
  /** Accounts to open with a floor or currency of their own. */
  accounts?: AccountSpec[]
  /** Holds to load besides those in `holds`; their accounts are locked. */
  holdRefs?: HoldRef[]
  legs?: Leg[] | ((facts: Facts) => Leg[])
  holds?: HoldOp[] | ((facts: Facts) => HoldOp[])
  /** The transfer that this one reverses, and its owner; capped in each account by what it moved there. */
  reverses?: { ownerId: string; transferId: string }
  /** What each participant needs to know, by its name; see `forParticipant`. */
  participants?: Record<string, unknown>
  /** Stored under the key and returned; called once everything is decided. Without it the answer is `null`. */
  answer?: (facts: Facts) => Json
}

/** `answerExpired`: the stored answer was pruned, so `answer` is `null`. What was posted stands. */
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

/** Everything that the ledger logs. */
export type LogFields = {
  err?: unknown
  /** What the failure means: see `pg/failure.ts`. */
  failure?: string
  /** The answer to a COMMIT was lost, so the commands may have been posted. */
  isDoubtful?: boolean
  tries?: number
  /** How many commands the batch had, and the labels of the first. */
  size?: number
  commands?: readonly string[]
  /** Whose `afterCommit` failed. */
  participant?: string
}

/** A log that declares its fields and lacks one of these does not compile here. */
export type Log = {
  warn: (fields: LogFields, message: string) => void
  error: (fields: LogFields, message: string) => void
}
