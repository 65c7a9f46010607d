/**
 * What a server must not start with. In production everything that exists for development is refused by the name of its
 * setting; outside production a live secret is, so that no test run ever moves real money.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { PAYPAL_HOSTS, PAYPAL_LIVE_HOST } from '#providers/paypal/settings.ts'
import { ConfigRefused } from './config-refused.ts'
import { isLoopback } from './loopback.ts'
import { hostUrls } from './db/hosts.ts'

/** The floor of OWASP and ours: 19 MiB, two passes, one lane. */
const ARGON2_FLOOR = { memoryKib: 19_456, passes: 2, lanes: 1 }

type Check = { setting: string; reason: string; fails: (config: Config) => boolean }

const isSandbox = (rail: string | { sandbox: boolean }): boolean => typeof rail !== 'string' && rail.sandbox
const refusesSandbox = (config: Config): boolean => config.production && !config.allowSandbox

/** Whether the connection to the database, or to each of several, can be neither read nor impersonated. */
const isPrivateWay = (databaseUrl: string): boolean =>
  hostUrls(databaseUrl).every((one) => {
    const { hostname, searchParams } = new URL(one)
    const host = searchParams.get('host') ?? decodeURIComponent(hostname)
    const isHere = host === '' || host.startsWith('/') || isLoopback(host)
    return isHere || searchParams.get('sslmode') === 'verify-full'
  })

const HTTPS = 'must be https: it receives secrets'
const isInTheOpen = (rail: string | { url: string; sandbox: boolean }): boolean =>
  typeof rail !== 'string' && !rail.sandbox && !rail.url.startsWith('https:')

const byIncrease = (ach: Config['ach']) => ach !== 'off' && ach.by === 'increase'
const byFile = (ach: Config['ach']) => ach !== 'off' && ach.by === 'nacha'

const hostOf = ({ url }: { url: string }): string => new URL(url).host

const everywhere: Check[] = [
  {
    setting: 'STRIPE_SECRET_KEY',
    reason: 'a live key outside production would move real money',
    fails: ({ production, card }) => !production && card !== 'off' && /^(sk|rk)_live_/.test(card.secretKey),
  },
  {
    setting: 'PAYPAL_URL',
    reason: 'the live address outside production would move real money',
    fails: ({ production, paypal }) => !production && paypal !== 'off' && hostOf(paypal) === PAYPAL_LIVE_HOST,
  },
  {
    setting: 'PAYPAL_URL',
    reason: `must be off, the sandbox, or at ${PAYPAL_HOSTS.join(' or ')}`,
    fails: ({ paypal }) => paypal !== 'off' && !paypal.sandbox && !PAYPAL_HOSTS.includes(hostOf(paypal)),
  },
  {
    setting: 'INCREASE_URL',
    reason: 'outside production the real bank would pay out real money',
    fails: ({ production, ach }) => !production && byIncrease(ach) && new URL(ach.url).hostname === 'api.increase.com',
  },
  {
    setting: 'ARGON2_MEMORY_KIB',
    reason: `at least ${ARGON2_FLOOR.memoryKib}, or passwords are too cheap to guess`,
    fails: ({ argon2 }) => argon2.memoryKib < ARGON2_FLOOR.memoryKib,
  },
  {
    setting: 'ARGON2_PASSES',
    reason: `at least ${ARGON2_FLOOR.passes}, or passwords are too cheap to guess`,
    fails: ({ argon2 }) => argon2.passes < ARGON2_FLOOR.passes,
  },
]

const SANDBOX = 'plays the outside world on this machine; production needs the real provider (or ALLOW_SANDBOX=1)'

const production: Check[] = [
  {
    setting: 'PUBLIC_URL',
    reason: 'must be an https origin',
    fails: ({ publicUrl }) => !publicUrl.startsWith('https://'),
  },
  {
    setting: 'TRUSTED_PROXIES',
    reason: 'missing: whatever ends the https in front of this server must be named, or all clients look like one',
    fails: ({ trustedProxies }) => trustedProxies.length === 0,
  },
  {
    setting: 'DATABASE_URL',
    reason: 'must say sslmode=verify-full, unless the database is on this machine',
    fails: ({ database }) => !isPrivateWay(database.appUrl),
  },
  {
    setting: 'JOBS_DATABASE_URL',
    reason: 'must say sslmode=verify-full, unless the database is on this machine',
    fails: ({ database }) => !isPrivateWay(database.jobsUrl),
  },
  { setting: 'TEST_CLOCK', reason: 'time cannot be moved in production', fails: ({ testClock }) => testClock },
  {
    setting: 'THROTTLE_FACTOR',
    reason: 'must be 1: the budgets keep guessers out',
    fails: ({ throttleFactor }) => throttleFactor !== 1,
  },
  {
    setting: 'FAILPOINTS',
    reason: 'faults are not tried out where the money is real',
    fails: ({ failpoints }) => failpoints.length > 0,
  },
  { setting: 'STRIPE_URL', reason: SANDBOX, fails: (config) => refusesSandbox(config) && isSandbox(config.card) },
  { setting: 'PAYPAL_URL', reason: SANDBOX, fails: (config) => refusesSandbox(config) && isSandbox(config.paypal) },
  {
    setting: 'INCREASE_URL',
    reason: SANDBOX,
    fails: (config) => refusesSandbox(config) && byIncrease(config.ach) && isSandbox(config.ach),
  },
  {
    setting: 'NACHA_TRANSPORT',
    reason: SANDBOX,
    fails: (config) => refusesSandbox(config) && byFile(config.ach) && isSandbox(config.ach),
  },
  { setting: 'ONFIDO_URL', reason: SANDBOX, fails: (config) => refusesSandbox(config) && isSandbox(config.kyc) },
  { setting: 'PLAID_URL', reason: SANDBOX, fails: (config) => refusesSandbox(config) && isSandbox(config.plaid) },
  { setting: 'SMTP_URL', reason: SANDBOX, fails: (config) => refusesSandbox(config) && isSandbox(config.mail) },
  { setting: 'TWILIO_URL', reason: SANDBOX, fails: (config) => refusesSandbox(config) && isSandbox(config.sms) },
  {
    setting: 'OIDC_PROVIDERS',
    reason: SANDBOX,
    fails: (config) => refusesSandbox(config) && config.oidc.some(isSandbox),
  },
  { setting: 'OIDC_PROVIDERS', reason: HTTPS, fails: ({ oidc }) => oidc.some(isInTheOpen) },
  { setting: 'STRIPE_URL', reason: HTTPS, fails: ({ card }) => isInTheOpen(card) },
  { setting: 'PAYPAL_URL', reason: HTTPS, fails: ({ paypal }) => isInTheOpen(paypal) },
  { setting: 'INCREASE_URL', reason: HTTPS, fails: ({ ach }) => byIncrease(ach) && isInTheOpen(ach) },
  {
    setting: 'NACHA_TRANSPORT',
    reason: HTTPS,
    fails: ({ ach }) => byFile(ach) && ach.folders === null && isInTheOpen(ach),
  },
  { setting: 'ONFIDO_URL', reason: HTTPS, fails: ({ kyc }) => isInTheOpen(kyc) },
  { setting: 'PLAID_URL', reason: HTTPS, fails: ({ plaid }) => isInTheOpen(plaid) },
  { setting: 'TWILIO_URL', reason: HTTPS, fails: ({ sms }) => isInTheOpen(sms) },
  {
    setting: 'SMTP_URL',
    reason: 'must be smtps: mail carries codes and links',
    fails: ({ mail }) => !mail.sandbox && !mail.url.startsWith('smtps:'),
  },
  {
    setting: 'SECOND_FACTOR',
    reason: 'production asks for a second factor always; only `always` is accepted',
    fails: ({ secondFactor }) => secondFactor !== 'always',
  },
]

/** Stops the start with the first setting that must not be: throws `ConfigRefused`. */
export const bootChecks = (config: Config): void => {
  const checks = config.production ? [...production, ...everywhere] : everywhere
  const failed = checks.find(({ fails }) => fails(config))
  if (failed) throw new ConfigRefused(failed.setting, failed.reason)
}

/** Stops the start of a server in production that has no pages to serve. A process that only runs jobs needs none. */
export const requirePages = ({ production: isLive, webDir }: Pick<Config, 'production' | 'webDir'>): void => {
  if (!isLive || (webDir !== null && existsSync(join(webDir, 'index.html')))) return
  throw new ConfigRefused('WEB_DIR', 'must be the folder of the built pages: `npm run build` makes packages/web/dist')
}
