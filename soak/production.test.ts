/**
 * What docs/runbooks/production.md says, done: a PostgreSQL of its own, keys by command, the settings of production, a proxy that ends
 * TLS, and a person who signs up, comes back in another browser with a second factor, pays with a proof, freezes and unfreezes the
 * account, takes their data along and signs out. The outside world is the sandbox, as in the rehearsal that the runbook names.
 */
import { execFile } from 'node:child_process'
import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as askHttps } from 'node:https'
import { request as askHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { uuidOf } from '@puente/contract'
import { startScratchPostgres } from '@puente/postgres'
import { createSandbox } from '@puente/sandbox'
import { keepServerUrls, prepareDatabase, sandboxSecrets } from '@puente/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChild, whenReady } from '../scripts/children.ts'
import { root } from '../scripts/paths.ts'
import { freePorts } from './support/ports.ts'

const run = promisify(execFile)
const ending: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ending.toReversed()) await end()
})

/** What a proxy in front does: ends TLS, and says who asked. */
const startProxy = async (to: number, pem: { key: string; cert: string }): Promise<number> => {
  const proxy = createServer(pem, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
    }
    const onward = askHttp(
      { host: '127.0.0.1', port: to, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  ending.push(() => proxy.close())
  return (proxy.address() as AddressInfo).port
}

type Answer = {
  status: number
  data: Record<string, never>
  code?: string
  details?: Record<string, unknown>
  cookies: string[]
}
let origin = ''
let ca = ''
let sandboxUrl = ''

/** Calls over https as a browser of this origin does, with its cookies. */
const call = (
  path: string,
  body: object,
  cookies: string[] = [],
  bearer?: string,
  more: Record<string, string> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      origin,
      'sec-fetch-site': 'same-origin',
      cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...more,
    }
    const asking = askHttps(`${origin}/api${path}`, { method: 'POST', headers, ca }, (answer) => {
      let said = ''
      answer.on('data', (chunk: Buffer) => (said += chunk.toString()))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [], ...JSON.parse(said) }),
      )
    })
    asking.on('error', reject)
    asking.end(text)
  })

type Read = { status: number; headers: Record<string, unknown>; body: Buffer }
const read = (path: string, bearer?: string, more: Record<string, string> = {}): Promise<Read> =>
  new Promise((resolve, reject) => {
    const headers = { ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }), ...more }
    askHttps(`${origin}${path}`, { headers, ca }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (chunk: Buffer) => parts.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })

/** The code of the newest message; it is sent by a job. */
const codeTo = async (to: string): Promise<string> => {
  let code = ''
  const look = async () => {
    const response = await fetch(`${sandboxUrl}/inbox?to=${encodeURIComponent(to)}`)
    const [newest] = (await response.json()) as { code: string | null }[]
    code = newest?.code ?? ''
    return code
  }
  await expect.poll(look, { timeout: 20_000 }).toMatch(/^\d{6}$/)
  return code
}

/** The part of a build that the server reads when it starts. */
const PAGES = ['index.html', 'first/en.html', 'first/es.html', 'first/ko.html', 'developers/index.html']
const aWebDir = (stateDir: string): string => {
  const dir = join(stateDir, 'web')
  for (const page of PAGES) {
    mkdirSync(dirname(join(dir, page)), { recursive: true })
    writeFileSync(join(dir, page), page)
  }
  writeFileSync(join(dir, 'screens.json'), '["/sign-in"]')
  return dir
}

const main = join(root, 'packages/server/src/main.ts')
const server: { env: Record<string, string>; stateDir: string } = { env: {}, stateDir: '' }
const start = async () => {
  const child = startChild('production', main, { env: server.env, onUnexpectedExit: () => {} })
  await whenReady(child, 60_000)
  ending.push(() => child.stop(10_000))
}

beforeAll(async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'puente-production-'))
  chmodSync(stateDir, 0o711)
  ending.push(() => rmSync(stateDir, { recursive: true, force: true }))
  const pem = { key: join(stateDir, 'proxy.key'), cert: join(stateDir, 'proxy.crt') }
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    pem.key,
    '-out',
    pem.cert,
  ])
  ca = readFileSync(pem.cert, 'utf8')
  const postgres = await startScratchPostgres()
  ending.push(() => postgres.remove())
  const [web = 0, internal = 0] = await freePorts(2)
  origin = `https://localhost:${await startProxy(web, { key: readFileSync(pem.key, 'utf8'), cert: ca })}`
  const sandbox = await createSandbox({
    port: 0,
    smtpPort: 0,
    targetUrl: `http://127.0.0.1:${web}`,
    appUrl: origin,
    secrets: sandboxSecrets(stateDir),
    log: () => {},
  })
  ending.push(() => sandbox.close())
  sandboxUrl = sandbox.url
  const urls = await prepareDatabase({ superuserUrl: postgres.superuserUrl, stateDir })
  Object.assign(server, {
    stateDir,
    env: {
      ...keepServerUrls(stateDir, urls),
      NODE_ENV: 'production',
      PUENTE_STATE: stateDir,
      WEB_DIR: aWebDir(stateDir),
      PUENTE_PORT: String(web),
      INTERNAL_PORT: String(internal),
      PUBLIC_URL: origin,
      TRUSTED_PROXIES: '127.0.0.1',
      SECOND_FACTOR: 'always',
      PROVIDERS: 'sandbox',
      ALLOW_SANDBOX: '1',
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
      LOG_LEVEL: 'error',
    },
  })
})

const keys = (command: string) =>
  run(process.execPath, [join(root, 'packages/server/src/commands/keys.ts'), command], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PUENTE_STATE: server.stateDir,
    },
  })

test('without keys of its own, or with another second factor, production does not start and says why', async () => {
  const refused = async (env: Record<string, string> = {}) =>
    run(process.execPath, [main], {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...server.env, ...env },
    }).then(
      () => 'it started',
      ({ stderr }: { stderr: string }) => stderr,
    )
  expect(await refused()).toMatch(/bearer\.json: missing; in production secrets are provided/)
  expect(await refused({ SECOND_FACTOR: 'acts' })).toMatch(/^SECOND_FACTOR/)
  expect(await refused({ WEB_DIR: server.stateDir })).toMatch(/^WEB_DIR: must be the folder of the built pages/)
  expect(await refused({ ALLOW_SANDBOX: '0' })).toMatch(/production needs the real provider/)
})

/** Signs up, and proves address and number with what came there. */
const aPerson = async (fullName: string) => {
  const email = `${fullName.split(' ')[0]}.${randomUUID()}@example.com`.toLowerCase()
  const password = 'Verde-Luna-42-quieta'
  const phone = `+1212555${randomInt(1_000, 10_000)}`
  const signedUp = await call('/auth/email/sign-up', { email, password, fullName, business: false })
  expect(signedUp).toMatchObject({ status: 200 })
  const first = await call('/auth/session', { token: signedUp.data['token'] }, signedUp.cookies)
  expect(first.cookies.join()).toContain('__Host-puente=')
  const bearer = String(first.data['bearer'])
  const me = await read('/api/clients/me', bearer)
  expect(me.status).toBe(200)
  const { userID } = (JSON.parse(me.body.toString()) as { data: { userID: string } }).data
  await read('/api/clients/confirmEmail', bearer)
  const emailToken = await codeTo(email)
  expect(await call('/auth/email/confirm', { emailToken }, [], bearer)).toMatchObject({ status: 200 })
  await call('/auth/phone/registerPhone', { phone }, [], bearer)
  expect(await call('/auth/phone/confirm', { code: await codeTo(phone) }, [], bearer)).toMatchObject({ status: 200 })
  return { userID, email, password, phone, bearer }
}

test('[V12.2.1] with them it serves over https: sign-up, sign-in in another browser, and the second factor there', async () => {
  expect((await keys('create')).stdout).toContain('sealing.json made')
  await start()
  expect((await read('/sign-in')).status).toBe(200)
  const { email, password, phone } = await aPerson('Ana Morales')

  // Another browser: the password alone opens nothing.
  const back = await call('/auth/email/sign-in', { email, password })
  expect(back).toMatchObject({ status: 200 })
  const asked = await call('/auth/session', { token: back.data['token'] }, back.cookies)
  expect(asked).toMatchObject({ status: 403, code: 'stepUpRequired', details: { factors: ['code'] } })
  expect(asked.cookies.join()).not.toContain('__Host-puente=')
  const challengeId = asked.details?.['challengeId']
  const before = await codeTo(phone)
  await call('/auth/stepup/options', { challengeId, factor: 'code' })
  await expect.poll(() => codeTo(phone), { timeout: 20_000 }).not.toBe(before)
  const opened = await call('/auth/session', { challengeId, code: await codeTo(phone) }, back.cookies)
  expect(opened).toMatchObject({ status: 200 })
  const me = await read('/api/clients/me', String(opened.data['bearer']))
  expect(me.status).toBe(200)
  expect(me.headers['strict-transport-security']).toMatch(/max-age=31536000/)
})

const STEP_MS = 30_000
/** What an authenticator app shows for a secret in this half minute (RFC 6238). */
const shownByApp = (secret: string): string => {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Makes a call that asks for a proof, and makes it again with one. */
const proved = async (bearer: string, make: (headers: Record<string, string>) => Promise<Answer>, proof: object) => {
  const asked = await make({})
  expect(asked).toMatchObject({ status: 403, code: 'stepUpRequired' })
  const challengeId = asked.details?.['challengeId']
  const answer = await call('/auth/stepup/verify', { challengeId, ...proof }, [], bearer)
  expect(answer).toMatchObject({ status: 200 })
  return make({ 'step-up': String(answer.data['stepUpToken']) })
}
const dataOf = async (path: string, bearer: string) =>
  (JSON.parse((await read(`/api${path}`, bearer)).body.toString()) as { data: Record<string, unknown> }).data

test('an authenticator app, a payment with a proof, a freeze, the export and signing out, with a second factor always', async () => {
  const ana = await aPerson('Ana Morales')
  const { bearer } = ana
  const money = () => ({ 'idempotency-key': randomUUID() })

  // The app, for which the code of an SMS is asked first.
  const before = await codeTo(ana.phone)
  const startTotp = (headers: object) => call('/auth/totp/start', {}, [], ana.bearer, { ...headers })
  const asked = await startTotp({})
  expect(asked).toMatchObject({ code: 'stepUpRequired', details: { factors: ['code'] } })
  const challengeId = asked.details?.['challengeId']
  await call('/auth/stepup/options', { challengeId, factor: 'code' }, [], ana.bearer)
  await expect.poll(() => codeTo(ana.phone), { timeout: 20_000 }).not.toBe(before)
  const started = await proved(ana.bearer, startTotp, { code: await codeTo(ana.phone) })
  const secret = String(started.data['secret'])
  const confirmed = await call('/auth/totp/confirm', { code: shownByApp(secret) }, [], ana.bearer)
  expect(confirmed).toMatchObject({ status: 200 })
  const usedStep = Math.floor(Date.now() / STEP_MS)
  const [first, second, third, fourth] = confirmed.data['recoveryCodes'] as unknown as string[]

  const ben = await aPerson('Ben Lee')

  // Money in, by the card page of the provider.
  const deposit = { method: 'card', amount: 100_00, currency: 'USD' }
  const paid = await call('/deposit/start', deposit, [], ana.bearer, money())
  expect(paid).toMatchObject({ status: 200 })
  const ref = uuidOf(String(paid.data['transactionId']), 'txn')
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const page = await fetch(`${sandboxUrl}/card/sessions/${ref}/pay`, { method: 'POST', headers, body: '{}' })
  expect(page.status).toBe(200)
  const balanceOf = async (bearer: string) => (await dataOf('/clients/wallet', bearer))['USD']
  await expect.poll(() => balanceOf(ana.bearer), { timeout: 20_000 }).toBe(100_00)
  const bill = { toUser: ana.userID, type: 'custom', amount: 60_00, currency: 'USD', note: 'Two lessons' }
  const invoice = await call('/invoice/create', bill, [], ben.bearer)
  expect(invoice).toMatchObject({ status: 200 })

  // Money out, to a person never paid before: the same key passes with the proof.
  const key = money()
  const payInvoice = (headers: object) =>
    call('/invoice/payout', { invoiceId: invoice.data['invoiceId'], payMethod: 'wallet' }, [], bearer, {
      ...key,
      ...headers,
    })
  expect(await proved(bearer, payInvoice, { recoveryCode: first })).toMatchObject({ status: 200 })
  expect([await balanceOf(bearer), await balanceOf(ben.bearer)]).toEqual([40_00, 60_00])

  expect(await call('/account/freeze', {}, [], bearer)).toMatchObject({ data: { status: 'frozen' } })
  expect(await call('/deposit/start', deposit, [], bearer, money())).toMatchObject({
    status: 403,
    code: 'accountRestricted',
  })
  const unfreeze = (headers: object) => call('/account/unfreeze', {}, [], bearer, { ...headers })
  expect(await proved(bearer, unfreeze, { recoveryCode: second })).toMatchObject({ data: { status: 'open' } })

  const exportData = (headers: object) => call('/account/export', {}, [], bearer, { ...headers })
  expect(await proved(bearer, exportData, { recoveryCode: third })).toMatchObject({ status: 200 })
  const latest = async () => (await dataOf('/account/export/latest', bearer))['export'] as Record<string, string>
  await expect.poll(async () => (await latest())['state'], { timeout: 20_000 }).toBe('ready')
  const path = `/api/account/export/get?id=${(await latest())['id']}`
  const refused = JSON.parse((await read(path, bearer)).body.toString()) as Answer
  expect(refused.code).toBe('stepUpRequired')
  const getProof = { challengeId: refused.details?.['challengeId'], recoveryCode: fourth }
  const token = await call('/auth/stepup/verify', getProof, [], bearer)
  const archive = await read(path, bearer, { 'step-up': String(token.data['stepUpToken']) })
  expect(archive).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
  expect(archive.body.subarray(0, 2).toString()).toBe('PK')

  // Another browser, with the app. A code serves once, so it is the next one, which has mostly come by now.
  await expect.poll(() => Math.floor(Date.now() / STEP_MS), { timeout: 2 * STEP_MS }).toBeGreaterThan(usedStep)
  const back = await call('/auth/email/sign-in', { email: ana.email, password: ana.password })
  const challenged = await call('/auth/session', { token: back.data['token'] }, back.cookies)
  expect(challenged).toMatchObject({ status: 403, details: { factors: ['totp', 'recoveryCode', 'code'] } })
  const proof = { challengeId: challenged.details?.['challengeId'], totp: shownByApp(secret) }
  const opened = await call('/auth/session', proof, back.cookies)
  expect(opened).toMatchObject({ status: 200 })
  const out = await call('/auth/logout', {}, opened.cookies)
  expect(out).toMatchObject({ status: 200 })
  expect((await read('/api/clients/me', String(opened.data['bearer']))).status).toBe(401)
})
