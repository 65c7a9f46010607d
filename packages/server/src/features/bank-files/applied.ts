import type { Oddity } from './answers-store.ts'

/** What came of a part of an answer: entries whose withdrawals are to be looked at again, and what is for an operator. */
export type Applied = { traces: string[]; oddities: Oddity[] }
