/**
 * Fields and files that must be unreadable in the database and in a backup are encrypted with AES-256-GCM, under the key ring
 * `sealing`. The place they belong to (table, column, row) is authenticated with them, so that a value moved to another row does
 * not decrypt.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from '../key-rings.ts'

/**
 * Where an encrypted value lives: of a table, `row` is the last column of its key, and the column is called `…_sealed`. By that
 * rule the values are found again when their key is replaced (`rewrap-store.ts`).
 */
export type Place = { table: string; column: string; row: string }

/** A value that does not decrypt: altered, of another place, or of a key that is gone. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed'
  readonly place: Place
  constructor(what: string, place: Place, options?: ErrorOptions) {
    super(`${place.table}.${place.column} of ${place.row}: ${what}`, options)
    this.place = place
  }
}

/** The id of the key that an envelope is under; null when it is no envelope. */
export const kidOf = (envelope: string): string | null => /^v1\.([\w-]{1,40})\./.exec(envelope)?.[1] ?? null

const NONCE_BYTES = 12
const TAG_BYTES = 16

const placeBytes = ({ table, column, row }: Place): Buffer => Buffer.from(JSON.stringify([table, column, row]))

/** `v1.<kid>.<nonce>.<ciphertext and tag>`, the parts in base64url. */
export const encryptBytes = (ring: KeyRing, place: Place, bytes: Uint8Array): string => {
  const { kid, key } = ring.current
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeBytes(place))
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  return ['v1', kid, nonce.toString('base64url'), encrypted.toString('base64url')].join('.')
}

export const decryptBytes = (ring: KeyRing, place: Place, envelope: string): Buffer => {
  const [version, kid = '', nonce = '', text = '', ...more] = envelope.split('.')
  const key = ring.find(kid)
  if (version !== 'v1' || more.length > 0 || !key)
    throw new DecryptionFailed('not a value encrypted with a known key', place)
  const encrypted = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
    decipher.setAAD(placeBytes(place)).setAuthTag(encrypted.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new DecryptionFailed('it does not decrypt', place, { cause })
  }
}

/** Encrypts a text for its place. */
export const encryptField = (ring: KeyRing, place: Place, text: string): string =>
  encryptBytes(ring, place, Buffer.from(text, 'utf8'))

/** Decrypts what `encryptField` made for the same place; throws `DecryptionFailed`. */
export const decryptField = (ring: KeyRing, place: Place, envelope: string): string =>
  decryptBytes(ring, place, envelope).toString('utf8')
