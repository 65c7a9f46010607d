/**
 * Fields that must be unreadable in the database and in a backup are sealed with AES-256-GCM. The place they belong to
 * (table, column, row) is authenticated with them, so that a sealed value moved to another row does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from '../secrets.ts'

/** Where a sealed value lives. */
export type Place = { table: string; column: string; row: string }

/** A sealed value that does not open: altered, of another place, or of a key that is gone. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

const placeBytes = ({ table, column, row }: Place): Buffer => Buffer.from(JSON.stringify([table, column, row]))

/** `v1.<kid>.<nonce>.<ciphertext and tag>`, the parts in base64url. */
export const sealBytes = (ring: KeyRing, place: Place, bytes: Uint8Array): string => {
  const { kid, key } = ring.current
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeBytes(place))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  return ['v1', kid, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

export const openBytes = (ring: KeyRing, place: Place, envelope: string): Buffer => {
  const [version, kid = '', nonce = '', text = '', ...more] = envelope.split('.')
  const key = ring.find(kid)
  if (version !== 'v1' || more.length > 0 || !key) throw new SealBroken('not a sealed value of a known key')
  const sealed = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
    decipher.setAAD(placeBytes(place)).setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new SealBroken('a sealed value does not open', { cause })
  }
}

/** Seals a text. */
export const seal = (ring: KeyRing, place: Place, text: string): string =>
  sealBytes(ring, place, Buffer.from(text, 'utf8'))

/** Opens what `seal` made for the same place; throws `SealBroken`. */
export const open = (ring: KeyRing, place: Place, envelope: string): string =>
  openBytes(ring, place, envelope).toString('utf8')
