/**
 * Secrets live in files of `<state>/secrets`, mode 0600, one file per use; never in the environment, the log or the
 * database. Outside production a missing file is made once. What a server is given of keys is in `key-rings.ts`; here is what
 * the database and the sandbox are entered with.
 */
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { LOGIN_ROLES, type Passwords } from './db/roles.ts'
import { checkMode, read, readOrMake, SecretRefused, secretsFolder, writeOnce } from './secret-file.ts'

export { keyRing, type Keys, loadKeys } from './key-rings.ts'
export { SecretRefused } from './secret-file.ts'

export type SandboxSecrets = {
  stripeSecretKey: string
  stripeWebhookSecret: string
  twilioAccountSid: string
  twilioAuthToken: string
  onfidoApiToken: string
  onfidoWebhookToken: string
  increaseApiKey: string
  increaseWebhookSecret: string
  increaseAccountId: string
  plaidClientId: string
  plaidSecret: string
  /** Of our own account, whose feed tells of payments by Zelle. */
  plaidAccessToken: string
  plaidAccountId: string
  paypalClientId: string
  paypalClientSecret: string
  paypalWebhookId: string
  /** What the sandbox shows when it hands over returned mail. */
  mailHookToken: string
  /** P-256, in base64url as RFC 8292 has them: the point, and the number. */
  vapidPublicKey: string
  vapidPrivateKey: string
  oidcGoogleSecret: string
  /** PEM, PKCS #8, P-256. */
  oidcApplePrivateKey: string
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

/** Keeps a connection string, which holds a password, in a file that only its owner reads; answers with its path. */
export const keepUrl = (stateDir: string, name: string, url: string): string => {
  const path = join(secretsFolder(stateDir), name)
  rmSync(path, { force: true })
  writeOnce(path, `${url}\n`)
  return path
}

/**
 * Keeps the addresses that a server is started with, which hold passwords, in files that only their owner reads, and
 * answers with the settings that name them: what a process is started with can be read by others of its user.
 */
export const keepServerUrls = (
  stateDir: string,
  urls: { appUrl: string; jobsUrl: string },
): { DATABASE_URL_FILE: string; JOBS_DATABASE_URL_FILE: string } => ({
  DATABASE_URL_FILE: keepUrl(stateDir, 'database-url', urls.appUrl),
  JOBS_DATABASE_URL_FILE: keepUrl(stateDir, 'jobs-database-url', urls.jobsUrl),
})

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
  increaseApiKey: z.string(),
  increaseWebhookSecret: z.string(),
  increaseAccountId: z.string().check(z.startsWith('account_')),
  plaidClientId: z.string(),
  plaidSecret: z.string(),
  plaidAccessToken: z.string(),
  plaidAccountId: z.string(),
  paypalClientId: z.string(),
  paypalClientSecret: z.string(),
  paypalWebhookId: z.string(),
  mailHookToken: z.string(),
  vapidPublicKey: z.string(),
  vapidPrivateKey: z.string(),
  oidcGoogleSecret: z.string(),
  oidcApplePrivateKey: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----')),
})

/** The secrets of an installation that is older than some of them: those it has stay, the others are made. */
const withNewOnes = (path: string, found: unknown, make: () => SandboxSecrets): unknown => {
  if (typeof found !== 'object' || found === null) return found
  if (Object.keys(SandboxFile.shape).every((name) => name in found)) return found
  const whole = { ...make(), ...found }
  rmSync(path)
  writeOnce(path, `${JSON.stringify(whole, null, 2)}\n`)
  return whole
}

/** Where the start script, the server and the sandbox find what they share. */
export const sandboxSecretsPath = (stateDir: string): string => join(stateDir, 'secrets', 'sandbox.json')

const vapidKeys = (): Pick<SandboxSecrets, 'vapidPublicKey' | 'vapidPrivateKey'> => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A number that happens to be small is written shorter than the libraries want it.
  const number = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { vapidPublicKey: pair.getPublicKey('base64url'), vapidPrivateKey: number.toString('base64url') }
}

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
    increaseApiKey: hex(20),
    increaseWebhookSecret: hex(20),
    increaseAccountId: `account_${hex(10)}`,
    plaidClientId: hex(12),
    plaidSecret: hex(15),
    plaidAccessToken: `access-sandbox-${hex(16)}`,
    plaidAccountId: hex(18),
    paypalClientId: `A${hex(24)}`,
    paypalClientSecret: `E${hex(24)}`,
    paypalWebhookId: hex(9).slice(1).toUpperCase(),
    mailHookToken: hex(20),
    ...vapidKeys(),
    oidcGoogleSecret: hex(20),
    oidcApplePrivateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      format: 'pem',
      type: 'pkcs8',
    }) as string,
  })
  const found = readOrMake(path, false, make)
  const parsed = SandboxFile.safeParse(withNewOnes(path, found, make))
  if (!parsed.success) throw new SecretRefused(`${path}: not the secrets of a sandbox`)
  return parsed.data
}
