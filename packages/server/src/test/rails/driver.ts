/** What the suite over all rails has to know of each: how its provider is played, and what its words mean in money. */
import type { TestApp } from '../app.ts'
import type { TestUser } from '../factories.ts'

/** Who takes part: `owner` starts the payment, `other` gets the money of a send. */
export type Parties = { owner: TestUser; other: TestUser }

/** Why a rail has no such thing; the table shows it. */
type Skips = Partial<Record<CaseName, string>>

/** What a rail may be without. */
export type CaseName =
  | 'declined'
  | 'lostAnswer'
  | 'lostRequest'
  | 'earlyEvent'
  | 'lateReturn'
  | 'killedBeforeProvider'
  | 'killedAfterProvider'
  | 'failingEvent'
  | 'events'

/** Wraps the first call that makes the payment at its provider; `make` takes what patience it is given. */
export type Around = <Made>(make: (timeoutMs: number) => Promise<Made>) => Promise<Made>

export type RailDriver = {
  /** The house account that the money comes and goes through. */
  settlement: string
  /**
   * The provider in the sandbox's book, and what each of its kinds does to our money there: 1 it came, -1 it went; and by
   * which reference it knows a payment, where that is not ours.
   */
  book: { provider: string; kinds: Record<string, 1 | -1>; refOf?: (ref: string) => string }
  /** The party whose faults and events are played, and the path under which it is told of a payment. */
  faults: { provider: string; path: string }
  /** Whose wallet the payment changes, and by which part of what it costs in all. */
  changes: { whose: keyof Parties; by: 'amount' | '-total' }
  /** Over HTTP, as its owner does; $100. */
  start: (parties: Parties) => Promise<unknown>
  /** What else must run before the provider is told; the verb tells it where there is nothing. */
  tell?: (parties: Parties) => Promise<unknown>
  /** Reads what nobody tells us of, where a rail has such a list. */
  read?: () => Promise<unknown>
  /** Has what the provider says arrive, where it sends no events. */
  hear?: () => Promise<unknown>
  around: (around: Around) => void
  /** The payment comes through at the provider. */
  pay: (ref: string) => Promise<unknown>
  decline: (ref: string) => Promise<unknown>
  /** Its money goes back after it was settled. */
  goBack: (ref: string) => Promise<unknown>
  /** Has the next payment wait where its owner can still cancel it, until `race` lets it go. */
  holdBack?: { before: () => void; race: (parties: Parties) => Promise<unknown>; after: () => void }
  skips: Skips
}

export type DriverOf = (app: TestApp) => RailDriver
