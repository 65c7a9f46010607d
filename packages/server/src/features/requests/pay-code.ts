import { randomInt } from 'node:crypto'
import { PLAIN_ALPHABET } from '#features/accounts/index.ts'

const LENGTH = 20

/** A code that cannot be guessed, for whoever is given the link: 99 random bits, in characters that survive being typed in any case. */
export const newPayCode = (): string =>
  Array.from({ length: LENGTH }, () => PLAIN_ALPHABET[randomInt(PLAIN_ALPHABET.length)]).join('')
