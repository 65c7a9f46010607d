import type { Pool } from 'pg'

export const ACCOUNTS = 100_000
/** In cents: enough that no run is stopped by an empty account. */
export const FUNDS_CENTS = 1_000_000_000n
/** Over how many rows a house account is spread, in every engine. */
export const STRIPES = 8

/** Accounts are numbers from 0; without a fee `feeCents` is 0. */
export type Transfer = { from: number; to: number; amountCents: bigint; feeCents: bigint }

/** One way of moving money, over a database of its own. */
export type Engine = {
  name: string
  /** Ends when the transfer is committed; throws when it was not accepted. */
  transfer: (transfer: Transfer) => Promise<void>
  /** Transfers in each transaction since the last call; empty where each has its own. */
  takeBatchSizes: () => number[]
  /** Throws unless all money is there and `transfers` were kept since the engine was opened. */
  check: (transfers: number) => Promise<void>
  pool: Pool
  close: () => Promise<void>
}

/** How an engine is made: its tables once in a template, then opened over fresh copies of it. */
export type EngineKind = {
  name: string
  prepare: (superuser: Pool) => Promise<void>
  open: (database: string) => Promise<Engine>
}
