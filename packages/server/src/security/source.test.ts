/** What the sources must not hold, read as text: each line of the list says why in docs/security/asvs.tsv, under its id. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appEndpoints, type EndpointKey, endpointOf } from '@puente/contract'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((file) => file !== '')

const TESTS = /\.(test|spec)\.tsx?$|\/test\/|\/testing\.ts$|\.gen\.ts$/
type Source = { file: string; text: string }
const sourcesOf = (...packages: string[]): Source[] =>
  tracked
    .filter((file) => /\.tsx?$/.test(file) && !TESTS.test(file))
    .filter((file) => packages.some((name) => file.startsWith(`packages/${name}/src/`)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const served = sourcesOf('server', 'ledger', 'contract')
const shown = sourcesOf('web', 'ui', 'contract')

/** The lines that match, without those of files that may. */
const linesWith = (sources: readonly Source[], pattern: RegExp, ...allowed: string[]): string[] =>
  sources
    .filter(({ file }) => !allowed.some((end) => file.endsWith(end)))
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
    )

test('there is something to read', () => {
  expect(served.length).toBeGreaterThan(300)
  expect(shown.length).toBeGreaterThan(200)
  expect(linesWith(served, /timingSafeEqual/)).not.toEqual([])
})

test('[V1.1.1] what comes in is decoded by the binder alone', () => {
  // Of our own settings: the address of a database, and of the mail server.
  const settings = ['platform/boot-checks.ts', 'mail/smtp.ts']
  expect(linesWith(served, /decodeURI(Component)?\(|\bunescape\(/, ...settings)).toEqual([])
})

test('[V1.1.2] markup of mails, lines of files and headers of downloads are each written in one place', () => {
  const writers = (pattern: RegExp) =>
    new Set(linesWith(served, pattern).map((line) => line.slice(0, line.indexOf(':'))))
  expect(writers(/<(p|a|tr|td|div|table)\b[^>]*>`?\$?\{/)).toEqual(
    new Set(['packages/server/src/providers/mail/mail-layout.ts']),
  )
  expect(writers(/from 'csv-stringify/)).toEqual(new Set(['packages/server/src/platform/csv.ts']))
  expect(writers(/'content-disposition', `/)).toEqual(new Set(['packages/server/src/platform/http/download.ts']))
})

test('[V1.2.5] what serves people starts no other program', () => {
  expect(linesWith([...served, ...shown], /child_process/)).toEqual([])
})

test('[V1.2.9] a pattern is never made of what a caller sends', () => {
  const made = [
    'chart.ts',
    'distribution/literals.ts',
    'http/web.ts',
    'contract/src/examples.ts',
    'contract/src/app/notifications.ts',
    'contract/src/ids.ts',
    'person-names.ts',
    'mail/delivery-report.ts',
    'papers/printable-rules.ts',
  ]
  expect(linesWith(served, /new RegExp\(/, ...made)).toEqual([])
})

test('[V1.3.2] text is never run as code', () => {
  expect(linesWith([...served, ...shown], /\beval\(|new Function\(|set(Timeout|Interval)\(['"`]/)).toEqual([])
})

test('[V3.2.2] the screens write no markup of their own into the page', () => {
  const writes =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|createContextualFragment/
  expect(linesWith(shown, writes)).toEqual([])
})

test('[V14.3.3] storage of the browser is written in a few places', () => {
  const kept = [
    // What the next tab has to know: that there is a session, its settings, a payment that goes on elsewhere.
    'lib/session/session-mark.ts',
    'lib/session/external-payment.ts',
    'lib/browser/settings.ts',
    // Of one tab: ids of payments and links, when a code was sent, which draft is whose; of a sign-up its name and address, until it is over;
    // of a log-in the challenge that its second proof answers, which opens nothing alone; of an authenticator app until when its secret is there.
    'payment/pay-request.ts',
    'payment/provider-page.ts',
    'session/pay-link.ts',
    'auth/api/sent-code.ts',
    'auth/api/pending-sign-in.ts',
    'auth/api/sign-up-flow.ts',
    'factors/api/enrolment.ts',
    'forms/draft.ts',
    // The other device of an identity check: a bearer that adds photos and nothing else, until the hand-off ends.
    'kyc/api/handoff-code.ts',
  ]
  expect(linesWith(shown, /(local|session)Storage\.setItem|indexedDB/, ...kept)).toEqual([])
})

test('[V3.5.5] messages are heard of the own tabs and the own service worker alone', () => {
  const heard = linesWith(shown, /addEventListener\('message'/, 'web/src/worker/sw.ts')
  expect(heard.filter((line) => !/\b(tabs|channel|workers)\??\.addEventListener/.test(line))).toEqual([])
  expect(linesWith(shown, /postMessage\([^)]*,\s*['"]/)).toEqual([])
})

test('[V6.2.6] [V6.2.7] passwords are typed into one kind of field, which hides them and says to a manager which they are', () => {
  expect(linesWith(shown, /type=\{?[^}>]*['"]password['"]/, 'ui/src/password-field.tsx')).toEqual([])
  const fields = shown.flatMap(({ file, text }) =>
    [...text.matchAll(/<PasswordField\b[^]*?\/>/g)].map(([field]) => ({ file, field })),
  )
  expect(fields.length).toBeGreaterThan(5)
  const unnamed = fields.filter(({ field }) => !/autoComplete="(current|new)-password"/.test(field))
  expect(unnamed).toEqual([])
  expect(fields.filter(({ field }) => /onPaste|onDrop/.test(field))).toEqual([])
})

test('[V6.4.2] no form asks for a hint or a secret question', () => {
  expect(linesWith(sourcesOf('contract'), /(hint|secret|security)_?(question|answer)|password_?hint/i)).toEqual([])
})

test('[V6.2.10] a password has no end', () => {
  expect(readFileSync(join(root, 'packages/server/src/platform/db/schema.gen.ts'), 'utf8')).not.toMatch(
    /password_expires|password_valid_until/,
  )
})

test('[V6.5.3] nothing that has to be unguessable comes from a guessable source', () => {
  // Pauses before another try may be guessed.
  const pauses = ['posting/poster.ts', 'db/primary.ts', 'db/transaction.ts', 'sandbox-clock.ts']
  expect(linesWith(served, /Math\.random/, ...pauses)).toEqual([])
})

test('[V11.4.4] no key is made of a pass phrase', () => {
  // A role's password as PostgreSQL keeps it: the database's own rule.
  expect(linesWith(served, /pbkdf2|scrypt|bytesToKey|createCipher\(/i, 'db/scram.ts')).toEqual([])
})

test('[V11.5.1] whatever proves something has 128 bits or more', () => {
  // A number for a draft's name, the seed of a sample, the id of a key, the nonce of a cipher.
  const noSecret = /draft = |seed = |kid: |nonce = /
  // 24 characters of five bits each.
  const recoveryCode = 'recovery-codes.ts'
  const short = linesWith(served, /randomBytes\(/, recoveryCode).filter((line) => {
    const [, bytes] = /randomBytes\((\d+|\w+)\)/.exec(line) ?? []
    return !noSecret.test(line) && !(Number(bytes) >= 16) && bytes !== 'bytes'
  })
  expect(short.filter((line) => !line.includes('NONCE_BYTES'))).toEqual([])
})

test('[V11.2.1] cryptography comes from the platform and three known packages', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'))
  const known = /^(@node-rs\/argon2|jose|otpauth|@simplewebauthn\/server|openid-client)$/
  const suspicious =
    /crypt|cipher|argon|bcrypt|sodium|nacl|forge|jwt|jose|elliptic|noble|hash|otp|webauthn|openid|oauth/
  expect(Object.keys(dependencies).filter((name) => suspicious.test(name) && !known.test(name))).toEqual([])
})

test('[V11.3.1] [V11.3.2] AES-256-GCM is the only cipher', () => {
  const ciphers = linesWith(served, /create(Dec|C)ipheriv\(/)
  expect(ciphers.length).toBeGreaterThan(1)
  expect(ciphers.filter((line) => !line.includes("'aes-256-gcm'"))).toEqual([])
  expect(linesWith(served, /RSA_PKCS1_PADDING|aes-\d+-(ecb|cbc)/)).toEqual([])
})

test('[V11.4.1] [V11.4.3] hashes are SHA-256 or longer', () => {
  // Authenticator apps know no other; a code of theirs lives half a minute.
  expect(linesWith(served, /['"](md5|sha1|sha-1|ripemd160)['"]/i, 'factors/totp.ts')).toEqual([])
  expect(linesWith(served, /create(Hash|Hmac)\(\s*'(?!sha256|sha384|sha512)/)).toEqual([])
})

test('[V11.6.1] key pairs are on Ed25519 or the curve of NIST with 256 bits, made by the platform', () => {
  expect(linesWith(served, /generateKeyPair(Sync)?\(/).filter((line) => !/'ed25519'|'P\S256'/.test(line))).toEqual([])
})

test('[V13.2.5] only the adapters of providers call out', () => {
  // The command that moves the clock tells the sandbox, and is refused in production.
  const inside = served.filter(({ file }) => !file.includes('/providers/') && !file.endsWith('commands/clock.ts'))
  expect(linesWith(inside, /(?<![.\w])fetch\(|from 'undici'|https?\.request\(/)).toEqual([])
})

test('[V12.3.2] no connection takes a certificate that does not verify', () => {
  expect(
    linesWith(served, /rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity|sslmode=(no-verify|require)/),
  ).toEqual([])
})

test('[V15.3.2] a provider that leads elsewhere is not followed', () => {
  const adapters = served.filter(({ file }) => file.includes('/providers/'))
  const calls = adapters.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![.\w])fetch\((?!objectId|checkId|batchId)[^]{0,400}/g)].map(([call]) => ({ file, call })),
  )
  expect(calls.length).toBeGreaterThan(3)
  expect(calls.filter(({ call }) => !/redirect: '(error|manual)'/.test(call)).map(({ file }) => file)).toEqual([])
  const clients = adapters.filter(({ text }) => text.includes('baseOptions:'))
  expect(clients.filter(({ text }) => !text.includes('maxRedirects: 0')).map(({ file }) => file)).toEqual([])
})

test('[V14.2.1] the address of a call holds ids, pages, days and the codes of links, and nothing that is said in confidence', () => {
  const fields = (Object.keys(appEndpoints) as EndpointKey[]).flatMap((key) => {
    const { query } = endpointOf(key)
    return query === undefined ? [] : Object.keys((query as z.ZodMiniObject)._zod.def.shape)
  })
  const open =
    /^(limit|last|after|mode|state|slug|lang|otherLang|size|search|format|zone|fromDate|toDate|code|link|ids?|\w+Ids?|publicTransactionId)$/
  expect(fields.length).toBeGreaterThan(50)
  expect([...new Set(fields)].filter((field) => !open.test(field))).toEqual([])
})

test('[V4.1.2] [V12.1.1] [V12.1.2] the proxy takes TLS 1.2 and later with ciphers that keep past calls safe, and refuses plain calls', () => {
  const proxy = readFileSync(join(root, 'infra/proxy/haproxy.cfg'), 'utf8')
  expect(proxy).toMatch(/ssl-default-bind-options ssl-min-ver TLSv1\.2/)
  const [, ciphers = ''] = /ssl-default-bind-ciphers (\S+)/.exec(proxy) ?? []
  expect(ciphers.split(':').filter((one) => !/^ECDHE-.*(GCM|CHACHA20)/.test(one))).toEqual([])
  const refused = proxy.indexOf('deny_status 403 if !{ ssl_fc } { path_beg /api/ /hooks/ }')
  expect(refused).toBeGreaterThan(0)
  expect(proxy.indexOf('redirect scheme https')).toBeGreaterThan(refused)
})

test('[V13.3.1] no file that is kept with the code holds a secret', () => {
  const secrets =
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/]|\b[sr]k_live_[A-Za-z0-9]{16}|\bAKIA[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30}|\bxox[abp]-\d{8}/
  const texts = tracked.filter((file) => !/\.(png|jpe?g|webp|ico|woff2?|br|gz|pdf)$/.test(file))
  // The sandbox refuses a live key, and is tried with one that is none.
  const madeUp = 'packages/sandbox/src/main.test.ts'
  expect(texts.filter((file) => file !== madeUp && secrets.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('[V16.2.3] what serves people writes to the log alone', () => {
  expect(linesWith(served, /(?<![.\w])console\./, 'server/src/main.ts', 'server/src/worker.ts')).toEqual([])
  const lint = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
  expect(lint).toContain('"eslint/no-console": "error"')
})

test('[V16.2.2] lines of the log carry UTC to the millisecond', () => {
  expect(readFileSync(join(root, 'packages/server/src/platform/log.ts'), 'utf8')).toContain(
    'pino.stdTimeFunctions.isoTime',
  )
})

test('[V15.1.2] installing runs no script that was not allowed, and every check lists what is installed', () => {
  const { allowScripts, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(Object.values(allowScripts as object).every((isAllowed) => isAllowed === false)).toBe(true)
  const checks = readFileSync(join(root, 'scripts/checks.ts'), 'utf8')
  expect(scripts.sbom).toContain('cyclonedx')
  for (const step of ['lock files', 'bill of materials']) expect(checks).toContain(step)
})
