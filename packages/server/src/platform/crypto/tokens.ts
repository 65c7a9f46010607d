/** Random values that prove something by being known, and the hashes under which we keep them. */
import { createHash, createHmac, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../secrets.ts'

/** 256 random bits, in characters that fit a URL and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How a token is kept. It is random in all its bits, so a plain hash cannot be searched. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Six digits, each code as likely as any other. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What a code is for: its hash fits no other challenge, purpose or address. */
export type CodeFor = { codeId: string; purpose: string }

const hmacUnder = (key: KeyObject, { codeId, purpose }: CodeFor, code: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([codeId, purpose, code]))
    .digest()

/** How a code is kept. A million codes are quickly tried, so the hash needs a key that is not in the database. */
export const codeHmac = (keys: Pick<Keys, 'otp'>, of: CodeFor, code: string): Buffer =>
  hmacUnder(keys.otp.current.key, of, code)

/** Whether this is the code that was kept, under whichever key is still in use. */
export const isCode = (keys: Pick<Keys, 'otp'>, of: CodeFor, code: string, kept: Uint8Array): boolean =>
  keys.otp.all().some(({ key }) => sameBytes(kept, hmacUnder(key, of, code)))

/** Lookup of a value that is stored sealed, or claimed: the same value gives the same text, which tells nothing about it. */
export const blindIndex = (keys: Pick<Keys, 'blindIndex'>, kind: string, value: string): string =>
  createHmac('sha256', keys.blindIndex)
    .update(JSON.stringify([kind, value]))
    .digest('hex')

/** Equality that takes as long for a near miss as for a far one. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
