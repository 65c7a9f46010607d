/** What only the browser can read: RFC 8291 over the `aes128gcm` coding of RFC 8188, from the receiver's side. */
import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

const SALT = 16
const TAG = 16
const LAST_RECORD = 2

/** A body that this receiver cannot open. */
export class Undecipherable extends Error {}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

const infoOf = (name: string): string => `Content-Encoding: ${name}\0`

/** The plain text of a message to a subscription. Throws `Undecipherable`. */
export const decryptPush = (receiver: ECDH, auth: Buffer, body: Buffer): string => {
  const keyLength = body[SALT + 4] ?? 0
  const start = SALT + 5 + keyLength
  if (keyLength !== 65 || body.length < start + TAG + 1) throw new Undecipherable('the header of the body is malformed')
  const salt = body.subarray(0, SALT)
  const sender = body.subarray(SALT + 5, start)
  const recordSize = body.readUInt32BE(SALT)
  const record = body.subarray(start)
  if (record.length > recordSize) throw new Undecipherable('a message has one record')
  try {
    const context = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
    const secret = derived(receiver.computeSecret(sender), auth, context, 32)
    const key = derived(secret, salt, infoOf('aes128gcm'), 16)
    const nonce = derived(secret, salt, infoOf('nonce'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(record.subarray(-TAG))
    const plain = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()])
    const end = plain.findLastIndex((byte) => byte !== 0)
    if (plain[end] !== LAST_RECORD) throw new Undecipherable('the padding is malformed')
    return plain.subarray(0, end).toString('utf8')
  } catch (error) {
    if (error instanceof Undecipherable) throw error
    throw new Undecipherable('the body was not encrypted for this subscription')
  }
}
