/**
 * Configuration is read once, here, and nowhere else: no other file looks at the environment. A value that is wrong stops
 * the process with the name of its variable. All ports come from one base, so that two copies run side by side.
 */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type AchRelease, achRelease, type AchSettings, achSettings, achVariables } from '#providers/ach/settings.ts'
import { cardVariables, type CardSettings, cardSettings } from '#providers/card/settings.ts'
import { blobDirOf, filesVariables } from '#providers/files/settings.ts'
import {
  identityCheckVariables,
  type IdentityCheckSettings,
  identityCheckSettings,
} from '#providers/identity-check/settings.ts'
import { mailVariables, type MailSettings, mailSettings } from '#providers/mail/settings.ts'
import { oidcSettings, oidcVariables, type IssuerSettings } from '#providers/oidc/settings.ts'
import { isBankLinkOn, plaidVariables, type PlaidSettings, plaidSettings } from '#providers/plaid/settings.ts'
import { paypalSettings, paypalVariables, type PaypalSettings } from '#providers/paypal/settings.ts'
import type { Credential, SettingsSource } from '#providers/settings.ts'
import { type PushSettings, pushSettings, pushVariables } from '#providers/push/settings.ts'
import { smsVariables, type SmsSettings, smsSettings } from '#providers/sms/settings.ts'
import { zelleVariables, type ZelleSettings, zelleSettings } from '#providers/zelle/settings.ts'
import {
  address,
  databaseUrl,
  failpoints,
  flag,
  httpUrl,
  integer,
  networks,
  origin,
  port,
  text,
  type ValuesOf,
} from './config-forms.ts'
import { ConfigRefused } from './config-refused.ts'
import type { ArmedPoint } from './failpoints.ts'
import { type Environment, givenSetting } from './given-setting.ts'
import { isLoopback } from './loopback.ts'
import { type SandboxSecrets, sandboxSecrets } from './secrets.ts'

/**
 * Every variable the server reads, or reads from the file that `NAME_FILE` names; each provider brings its own. Empty counts
 * as not set.
 */
const variables = {
  NODE_ENV: z.optional(z.enum(['development', 'test', 'production'])),
  LOG_LEVEL: z.optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
  PUENTE_PORT: z._default(port, 3000),
  INTERNAL_PORT: z.optional(port),
  INTERNAL_HOST: z.optional(address),
  SANDBOX_PORT: z.optional(port),
  SANDBOX_SMTP_PORT: z.optional(port),
  PUBLIC_URL: z.optional(origin),
  PUENTE_STATE: z._default(text, '.puente'),
  DATABASE_URL: databaseUrl,
  JOBS_DATABASE_URL: databaseUrl,
  DATABASE_POOL: z._default(integer(4, 200), 20),
  DATABASE_DISTRIBUTED: z._default(flag, false),
  SECOND_FACTOR: z.optional(z.enum(['always', 'acts', 'off'])),
  TRUSTED_PROXIES: z._default(networks, []),
  TEST_CLOCK: z._default(flag, false),
  THROTTLE_FACTOR: z._default(integer(1, 1_000), 1),
  REQUEST_DEADLINE_MS: z._default(integer(50, 60_000), 8_000),
  REQUEST_BODY_MS: z._default(integer(50, 60_000), 5_000),
  DRAIN_MS: z._default(integer(0, 60_000), 0),
  FAILPOINTS: z.optional(failpoints),
  ARGON2_MEMORY_KIB: z._default(integer(8, 4_194_304), 19_456),
  ARGON2_PASSES: z._default(integer(1, 100), 2),
  ARGON2_LANES: z._default(integer(1, 16), 1),
  PROVIDERS: z.optional(z.enum(['sandbox', 'live'])),
  ALLOW_SANDBOX: z._default(flag, false),
  SANDBOX_URL: z.optional(httpUrl),
  SANDBOX_PUBLIC_URL: z.optional(httpUrl),
  WEB_DIR: z.optional(text),
  WEB_HOST: z.optional(address),
  ...cardVariables,
  ...achVariables,
  ...identityCheckVariables,
  ...mailVariables,
  ...smsVariables,
  ...pushVariables,
  ...filesVariables,
  ...oidcVariables,
  ...plaidVariables,
  ...zelleVariables,
  ...paypalVariables,
}
type Values = ValuesOf<typeof variables>

const readVariable = <Schema extends z.ZodMiniType>(env: Environment, name: string, schema: Schema) => {
  const value = givenSetting(env, name)
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (value === undefined) throw new ConfigRefused(name, 'missing')
  const wanted = issue?.code === 'invalid_value' ? `one of ${issue.values.join(', ')} is wanted` : issue?.message
  throw new ConfigRefused(name, wanted ?? 'not understood')
}

const readVariables = (env: Environment): Values => {
  const entries = Object.entries(variables).map(([name, schema]) => [
    name,
    readVariable(env, name, schema as z.ZodMiniType),
  ])
  return Object.fromEntries(entries) as Values
}

const withRoom = (base: number): number => {
  if (base + 11 > 65_535) throw new ConfigRefused('PUENTE_PORT', 'must leave room for eleven more ports')
  return base
}

/** The first port of `npm start`. Throws `ConfigRefused` where `PORT` is set in its place, which moves nothing, or it is no port. */
export const startPort = (env: Environment): number => {
  if (env['PORT'] && !env['PUENTE_PORT'])
    throw new ConfigRefused('PORT', 'not a setting of Puente; PUENTE_PORT moves all its ports')
  return withRoom(readVariable(env, 'PUENTE_PORT', variables.PUENTE_PORT))
}

export type Config = {
  production: boolean
  logLevel: NonNullable<Values['LOG_LEVEL']>
  ports: { web: number; internal: number; sandbox: number; smtp: number }
  /** Origin of the users' application, without a slash at its end. */
  publicUrl: string
  /** Absolute. */
  stateDir: string
  /** `distributed`: its tables are spread over several machines, and the ledger posts one batch at a time. */
  database: { appUrl: string; jobsUrl: string; poolSize: number; distributed: boolean }
  secondFactor: 'always' | 'acts' | 'off'
  /** Addresses or networks whose forwarding header names the client. */
  trustedProxies: string[]
  testClock: boolean
  /** Multiplies every budget of calls; more than 1 only for load runs and journeys. */
  throttleFactor: number
  /** A call that is not done by then is answered all the same. */
  requestDeadlineMs: number
  /** A JSON body that has not come by then is not waited for. */
  requestBodyMs: number
  /** How long a server that is asked to end goes on serving, so that proxies notice and send it nothing new. */
  drainMs: number
  /** Faults to try out; none in production. */
  failpoints: ArmedPoint[]
  argon2: { memoryKib: number; passes: number; lanes: number; atOnce: number }
  allowSandbox: boolean
  sandboxUrl: string
  sandboxPublicUrl: string
  card: CardSettings
  paypal: PaypalSettings
  ach: AchSettings
  /** When withdrawals to banks leave. */
  achRelease: AchRelease
  kyc: IdentityCheckSettings
  mail: MailSettings
  sms: SmsSettings
  push: PushSettings
  plaid: PlaidSettings
  /** People may name their bank account by logging in to their bank, at Plaid. */
  bankLink: boolean
  zelle: ZelleSettings
  /** The services people may come from, in the order of their buttons. */
  oidc: IssuerSettings[]
  blobDir: string
  /** Folder of the built web application; null serves only the API. */
  webDir: string | null
  /** The address at which it listens for people; null for this machine alone. */
  webHost: string | null
  /** The address of the internal port. */
  internalHost: string
}

/** What is not set is the sandbox's, or with `PROVIDERS=live` refused by name. */
const settingsSource = (
  values: Values,
  { sandboxUrl, sandboxPublicUrl, smtpPort }: { sandboxUrl: string; sandboxPublicUrl: string; smtpPort: number },
  secrets: () => SandboxSecrets,
): SettingsSource => {
  const isLive = (values.PROVIDERS ?? (values.NODE_ENV === 'production' ? 'live' : 'sandbox')) === 'live'
  const isSandbox = (url: string): boolean =>
    isLoopback(new URL(url).hostname) ||
    [sandboxUrl, sandboxPublicUrl].some((own) => url === own || url.startsWith(`${own}/`))
  return {
    isLive,
    smtpPort,
    provider: (given, { live, sandboxPath, byBrowser }) => {
      const url = given ?? (isLive ? live : `${byBrowser ? sandboxPublicUrl : sandboxUrl}${sandboxPath}`)
      const sandbox = isSandbox(url)
      const credential: Credential = (setting, value, generated) => {
        if (value !== undefined) return value
        if (!sandbox) throw new ConfigRefused(setting, 'missing, and this provider is not the sandbox')
        return generated(secrets())
      }
      return { address: { url, sandbox }, credential }
    },
  }
}

/** Reads the environment. Throws `ConfigRefused` for the first value that is wrong or missing. */
export const parseConfig = (
  env: Environment,
  shared: (stateDir: string) => SandboxSecrets = sandboxSecrets,
): Config => {
  const values = readVariables(env)
  if (values.NODE_ENV === undefined && values.PUBLIC_URL?.startsWith('https:'))
    throw new ConfigRefused('NODE_ENV', 'missing, and an https PUBLIC_URL is no development; say production')
  const production = values.NODE_ENV === 'production'
  const base = withRoom(values.PUENTE_PORT)
  const ports = {
    web: base,
    internal: values.INTERNAL_PORT ?? base + 2,
    sandbox: values.SANDBOX_PORT ?? base + 10,
    smtp: values.SANDBOX_SMTP_PORT ?? base + 11,
  }
  const stateDir = resolve(values.PUENTE_STATE)
  const sandboxUrl = values.SANDBOX_URL ?? `http://127.0.0.1:${ports.sandbox}`
  const sandboxPublicUrl = values.SANDBOX_PUBLIC_URL ?? `http://localhost:${ports.sandbox}`
  const places = { sandboxUrl, sandboxPublicUrl, smtpPort: ports.smtp }
  const source = settingsSource(values, places, () => shared(stateDir))
  const bankLink = isBankLinkOn(values, production)
  const zelle = zelleSettings(values, source)
  const usesPlaid = bankLink || (zelle !== 'off' && zelle.plaid !== null)
  return {
    production,
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === 'test' ? 'silent' : 'info'),
    ports,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${ports.web}`,
    stateDir,
    database: {
      appUrl: values.DATABASE_URL,
      jobsUrl: values.JOBS_DATABASE_URL,
      poolSize: values.DATABASE_POOL,
      distributed: values.DATABASE_DISTRIBUTED,
    },
    secondFactor: values.SECOND_FACTOR ?? (production ? 'always' : 'acts'),
    trustedProxies: values.TRUSTED_PROXIES,
    testClock: values.TEST_CLOCK,
    throttleFactor: values.THROTTLE_FACTOR,
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    requestBodyMs: values.REQUEST_BODY_MS,
    drainMs: values.DRAIN_MS,
    failpoints: values.FAILPOINTS ?? [],
    argon2: {
      memoryKib: values.ARGON2_MEMORY_KIB,
      passes: values.ARGON2_PASSES,
      lanes: values.ARGON2_LANES,
      // One core is left to everything else, where there are several.
      atOnce: Math.max(1, availableParallelism() - 1),
    },
    allowSandbox: values.ALLOW_SANDBOX,
    sandboxUrl,
    sandboxPublicUrl,
    card: cardSettings(values, source),
    paypal: paypalSettings(values, source),
    ach: achSettings(values, source),
    achRelease: achRelease(values, source),
    kyc: identityCheckSettings(values, source),
    mail: mailSettings(values, source),
    sms: smsSettings(values, source),
    push: pushSettings(values, source, values.MAIL_FROM),
    plaid: plaidSettings(values, source, usesPlaid),
    bankLink,
    zelle,
    oidc: oidcSettings(values, source),
    blobDir: blobDirOf(values, stateDir),
    webDir: values.WEB_DIR === undefined ? null : resolve(values.WEB_DIR),
    webHost: values.WEB_HOST ?? null,
    internalHost: values.INTERNAL_HOST ?? '127.0.0.1',
  }
}
