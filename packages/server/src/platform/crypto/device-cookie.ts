/**
 * The device cookie: this browser has proved the password of these accounts. It opens no session; it opens a lane of its
 * own to the budgets of guesses and of calls, so that strangers who spend the common ones lock no owner out. It is signed,
 * so that a lane cannot be forged, and names no one whom a stranger could look up.
 */
import type { Keys } from '../secrets.ts'
import { blindIndex, newToken, sameBytes } from './tokens.ts'

/** What one browser has proved: the newest first, of the few people who share it. */
export type Device = { id: string; proofs: readonly { ownerId: string; at: Date }[] }

/** How long a proof counts: longer than people stay away, within what browsers keep a cookie. */
export const DEVICE_DAYS = 365
const SHARED_BY = 4
const DAY_MS = 86_400_000

type Signing = Pick<Keys, 'blindIndex'>

const signatureOf = (keys: Signing, text: string): string => blindIndex(keys, 'device', text)

const FORM = /^([\w-]{43}(?:\.[0-9a-f-]{36}~\d{1,15}){1,4})\.([0-9a-f]{64})$/

/** What the cookie says; null when there is none, or none that we signed. */
export const readDevice = (keys: Signing, cookie: string | null): Device | null => {
  const [, text = '', signature = ''] = FORM.exec(cookie ?? '') ?? []
  if (text === '' || !sameBytes(Buffer.from(signatureOf(keys, text)), Buffer.from(signature))) return null
  const [id = '', ...proofs] = text.split('.')
  return {
    id,
    proofs: proofs.map((proof) => {
      const [ownerId = '', at] = proof.split('~')
      return { ownerId, at: new Date(Number(at)) }
    }),
  }
}

/** The cookie of a browser that has just proved an account, beside what it proved before. */
export const writeDevice = (keys: Signing, before: Device | null, ownerId: string, at: Date): string => {
  const others = (before?.proofs ?? []).filter((proof) => proof.ownerId !== ownerId)
  const proofs = [{ ownerId, at }, ...others].slice(0, SHARED_BY)
  const text = [before?.id ?? newToken(), ...proofs.map((proof) => `${proof.ownerId}~${proof.at.getTime()}`)].join('.')
  return `${text}.${signatureOf(keys, text)}`
}

/** Whether the browser proved this account since then (its password as it is now), and not too long ago. */
export const hasProved = (device: Device | null, ownerId: string, since: Date, at: Date): boolean =>
  device?.proofs.some(
    (proof) =>
      proof.ownerId === ownerId && proof.at >= since && at.getTime() - proof.at.getTime() < DEVICE_DAYS * DAY_MS,
  ) ?? false
