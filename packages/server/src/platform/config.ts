/**
 * Configuration is read once, here, and nowhere else: no other file looks at the environment. A value that is wrong stops
 * the process with the name of its variable. All ports come from one base, so that two copies run side by side.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { ArmedPoint } from './failpoints.ts'
import {
  databaseUrl,
  failpoints,
  flag,
  httpUrl,
  integer,
  list,
  networks,
  origin,
  port,
  text,
  urlOf,
} from './config-forms.ts'
import { type SandboxSecrets, sandboxSecrets } from './secrets.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting is wrong. The message begins with its name and never holds its value, which may be a secret. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused'
  readonly setting: string
  constructor(setting: string, reason: string) {
    super(`${setting}: ${reason}`)
    this.setting = setting
  }
}

/** Every variable the server reads, or reads from the file that `NAME_FILE` names. Empty counts as not set. */
const variables = {
  NODE_ENV: z.optional(z.enum(['development', 'test', 'production'])),
  LOG_LEVEL: z.optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
  PUENTE_PORT: z._default(port, 3000),
  PORT: z.optional(port),
  CONSOLE_PORT: z.optional(port),
  INTERNAL_PORT: z.optional(port),
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
  FAILPOINTS: z.optional(failpoints),
  ARGON2_MEMORY_KIB: z._default(integer(8, 4_194_304), 19_456),
  ARGON2_PASSES: z._default(integer(1, 100), 2),
  ARGON2_LANES: z._default(integer(1, 16), 1),
  PROVIDERS: z.optional(z.enum(['sandbox', 'live'])),
  ALLOW_SANDBOX: z._default(flag, false),
  SANDBOX_URL: z.optional(httpUrl),
  SANDBOX_PUBLIC_URL: z.optional(httpUrl),
  CARD_PROVIDER: z._default(z.enum(['stripe', 'off']), 'stripe'),
  STRIPE_URL: z.optional(httpUrl),
  STRIPE_SECRET_KEY: z.optional(text),
  STRIPE_WEBHOOK_SECRET: z.optional(text),
  KYC_PROVIDER: z._default(z.enum(['onfido', 'off']), 'onfido'),
  ONFIDO_URL: z.optional(httpUrl),
  ONFIDO_API_TOKEN: z.optional(text),
  ONFIDO_WEBHOOK_TOKEN: z.optional(text),
  SMTP_URL: z.optional(urlOf('smtp:', 'smtps:')),
  MAIL_FROM: z._default(text, 'Puente <hello@puente.test>'),
  SMS_PROVIDER: z._default(z.enum(['twilio', 'off']), 'twilio'),
  TWILIO_URL: z.optional(httpUrl),
  TWILIO_ACCOUNT_SID: z.optional(text),
  TWILIO_AUTH_TOKEN: z.optional(text),
  TWILIO_FROM: z.optional(text),
  BLOB_DIR: z.optional(text),
  WEB_DIR: z.optional(text),
}
type Values = { [K in keyof typeof variables]: z.output<(typeof variables)[K]> }

/** What a variable says, or the file that it names: `NAME_FILE` keeps a secret out of what is told of a process. */
const givenIn = (env: Environment, name: string): string | undefined => {
  const path = env[`${name}_FILE`]?.trim()
  if (path === undefined || path === '') return env[name]?.trim()
  if ((env[name] ?? '').trim() !== '') throw new ConfigRefused(name, `set together with ${name}_FILE; one is enough`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigRefused(`${name}_FILE`, 'cannot be read')
  }
}

const readVariables = (env: Environment): Values => {
  const entries = Object.entries(variables).map(([name, schema]): [string, unknown] => {
    const given = givenIn(env, name)
    const value = given === undefined || given === '' ? undefined : given
    const parsed = z.safeParse(schema as z.ZodMiniType, value)
    if (parsed.success) return [name, parsed.data]
    const [issue] = parsed.error.issues
    if (value === undefined) throw new ConfigRefused(name, 'missing')
    const wanted = issue?.code === 'invalid_value' ? `one of ${issue.values.join(', ')} is wanted` : issue?.message
    throw new ConfigRefused(name, wanted ?? 'not understood')
  })
  return Object.fromEntries(entries) as Values
}

/** `sandbox` tells that the resolved address is this machine or the sandbox's. */
export type Rail<Settings> = 'off' | (Settings & { url: string; sandbox: boolean })

export type Config = {
  production: boolean
  logLevel: NonNullable<Values['LOG_LEVEL']>
  ports: { web: number; console: number; internal: number; sandbox: number; smtp: number }
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
  /** Faults to try out; none in production. */
  failpoints: ArmedPoint[]
  argon2: { memoryKib: number; passes: number; lanes: number; atOnce: number }
  allowSandbox: boolean
  sandboxUrl: string
  sandboxPublicUrl: string
  card: Rail<{ secretKey: string; webhookSecrets: string[] }>
  kyc: Rail<{ apiToken: string; webhookTokens: string[] }>
  mail: { url: string; from: string; sandbox: boolean }
  sms: Rail<{ accountSid: string; authToken: string; from: string }>
  blobDir: string
  /** Folder of the built web application; null serves only the API. */
  webDir: string | null
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export const isLoopback = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family !== 0) return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
  return address === 'localhost' || address.endsWith('.localhost')
}

/** Puts the providers' settings together; what is not set is the sandbox's, or with `PROVIDERS=live` refused by name. */
const readProviders = (values: Values, sandboxUrl: string, smtpPort: number, shared: () => SandboxSecrets) => {
  const isLive = (values.PROVIDERS ?? (values.NODE_ENV === 'production' ? 'live' : 'sandbox')) === 'live'
  const isSandbox = (url: string): boolean =>
    isLoopback(new URL(url).hostname) || url === sandboxUrl || url.startsWith(`${sandboxUrl}/`)
  const address = (given: string | undefined, live: string, path: string) => {
    const url = given ?? (isLive ? live : `${sandboxUrl}${path}`)
    return { url, sandbox: isSandbox(url) }
  }
  const credential = (name: keyof Values, sandbox: boolean, generated: () => string): string => {
    const given = values[name]
    if (typeof given === 'string') return given
    if (!sandbox) throw new ConfigRefused(name, 'missing, and this provider is not the sandbox')
    return generated()
  }
  const stripe = address(values.STRIPE_URL, 'https://api.stripe.com', '')
  const onfido = address(values.ONFIDO_URL, 'https://api.us.onfido.com/v3.6', '/wire/onfido/v3.6')
  const twilio = address(values.TWILIO_URL, 'https://api.twilio.com', '/wire/twilio')
  const smtpUrl = values.SMTP_URL ?? (isLive ? undefined : `smtp://127.0.0.1:${smtpPort}`)
  if (smtpUrl === undefined) throw new ConfigRefused('SMTP_URL', 'missing, and mail has no sandbox with PROVIDERS=live')
  return {
    card:
      values.CARD_PROVIDER === 'off'
        ? ('off' as const)
        : {
            ...stripe,
            secretKey: credential('STRIPE_SECRET_KEY', stripe.sandbox, () => shared().stripeSecretKey),
            webhookSecrets: list(
              credential('STRIPE_WEBHOOK_SECRET', stripe.sandbox, () => shared().stripeWebhookSecret),
            ),
          },
    kyc:
      values.KYC_PROVIDER === 'off'
        ? ('off' as const)
        : {
            ...onfido,
            apiToken: credential('ONFIDO_API_TOKEN', onfido.sandbox, () => shared().onfidoApiToken),
            webhookTokens: list(credential('ONFIDO_WEBHOOK_TOKEN', onfido.sandbox, () => shared().onfidoWebhookToken)),
          },
    mail: { url: smtpUrl, from: values.MAIL_FROM, sandbox: isLoopback(new URL(smtpUrl).hostname) },
    sms:
      values.SMS_PROVIDER === 'off'
        ? ('off' as const)
        : {
            ...twilio,
            accountSid: credential('TWILIO_ACCOUNT_SID', twilio.sandbox, () => shared().twilioAccountSid),
            authToken: credential('TWILIO_AUTH_TOKEN', twilio.sandbox, () => shared().twilioAuthToken),
            from: credential('TWILIO_FROM', twilio.sandbox, () => '+15005550006'),
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
  const base = values.PORT ?? values.PUENTE_PORT
  if (base + 11 > 65_535) throw new ConfigRefused('PUENTE_PORT', 'must leave room for eleven more ports')
  const ports = {
    web: base,
    console: values.CONSOLE_PORT ?? base + 1,
    internal: values.INTERNAL_PORT ?? base + 2,
    sandbox: values.SANDBOX_PORT ?? base + 10,
    smtp: values.SANDBOX_SMTP_PORT ?? base + 11,
  }
  const stateDir = resolve(values.PUENTE_STATE)
  const sandboxUrl = values.SANDBOX_URL ?? `http://127.0.0.1:${ports.sandbox}`
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
    sandboxPublicUrl: values.SANDBOX_PUBLIC_URL ?? `http://localhost:${ports.sandbox}`,
    ...readProviders(values, sandboxUrl, ports.smtp, () => shared(stateDir)),
    blobDir: resolve(values.BLOB_DIR ?? join(stateDir, 'files')),
    webDir: values.WEB_DIR === undefined ? null : resolve(values.WEB_DIR),
  }
}
