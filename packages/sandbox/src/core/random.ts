import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits. The small bias of the modulus does not matter: nothing secret is made here. */
export const randomWord = (length: number) =>
  [...randomBytes(length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')

export const randomHex = (length: number) =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)
