/** An authenticator in software: makes passkeys and answers challenges with them, as a browser hands them on. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@puente/contract'

const UP = 0x01
const UV = 0x04
/** May be backed up, and is. */
const SYNCED = 0x08 | 0x10
const ATTESTED = 0x40

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

/** As much of CBOR as an attestation needs. */
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, of]) => [cbor(key), cbor(of as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** The COSE form of a P-256 public key. */
const coseOf = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Held = { id: Buffer; userHandle: string; privateKey: KeyObject; counter: number }

export type AuthenticatorOptions = {
  /** The site that the browser says it is on. */
  origin: string
  /** Whether it asks for a finger or a PIN. */
  verifiesUser?: boolean
  /** Kept in the account of a password manager, which then counts no uses. */
  synced?: boolean
}

export const softAuthenticator = ({ origin, verifiesUser = true, synced = false }: AuthenticatorOptions) => {
  const held: Held[] = []
  const flags = UP | (verifiesUser ? UV : 0) | (synced ? SYNCED : 0)

  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authData = (rpId: string, extra: number, counter: number, rest: Buffer = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | extra]), count, rest])
  }

  return {
    /** Makes a passkey. */
    create: ({ challenge, rp, user }: CreationOptions): Attestation => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      held.push({ id, userHandle: user.id, privateKey, counter: 0 })
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)])
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(rp.id, ATTESTED, 0, attested)],
        ]),
      )
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers with the passkey made last; `counter` as a copy of it would have it. */
    get: ({ challenge, rpId }: RequestOptions, { counter }: { counter?: number } = {}): Assertion => {
      const key = held.at(-1)
      if (!key) throw new Error('this authenticator has no passkey')
      key.counter = counter ?? (synced ? 0 : key.counter + 1)
      const data = authData(rpId, 0, key.counter)
      const client = clientData('webauthn.get', challenge)
      return {
        id: key.id.toString('base64url'),
        rawId: key.id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey).toString('base64url'),
          userHandle: key.userHandle,
        },
      }
    },
  }
}
export type SoftAuthenticator = ReturnType<typeof softAuthenticator>
