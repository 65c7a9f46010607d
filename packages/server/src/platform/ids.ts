import { uuidv7 } from 'uuidv7'

/** A new id, as tables store it: ordered by time of making. Prefixes are put on and taken off by the contract. */
export const newId = (): string => uuidv7()
