import { randomInt } from 'node:crypto'

/** Digits and capitals without those that are taken for one another when read aloud or written by hand (0 O, 1 I L). */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

/** A new reference for people to name a transaction by, the same for both parties: `PU-7K2M9QXW`. */
export const newReference = (): string =>
  `PU-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
