import type { Rail } from '@puente/contract'

/** What a payment does for its owner: bring money in, take it to another person, or take it out of the house. */
export type PaymentKind = 'deposit' | 'send' | 'withdrawal'

/** A kind of payment on a rail: the pair says which slice brings it on. */
export type Flow = { rail: Rail; kind: PaymentKind }

/** What the sweep checks: a payment under way, or as `return` a withdrawal that has arrived and may still come back. */
export type WatchedFlow = { rail: Rail; kind: PaymentKind | 'return' }
