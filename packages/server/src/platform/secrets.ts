/**
 * Secrets live in files of `<state>/secrets`, mode 0600, one file per use; never in the environment, the log or the
 * database. Outside production a missing file is made once. A file made by us says so, and production refuses it: there,
 * keys come from the operator (`{"keys":[{"kid":"...","key":"<base64url>"}]}`, the newest first; older ones still read).
 */
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { LOGIN_ROLES, type Passwords } from './db/roles.ts'

/**
 * Keys of one use by their id; new writes take `current`, what was written under an older one is still read. A key is an
 * object made once: making one of bytes for every use takes several times as long as the use.
 */
export type KeyRing = { current: { kid: string; key: KeyObject }; find(kid: string): KeyObject | undefined }

/** The bearer's key pair, and the public halves of all pairs in use. */
export type BearerKeys = { kid: string; privateKey: KeyObject; publicKeys: ReadonlyMap<string, KeyObject> }

export type Keys = {
  bearer: BearerKeys
  /** Codes by mail and phone are kept as HMACs under this key. */
  otp: KeyObject
  /** Lookup of sealed values and claims. */
  blindIndex: KeyObject
  /** Seals fields and files. */
  sealing: KeyRing
  /** Signs page cursors. */
  cursor: KeyObject
}

export type SandboxSecrets = {
  stripeSecretKey: string
  stripeWebhookSecret: string
  twilioAccountSid: string
  twilioAuthToken: string
  onfidoApiToken: string
  onfidoWebhookToken: string
}

export class SecretRefused extends Error {
  override readonly name = 'SecretRefused'
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Writes a file that only we can read; when another process was faster, its file stays. A half-written file is never
 * seen.
 */
const writeOnce = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Refuses, or outside production mends, a secret that others on the machine can read. */
const checkMode = (path: string, production: boolean): void => {
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return
  if (production) throw new SecretRefused(`${path}: other accounts can read it; it must have mode 0600`)
  chmodSync(path, 0o600)
}

const secretsFolder = (stateDir: string): string => {
  const folder = join(stateDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The content of a secret file, made by `make` when it is missing and may be made. */
const readOrMake = (path: string, production: boolean, make: () => unknown): unknown => {
  if (read(path) === undefined) {
    if (production) throw new SecretRefused(`${path}: missing; in production secrets are provided, not generated`)
    writeOnce(path, `${JSON.stringify(make(), null, 2)}\n`)
  }
  checkMode(path, production)
  try {
    return JSON.parse(read(path) ?? '')
  } catch {
    throw new SecretRefused(`${path}: not valid JSON`)
  }
}

const RingFile = z.object({
  origin: z.optional(z.literal('generated')),
  keys: z
    .array(z.object({ kid: z.string().check(z.regex(/^[\w-]{1,40}$/)), key: z.string().check(z.regex(/^[\w-]+$/)) }))
    .check(z.minLength(1)),
})
type RawKey = { kid: string; key: Buffer }

const newKid = (): string => randomBytes(6).toString('hex')

const readRing = (folder: string, name: string, production: boolean, make: () => Buffer): [RawKey, ...RawKey[]] => {
  const path = join(folder, `${name}.json`)
  const generated = () => ({ origin: 'generated', keys: [{ kid: newKid(), key: make().toString('base64url') }] })
  const parsed = RingFile.safeParse(readOrMake(path, production, generated))
  if (!parsed.success) throw new SecretRefused(`${path}: not a list of keys`)
  if (production && parsed.data.origin === 'generated') {
    throw new SecretRefused(`${path}: generated for development; production needs a key of its own`)
  }
  const [first, ...rest] = parsed.data.keys.map(({ kid, key }) => ({ kid, key: Buffer.from(key, 'base64url') }))
  if (!first) throw new SecretRefused(`${path}: empty`)
  return [first, ...rest]
}

const readSymmetric = (folder: string, name: string, production: boolean): [RawKey, ...RawKey[]] => {
  const ring = readRing(folder, name, production, () => randomBytes(32))
  const short = ring.find(({ key }) => key.length !== 32)
  if (short) throw new SecretRefused(`${join(folder, name)}.json: key ${short.kid} is not 32 bytes long`)
  return ring
}

const readBearer = (folder: string, production: boolean): BearerKeys => {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  const pairs = readRing(folder, 'bearer', production, make).map(({ kid, key }) => {
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    if (privateKey.asymmetricKeyType !== 'ed25519') throw new SecretRefused(`bearer.json: key ${kid} is not Ed25519`)
    return { kid, privateKey, publicKey: createPublicKey(privateKey) }
  })
  const [current] = pairs
  if (!current) throw new SecretRefused('bearer.json: empty')
  return { ...current, publicKeys: new Map(pairs.map(({ kid, publicKey }) => [kid, publicKey])) }
}

/** A key ring over these keys, the first being the current one. */
export const keyRing = (keys: readonly [RawKey, ...RawKey[]]): KeyRing => {
  const made = ({ kid, key }: RawKey) => ({ kid, key: createSecretKey(key) })
  const [first, ...others] = keys
  const current = made(first)
  const all = [current, ...others.map(made)]
  return { current, find: (kid) => all.find((key) => key.kid === kid)?.key }
}

/** All keys of the server. Throws `SecretRefused`, naming the file, when one is missing, malformed or not fit for production. */
export const loadKeys = ({ stateDir, production }: { stateDir: string; production: boolean }): Keys => {
  const folder = secretsFolder(stateDir)
  const one = (name: string): KeyObject => createSecretKey(readSymmetric(folder, name, production)[0].key)
  return {
    bearer: readBearer(folder, production),
    otp: one('otp'),
    blindIndex: one('blind-index'),
    sealing: keyRing(readSymmetric(folder, 'sealing', production)),
    cursor: one('cursor'),
  }
}

const password = (): string => randomBytes(32).toString('base64url')

/** Passwords of the database's login roles, made once per installation. */
export const databasePasswords = (stateDir: string): Passwords => {
  const path = join(secretsFolder(stateDir), 'database.json')
  const make = () => Object.fromEntries(LOGIN_ROLES.map((role) => [role, password()]))
  const shape = z.record(z.enum(LOGIN_ROLES), z.string().check(z.minLength(20)))
  const parsed = shape.safeParse(readOrMake(path, false, make))
  if (!parsed.success) throw new SecretRefused(`${path}: must hold a password for each of ${LOGIN_ROLES.join(', ')}`)
  return parsed.data
}

const operatorUrlsPath = (stateDir: string): string => join(secretsFolder(stateDir), 'operator-urls.json')

/** Where the operators' and auditors' commands find the database that was prepared last. */
export type OperatorUrls = { consoleUrl: string; auditorUrl: string }

/** Tells the commands on this machine where the database is; it may be elsewhere after every start. */
export const keepOperatorUrls = (stateDir: string, { consoleUrl, auditorUrl }: OperatorUrls): void => {
  const path = operatorUrlsPath(stateDir)
  rmSync(path, { force: true })
  writeOnce(path, `${JSON.stringify({ consoleUrl, auditorUrl }, null, 2)}\n`)
}

/**
 * Keeps the addresses that a server is started with, which hold passwords, in files that only their owner reads, and
 * answers with the settings that name them: what a process is started with can be read by others of its user.
 */
export const keepServerUrls = (
  stateDir: string,
  urls: { appUrl: string; jobsUrl: string },
): { DATABASE_URL_FILE: string; JOBS_DATABASE_URL_FILE: string } => {
  const keep = (name: string, url: string): string => {
    const path = join(secretsFolder(stateDir), name)
    rmSync(path, { force: true })
    writeOnce(path, `${url}\n`)
    return path
  }
  return {
    DATABASE_URL_FILE: keep('database-url', urls.appUrl),
    JOBS_DATABASE_URL_FILE: keep('jobs-database-url', urls.jobsUrl),
  }
}

/** Throws `SecretRefused` when no database was ever prepared here. */
export const operatorUrls = (stateDir: string): OperatorUrls => {
  const path = operatorUrlsPath(stateDir)
  const text = read(path)
  if (text === undefined) throw new SecretRefused(`${path}: missing; start the product here first`)
  checkMode(path, true)
  const parsed = z.safeParse(z.object({ consoleUrl: z.string(), auditorUrl: z.string() }), JSON.parse(text))
  if (!parsed.success) throw new SecretRefused(`${path}: not the addresses of a database`)
  return parsed.data
}

const SandboxFile = z.object({
  stripeSecretKey: z.string().check(z.startsWith('sk_test_')),
  stripeWebhookSecret: z.string().check(z.startsWith('whsec_')),
  twilioAccountSid: z.string().check(z.startsWith('AC')),
  twilioAuthToken: z.string(),
  onfidoApiToken: z.string(),
  onfidoWebhookToken: z.string(),
})

/** Where the start script, the server and the sandbox find what they share. */
export const sandboxSecretsPath = (stateDir: string): string => join(stateDir, 'secrets', 'sandbox.json')

/** What the sandbox and our adapters know of each other, in the shapes the providers' SDKs insist on; made once. */
export const sandboxSecrets = (stateDir: string): SandboxSecrets => {
  const path = join(secretsFolder(stateDir), 'sandbox.json')
  const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
  const make = (): SandboxSecrets => ({
    stripeSecretKey: `sk_test_${hex(24)}`,
    stripeWebhookSecret: `whsec_${hex(24)}`,
    twilioAccountSid: `AC${hex(16)}`,
    twilioAuthToken: hex(16),
    onfidoApiToken: `api_sandbox_us.${hex(20)}`,
    onfidoWebhookToken: hex(20),
  })
  const parsed = SandboxFile.safeParse(readOrMake(path, false, make))
  if (!parsed.success) throw new SecretRefused(`${path}: not the secrets of a sandbox`)
  return parsed.data
}
