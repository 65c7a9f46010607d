import { randomInt } from 'node:crypto'
import { PLAIN_ALPHABET } from './name-rules.ts'

const LENGTH = 20

/** A code that cannot be guessed, for whoever is given a link or a paper: 99 random bits, in characters that survive being typed in any case. */
export const newLinkCode = (): string =>
  Array.from({ length: LENGTH }, () => PLAIN_ALPHABET[randomInt(PLAIN_ALPHABET.length)]).join('')
