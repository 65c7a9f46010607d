import type { Rail } from '@puente/contract'

/** What a payment does for its owner: bring money in, or take it to another person. */
export type PaymentKind = 'deposit' | 'send'

/** A kind of payment on a rail: the pair says which slice brings it on. */
export type Flow = { rail: Rail; kind: PaymentKind }
