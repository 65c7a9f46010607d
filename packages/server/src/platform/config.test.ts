import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aWebDir } from '#test/web-dir.ts'
import { bootChecks, requirePages } from './boot-checks.ts'
import { parseConfig, startPort } from './config.ts'
import type { Environment } from './given-setting.ts'
import webPush from 'web-push'
import { ConfigRefused } from './config-refused.ts'
import type { SandboxSecrets } from './secrets.ts'

const shared: SandboxSecrets = {
  stripeSecretKey: 'sk_test_shared',
  stripeWebhookSecret: 'whsec_shared',
  twilioAccountSid: 'ACshared',
  twilioAuthToken: 'token',
  onfidoApiToken: 'api',
  onfidoWebhookToken: 'hook',
  increaseApiKey: '0123456789abcdef',
  increaseWebhookSecret: '0123456789abcdef',
  increaseAccountId: 'account_0123456789',
  plaidClientId: 'client',
  plaidSecret: 'plaid',
  plaidAccessToken: 'access',
  plaidAccountId: 'account',
  paypalClientId: 'client',
  paypalClientSecret: 'secret',
  paypalWebhookId: 'HOOK',
  mailHookToken: 'hook',
  vapidPublicKey: 'point',
  vapidPrivateKey: 'number',
  oidcGoogleSecret: 'google',
  oidcApplePrivateKey: 'apple',
}
const needed = {
  DATABASE_URL: 'postgresql://app:secret-word@127.0.0.1/puente',
  JOBS_DATABASE_URL: 'postgresql://jobs:x@127.0.0.1/puente',
}
const parse = (env: Environment = {}) => parseConfig({ ...needed, ...env }, () => shared)

const live: Environment = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://puente.example',
  TRUSTED_PROXIES: '10.0.0.0/8',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_0',
  PAYPAL_CLIENT_ID: 'd',
  PAYPAL_CLIENT_SECRET: 'e',
  PAYPAL_WEBHOOK_ID: 'f',
  INCREASE_API_KEY: 'i',
  INCREASE_WEBHOOK_SECRET: 'j,k',
  INCREASE_ACCOUNT_ID: 'account_1',
  ONFIDO_API_TOKEN: 'a',
  ONFIDO_WEBHOOK_TOKEN: 'b',
  PLAID_CLIENT_ID: 'd',
  PLAID_SECRET: 'e',
  ZELLE_ADDRESS: 'pay@puente.example',
  ZELLE_PLAID_ACCESS_TOKEN: 'f',
  ZELLE_PLAID_ACCOUNT_ID: 'g',
  SMTP_URL: 'smtps://user:word@mail.example:465',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'c',
  TWILIO_FROM: '+12025550100',
}

const settingOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof ConfigRefused) return error.setting
    throw error
  }
  return 'nothing refused'
}

test('without any setting but the database everything is the sandbox of this machine', () => {
  const config = parse()
  expect(config).toMatchObject({
    production: false,
    ports: { web: 3000, internal: 3002, sandbox: 3010, smtp: 3011 },
    publicUrl: 'http://localhost:3000',
    secondFactor: 'acts',
    card: {
      url: 'http://127.0.0.1:3010',
      sandbox: true,
      secretKey: 'sk_test_shared',
      webhookSecrets: ['whsec_shared'],
    },
    ach: { url: 'http://127.0.0.1:3010/wire/increase', sandbox: true, webhookSecrets: ['0123456789abcdef'] },
    achRelease: { at: 'immediate', cutoff: '16:00' },
    kyc: { url: 'http://127.0.0.1:3010/wire/onfido/v3.6', sandbox: true },
    mail: { url: 'smtp://127.0.0.1:3011', sandbox: true },
    sms: { url: 'http://127.0.0.1:3010/wire/twilio', sandbox: true, accountSid: 'ACshared' },
  })
  expect(() => bootChecks(config)).not.toThrow()
})

test('one base moves every port, and the addresses that follow from them', () => {
  const config = parse({ PUENTE_PORT: '4100' })
  expect(config.ports).toEqual({ web: 4100, internal: 4102, sandbox: 4110, smtp: 4111 })
  expect(config.publicUrl).toBe('http://localhost:4100')
  expect(config.sandboxPublicUrl).toBe('http://localhost:4110')
  expect(parse({ PUENTE_PORT: '4100', INTERNAL_PORT: '9000' }).ports.internal).toBe(9000)
})

test('a start with PORT, which would move nothing, is refused and told of PUENTE_PORT', () => {
  expect(startPort({ PUENTE_PORT: '4100', PORT: '8080' })).toBe(4100)
  expect(startPort({ PORT: '' })).toBe(3000)
  expect(() => startPort({ PORT: '4100' })).toThrow('PORT: not a setting of Puente; PUENTE_PORT moves all its ports')
  expect(settingOf(() => startPort({ PUENTE_PORT: 'http' }))).toBe('PUENTE_PORT')
  expect(parse({ PORT: '4100' }).ports.web).toBe(3000)
})

test('live settings are taken as given, a rotated webhook secret as a list', () => {
  const config = parse(live)
  expect(config.card).toEqual({
    url: 'https://api.stripe.com',
    sandbox: false,
    secretKey: 'sk_live_1',
    webhookSecrets: ['whsec_1', 'whsec_0'],
  })
  expect(config).toMatchObject({ production: true, secondFactor: 'always', kyc: { sandbox: false } })
})

test.each<[string, string]>([
  ['PUENTE_PORT', '70000'],
  ['PUENTE_PORT', 'http'],
  ['PUENTE_PORT', '0'],
  ['PUENTE_PORT', '65530'],
  ['NODE_ENV', 'staging'],
  ['PUBLIC_URL', 'puente.example'],
  ['PUBLIC_URL', 'http://localhost:3000/app'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['DATABASE_URL', 'postgres://app:x@h1:5432,h2:nowhere/puente'],
  ['SECOND_FACTOR', 'sometimes'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TEST_CLOCK', 'yes'],
  ['ARGON2_PASSES', '-1'],
  ['SMTP_URL', 'http://mail'],
  ['CARD_PROVIDER', 'cash'],
  ['PAYPAL_URL', 'on'],
  ['LOG_LEVEL', 'loud'],
  ['NACHA_TRANSPORT', 'file:out,in'],
  ['NACHA_ODFI_ROUTING', '091000018'],
  ['NACHA_COMPANY_NAME', 'Puente'],
  ['NACHA_ACCOUNT', '12'],
])('%s=%s stops the start and names the variable, never its value', (name, value) => {
  expect(() => parse({ [name]: value })).toThrow(new RegExp(`^${name}: `))
  expect(settingOf(() => parse({ [name]: value }))).toBe(name)
})

test('keys of push messages that are no pair, or no address to write to, stop the start', () => {
  const pair = () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
  }
  const one = pair()
  expect(parse({ ...live, ...one }).push).toMatchObject({ publicKey: one.VAPID_PUBLIC_KEY })
  const another = { ...one, VAPID_PUBLIC_KEY: pair().VAPID_PUBLIC_KEY }
  expect(settingOf(() => parse({ ...live, ...another }))).toBe('VAPID_PUBLIC_KEY')
  expect(settingOf(() => parse({ ...live, ...one, VAPID_PRIVATE_KEY: '_'.repeat(43) }))).toBe('VAPID_PRIVATE_KEY')
  for (const subject of ['https:', 'https://', 'mailto:', 'mailto:nobody'])
    expect(settingOf(() => parse({ ...live, ...one, VAPID_SUBJECT: subject }))).toBe('VAPID_SUBJECT')
})

test('a message never holds a secret', () => {
  expect(() => parse({ DATABASE_URL: 'mysql://app:secret-word@host/db' })).toThrow(/^(?!.*secret-word)/)
})

test('what is missing is named, and empty counts as missing', () => {
  expect(settingOf(() => parseConfig({}, () => shared))).toBe('DATABASE_URL')
  expect(settingOf(() => parseConfig({ ...needed, DATABASE_URL: ' ' }, () => shared))).toBe('DATABASE_URL')
})

test.each([
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'INCREASE_API_KEY',
  'INCREASE_WEBHOOK_SECRET',
  'INCREASE_ACCOUNT_ID',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'ONFIDO_API_TOKEN',
  'ONFIDO_WEBHOOK_TOKEN',
  'PLAID_CLIENT_ID',
  'PLAID_SECRET',
  'ZELLE_ADDRESS',
  'ZELLE_PLAID_ACCESS_TOKEN',
  'ZELLE_PLAID_ACCOUNT_ID',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
])('a live provider without %s is refused', (name) =>
  expect(settingOf(() => parse({ ...live, [name]: undefined }))).toBe(name),
)

test('a provider counts as sandbox when it is on this machine, whatever it is called', () => {
  const sandboxOf = (url: string): unknown => parse({ ...live, STRIPE_URL: url }).card
  for (const url of ['http://localhost:9', 'http://127.9.9.9', 'http://[::1]:80', 'http://a.localhost']) {
    expect(sandboxOf(url)).toMatchObject({ sandbox: true })
  }
  expect(parse({ ...live, SANDBOX_URL: 'http://box.example', STRIPE_URL: 'http://box.example' }).card).toMatchObject({
    sandbox: true,
  })
  expect(sandboxOf('https://localhost.example')).toMatchObject({ sandbox: false })
})

test('Plaid is wanted only where the feed of our account or the linking of banks is on', () => {
  expect(parse()).toMatchObject({
    bankLink: true,
    plaid: { url: 'http://127.0.0.1:3010/wire/plaid', sandbox: true, clientId: 'client', secret: 'plaid' },
    zelle: { payTo: { address: 'pay@puente.test', name: 'Puente' }, sandbox: true, pollSeconds: 30 },
  })
  expect(parse({ ...live, PLAID_SECRET: undefined, ZELLE_FEED: 'off' })).toMatchObject({ plaid: 'off', zelle: 'off' })
  expect(parse({ ...live, PLAID_SECRET: undefined, ZELLE_FEED: 'import' })).toMatchObject({
    plaid: 'off',
    zelle: { plaid: null, sandbox: false },
  })
  expect(settingOf(() => parse({ ...live, PLAID_SECRET: undefined, ZELLE_FEED: 'off', BANK_LINK: 'on' }))).toBe(
    'PLAID_SECRET',
  )
})

test('withdrawals to banks leave with the batch of the day where they are real, and never by accident from a test', () => {
  expect(parse(live).achRelease).toEqual({ at: 'atCutoff', cutoff: '16:00' })
  expect(parse({ ACH_RELEASE: 'atCutoff', ACH_CUTOFF: '15:30' }).achRelease).toEqual({
    at: 'atCutoff',
    cutoff: '15:30',
  })
  expect(() => parse({ ACH_CUTOFF: '25:00' })).toThrow(/^ACH_CUTOFF: /)
  const real = { INCREASE_URL: 'https://api.increase.com', INCREASE_API_KEY: 'i', INCREASE_ACCOUNT_ID: 'a' }
  expect(settingOf(() => bootChecks(parse({ ...real, INCREASE_WEBHOOK_SECRET: 'j' })))).toBe('INCREASE_URL')
})

const byFile = {
  ACH_PROVIDER: 'nacha',
  NACHA_TRANSPORT: 'file:/var/bank/out,/var/bank/in',
  NACHA_ODFI_ROUTING: '021000021',
  NACHA_ORIGIN_ID: '1234567890',
  NACHA_COMPANY_ID: '1234567890',
  NACHA_COMPANY_NAME: 'PUENTE INC',
  NACHA_ACCOUNT: '400012345678',
}

test('withdrawals may leave by file, over folders or to an address; unset, to the bank of the sandbox', () => {
  expect(parse({ ACH_PROVIDER: 'nacha' }).ach).toMatchObject({
    by: 'nacha',
    url: 'http://127.0.0.1:3010/wire/nacha',
    sandbox: true,
    folders: null,
    isBalanced: false,
  })
  const folders = parse({ ...live, ...byFile, NACHA_OFFSET: 'debit' })
  expect(folders.ach).toMatchObject({
    folders: { out: '/var/bank/out', into: '/var/bank/in' },
    sandbox: false,
    isBalanced: true,
  })
  expect(() => bootChecks(folders)).not.toThrow()
  for (const name of Object.keys(byFile).filter((one) => one !== 'ACH_PROVIDER'))
    expect(settingOf(() => parse({ ...live, ...byFile, [name]: undefined }))).toBe(name)
  const gateway = { ...live, ...byFile, NACHA_TRANSPORT: 'https://files.bank.example' }
  expect(settingOf(() => parse(gateway))).toBe('NACHA_TOKEN')
  expect(() => bootChecks(parse({ ...gateway, NACHA_TOKEN: 't' }))).not.toThrow()
})

test('a rail can be closed', () => {
  expect(parse({ CARD_PROVIDER: 'off', ACH_PROVIDER: 'off', SMS_PROVIDER: 'off', KYC_PROVIDER: 'off' })).toMatchObject({
    card: 'off',
    ach: 'off',
    sms: 'off',
    kyc: 'off',
  })
})

test.each<[string, Environment]>([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://puente.example' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://app:x@db.example/puente' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://app:x@127.0.0.1,db.example/puente' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://app:x@h1,h2/puente?sslmode=require' }],
  ['JOBS_DATABASE_URL', { JOBS_DATABASE_URL: 'postgres://jobs:x@db.example/puente?sslmode=disable' }],
  ['STRIPE_URL', { STRIPE_URL: 'http://stripe.example' }],
  ['INCREASE_URL', { INCREASE_URL: 'http://increase.example' }],
  ['INCREASE_URL', { INCREASE_URL: 'http://127.0.0.1:3010' }],
  ['NACHA_TRANSPORT', { ...byFile, NACHA_TRANSPORT: 'http://files.bank.example', NACHA_TOKEN: 't' }],
  ['NACHA_TRANSPORT', { ...byFile, NACHA_TRANSPORT: 'http://127.0.0.1:3010/wire/nacha' }],
  ['ONFIDO_URL', { ONFIDO_URL: 'http://onfido.example' }],
  ['PLAID_URL', { PLAID_URL: 'http://plaid.example' }],
  ['TWILIO_URL', { TWILIO_URL: 'http://twilio.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://user:word@mail.example:587' }],
  ['TEST_CLOCK', { TEST_CLOCK: '1' }],
  ['THROTTLE_FACTOR', { THROTTLE_FACTOR: '10' }],
  ['FAILPOINTS', { FAILPOINTS: 'batch.committed=kill' }],
  ['STRIPE_URL', { STRIPE_URL: 'http://127.0.0.1:3010' }],
  ['PAYPAL_URL', { PAYPAL_URL: 'http://127.0.0.1:3010/wire/paypal' }],
  ['PAYPAL_URL', { PAYPAL_URL: 'http://api-m.paypal.com' }],
  ['PAYPAL_URL', { PAYPAL_URL: 'https://paypal.example' }],
  ['ONFIDO_URL', { ONFIDO_URL: 'http://127.0.0.1:3010' }],
  ['PLAID_URL', { PLAID_URL: 'http://127.0.0.1:3010' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://localhost:3011' }],
  ['TWILIO_URL', { TWILIO_URL: 'http://127.0.0.1:3010' }],
  ['SECOND_FACTOR', { SECOND_FACTOR: 'acts' }],
  ['ARGON2_MEMORY_KIB', { ARGON2_MEMORY_KIB: '1024' }],
  ['ARGON2_PASSES', { ARGON2_PASSES: '1' }],
])('[V12.3.1] production refuses a wrong %s by name', (setting, env) => {
  expect(settingOf(() => bootChecks(parse({ ...live, ...env })))).toBe(setting)
})

test('a database of this machine, or one that is reached under verified TLS, is good enough for production', () => {
  const [here, there] = [
    'postgres://app:x@%2Frun%2Fpg/puente',
    'postgres://app:x@h1:5432,h2/puente?sslmode=verify-full',
  ]
  for (const url of [here, there])
    expect(() => bootChecks(parse({ ...live, DATABASE_URL: url, JOBS_DATABASE_URL: url }))).not.toThrow()
})

test('an https address without a word about NODE_ENV is refused: it would be served as development', () => {
  expect(settingOf(() => parse({ PUBLIC_URL: 'https://puente.example' }))).toBe('NODE_ENV')
  expect(parse({ PUBLIC_URL: 'https://puente.example', NODE_ENV: 'development' }).production).toBe(false)
  expect(parse({ PUBLIC_URL: 'http://puente.example' }).production).toBe(false)
})

test('a setting may come from a file that NAME_FILE names, and from one place only', () => {
  const dir = mkdtempSync(join(tmpdir(), 'puente-config-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'database-url')
  writeFileSync(file, 'postgres://app:from-file@h1/puente\n')
  expect(parse({ DATABASE_URL: undefined, DATABASE_URL_FILE: file }).database.appUrl).toBe(
    'postgres://app:from-file@h1/puente',
  )
  expect(settingOf(() => parse({ DATABASE_URL_FILE: file }))).toBe('DATABASE_URL')
  expect(settingOf(() => parse({ DATABASE_URL: '', DATABASE_URL_FILE: join(dir, 'none') }))).toBe('DATABASE_URL_FILE')
})

test('production starts with the settings it wants, and asks everybody for a second factor', () => {
  const config = parse(live)
  expect(() => bootChecks(config)).not.toThrow()
  expect(config.secondFactor).toBe('always')
})

test('a production server needs the built pages, and listens on loopback alone unless an address is named', async () => {
  const webDir = await aWebDir()
  onTestFinished(() => rm(webDir, { recursive: true }))
  expect(() => requirePages({ production: true, webDir })).not.toThrow()
  for (const missing of [null, join(webDir, 'assets')])
    expect(settingOf(() => requirePages({ production: true, webDir: missing }))).toBe('WEB_DIR')
  expect(() => requirePages({ production: false, webDir: null })).not.toThrow()
  expect(parse({}).webHost).toBeNull()
  expect(parse({ WEB_HOST: '::' }).webHost).toBe('::')
  expect(settingOf(() => parse({ WEB_HOST: 'localhost' }))).toBe('WEB_HOST')
})

test('ALLOW_SANDBOX lifts only the refusal of sandbox providers', () => {
  const env = { ...live, STRIPE_URL: 'http://127.0.0.1:3010', ALLOW_SANDBOX: '1' }
  expect(() => bootChecks(parse(env))).not.toThrow()
  expect(settingOf(() => bootChecks(parse({ ...env, TEST_CLOCK: '1' })))).toBe('TEST_CLOCK')
})

test('outside production a live card key and weak password hashing are refused', () => {
  expect(settingOf(() => bootChecks(parse({ STRIPE_SECRET_KEY: 'sk_live_1' })))).toBe('STRIPE_SECRET_KEY')
  const paypal = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b', PAYPAL_WEBHOOK_ID: 'c' }
  const at = (url: string) => parse({ ...paypal, PAYPAL_URL: url })
  expect(settingOf(() => bootChecks(at('https://api-m.paypal.com')))).toBe('PAYPAL_URL')
  expect(() => bootChecks(at('https://api-m.sandbox.paypal.com'))).not.toThrow()
  expect(parse({ PAYPAL_URL: 'off' }).paypal).toBe('off')
  expect(settingOf(() => bootChecks(parse({ ARGON2_MEMORY_KIB: '19455' })))).toBe('ARGON2_MEMORY_KIB')
})

test('the database may be several servers, and may be declared distributed', () => {
  const url = 'postgres://app:x@h1:5432,h2:5433/puente'
  expect(parse({ DATABASE_URL: url }).database).toMatchObject({ appUrl: url, distributed: false })
  expect(parse({ DATABASE_DISTRIBUTED: '1' }).database.distributed).toBe(true)
})
