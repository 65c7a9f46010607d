/**
 * The keys of the server, one file per use: `{"keys":[{"kid":"...","key":"<base64url>","since":"<moment>"}]}`, the newest first.
 * New writes take the first, what was written under an older one is still read. A file made by us outside production says so,
 * and production refuses it: there, keys come from the operator (`npm run keys`). A server follows its files, so that a new
 * key needs no restart.
 */
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readOrMake, SecretRefused, secretsFolder } from './secret-file.ts'

/**
 * Keys of one use by their id. A key is an object made once: making one of bytes for every use takes several times as long as
 * the use.
 */
export type KeyRing<Key = KeyObject> = {
  readonly current: { kid: string; key: Key }
  find(kid: string): Key | undefined
  /** The newest first. */
  all(): readonly { kid: string; key: Key }[]
}

export type KeyPair = { privateKey: KeyObject; publicKey: KeyObject }

export type BearerKeys = KeyRing<KeyPair>

/** Papers in people's hands are checked for as long as they are kept: a retired key keeps its public half, and signs no more. */
type PaperKey = { privateKey: KeyObject | null; publicKey: KeyObject }
export type PaperKeys = KeyRing<PaperKey>

export type Keys = {
  bearer: BearerKeys
  /** Signs papers. */
  papers: PaperKeys
  /** Codes by mail and phone are kept as HMACs under these keys. */
  otp: KeyRing
  /** Lookup of sealed values and claims. */
  blindIndex: KeyObject
  /** Seals fields and files. */
  sealing: KeyRing
  /** Signs page cursors. */
  cursor: KeyObject
}

/** One file each. */
export const KEY_FILES = ['bearer', 'otp', 'blind-index', 'sealing', 'cursor', 'papers'] as const
export type KeyFile = (typeof KEY_FILES)[number]

const RingFile = z.object({
  origin: z.optional(z.literal('generated')),
  keys: z
    .array(
      z.object({
        kid: z.string().check(z.regex(/^[\w-]{1,40}$/)),
        key: z.string().check(z.regex(/^[\w-]+$/)),
        since: z.optional(z.iso.datetime()),
      }),
    )
    .check(z.minLength(1)),
})
export type RingFile = z.infer<typeof RingFile>
type RawKey = { kid: string; key: Buffer }

export const pathOfKeys = (stateDir: string, name: KeyFile): string => join(secretsFolder(stateDir), `${name}.json`)

/** A key of the kind that this file holds, as the file has it. */
export const newKey = (name: KeyFile, since: Date): RingFile['keys'][number] => {
  const key =
    name === 'bearer' || name === 'papers'
      ? generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
      : randomBytes(32)
  return { kid: randomBytes(6).toString('hex'), key: key.toString('base64url'), since: since.toISOString() }
}

const privateKeyOf = (key: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(key, 'base64url'), format: 'der', type: 'pkcs8' })

/** What is left in the file of a key of papers that signs no more: its public half. One that is retired already stays as it is. */
export const retiredPaperKey = (entry: RingFile['keys'][number]): RingFile['keys'][number] => {
  try {
    const publicKey = createPublicKey(privateKeyOf(entry.key))
    return { ...entry, key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url') }
  } catch {
    return entry
  }
}

/** Reads a file of keys, made when it is missing and may be. Throws `SecretRefused`, naming it. */
export const readRingFile = (path: string, name: KeyFile, production: boolean): RingFile => {
  const generated = (): RingFile => ({ origin: 'generated', keys: [newKey(name, new Date())] })
  const parsed = RingFile.safeParse(readOrMake(path, production, generated))
  if (!parsed.success) throw new SecretRefused(`${path}: not a list of keys`)
  if (production && parsed.data.origin === 'generated')
    throw new SecretRefused(`${path}: generated for development; production needs a key of its own`)
  const kids = parsed.data.keys.map(({ kid }) => kid)
  if (new Set(kids).size < kids.length) throw new SecretRefused(`${path}: two keys have one id`)
  return parsed.data
}

const asRing = <Key>(keys: readonly { kid: string; key: Key }[]): KeyRing<Key> => {
  const [current] = keys
  if (!current) throw new SecretRefused('a list of keys is empty')
  return { current, find: (kid) => keys.find((one) => one.kid === kid)?.key, all: () => keys }
}

/** A key ring over these keys, the first being the current one. */
export const keyRing = (keys: readonly [RawKey, ...RawKey[]]): KeyRing =>
  asRing(keys.map(({ kid, key }) => ({ kid, key: createSecretKey(key) })))

/** How long a change of a file may go unnoticed by what only writes; what meets an unknown key looks at once. */
const LOOK_EVERY_MS = 1_000

/**
 * The ring of a file, read again when the file has changed: other processes may write under a key that this one has not seen
 * yet. A file that is refused by then changes nothing: the keys at hand stay good.
 */
const following = <Key>(path: string, load: () => KeyRing<Key>): KeyRing<Key> => {
  const stamp = (): string => {
    const { mtimeMs, ino, size } = statSync(path)
    return `${ino} ${mtimeMs} ${size}`
  }
  let ring = load()
  let seen = stamp()
  let lookedAt = performance.now()
  const look = (): KeyRing<Key> => {
    lookedAt = performance.now()
    try {
      const now = stamp()
      if (now === seen) return ring
      seen = now
      ring = load()
    } catch {
      // Missing or refused at this moment.
    }
    return ring
  }
  const now = (): KeyRing<Key> => (performance.now() - lookedAt < LOOK_EVERY_MS ? ring : look())
  return {
    get current() {
      return now().current
    },
    find: (kid) => ring.find(kid) ?? look().find(kid),
    all: () => now().all(),
  }
}

/** All keys of the server. Throws `SecretRefused`, naming the file, when one is missing, malformed or not fit for production. */
export const loadKeys = ({ stateDir, production }: { stateDir: string; production: boolean }): Keys => {
  const rawOf = (name: KeyFile): RawKey[] =>
    readRingFile(pathOfKeys(stateDir, name), name, production).keys.map(({ kid, key }) => ({
      kid,
      key: Buffer.from(key, 'base64url'),
    }))
  const symmetric = (name: KeyFile) => (): KeyRing =>
    asRing(
      rawOf(name).map(({ kid, key }) => {
        if (key.length !== 32) throw new SecretRefused(`${pathOfKeys(stateDir, name)}: key ${kid} is not 32 bytes long`)
        return { kid, key: createSecretKey(key) }
      }),
    )
  const requireEd25519 = (name: KeyFile, kid: string, key: KeyObject): KeyObject => {
    if (key.asymmetricKeyType !== 'ed25519')
      throw new SecretRefused(`${pathOfKeys(stateDir, name)}: key ${kid} is not Ed25519`)
    return key
  }
  const pairOf = (name: KeyFile, { kid, key }: RawKey): KeyPair => {
    const privateKey = requireEd25519(name, kid, createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
    return { privateKey, publicKey: createPublicKey(privateKey) }
  }
  const pairs = (): BearerKeys => asRing(rawOf('bearer').map((raw) => ({ kid: raw.kid, key: pairOf('bearer', raw) })))
  const paperKeys = (): PaperKeys =>
    asRing<PaperKey>(
      rawOf('papers').map((raw, index) => {
        if (index === 0) return { kid: raw.kid, key: pairOf('papers', raw) }
        const publicKey = createPublicKey({ key: raw.key, format: 'der', type: 'spki' })
        return { kid: raw.kid, key: { privateKey: null, publicKey: requireEd25519('papers', raw.kid, publicKey) } }
      }),
    )
  const followed = <Key>(name: KeyFile, load: () => KeyRing<Key>) => following(pathOfKeys(stateDir, name), load)
  return {
    bearer: followed('bearer', pairs),
    papers: followed('papers', paperKeys),
    otp: followed('otp', symmetric('otp')),
    blindIndex: symmetric('blind-index')().current.key,
    sealing: followed('sealing', symmetric('sealing')),
    cursor: symmetric('cursor')().current.key,
  }
}
