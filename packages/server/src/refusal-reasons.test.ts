/** A reason that a slice gives with a refusal has words of its own: without them people read only what the code says of all its causes. */
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import texts from '@puente/contract/texts/en.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { refusalMessage } from '#platform/http/refusal.ts'
import type { ErrorCode } from '@puente/contract'

/** The one list of reasons without a text, and why each needs none. */
const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  'invalidRequest.factor': 'no screen offers a factor that is not there',
  'invalidRequest.oneProof': 'no screen sends two proofs',
  'invalidRequest.range': 'the screens compare the dates themselves; the platform uses it for ranges of bytes as well',
  'linkMissing.used': 'the screen has sentences of its own',
  'linkMissing.loginRequired': 'the screen has sentences of its own',
  'notFound.datePassed': 'the screen has sentences of its own',
}

/** `new Refusal(code, { …, reason })`, and `{ code, details: { …, reason } }`. */
const THROWN = /(?:Refusal\(\s*|code: )'(\w+)',\s*(?:details: )?\{[^{}]*?\breason: '(\w+)'/g

test('every reason that a slice gives has a text, and no reason is listed in vain', async () => {
  const src = fileURLToPath(new URL('.', import.meta.url))
  const thrown = new Set<string>()
  for await (const file of glob('features/**/*.ts', { cwd: src })) {
    if (file.endsWith('.test.ts')) continue
    for (const [, code, reason] of (await readFile(`${src}${file}`, 'utf8')).matchAll(THROWN))
      thrown.add(`${code}.${reason}`)
  }
  const worded = new Set(
    Object.entries(texts.reasons).flatMap(([code, of]) => Object.keys(of).map((r) => `${code}.${r}`)),
  )
  expect(thrown.size).toBeGreaterThan(50)
  expect([...thrown].filter((one) => !worded.has(one)).toSorted()).toEqual(Object.keys(WITHOUT_TEXT).toSorted())
})

test.each([
  ['invalidRequest', { reason: 'expiry' }, /from 1 hour to 90 days/],
  ['invalidRequest', { reason: 'personAskedOnce' }, /one person can only be paid once/],
  ['invalidRequest', { reason: 'start' }, /within the next year/],
  ['invalidRequest', { reason: 'until' }, /on or after the first date/],
  ['invalidAmount', { reason: 'sharesDiffer' }, /don't add up/],
  ['invalidTo', { reason: 'askedTwice' }, /each person only once/],
  ['notFound', { reason: 'openLink' }, /nobody to remind/],
  ['invalidInvoice', { reason: 'refundTooLarge', leftCents: 12_50 }, /left to refund is \$12\.50/],
  ['invalidInvoice', { reason: 'toPay' }, /hasn't been paid yet/],
  ['limitExceeded', { reason: 'schedules', limit: 50 }, /50 payments and requests scheduled already/],
  ['invalidRequest', { reason: 'alreadyApproved' }, /already approved/],
  ...(['passwordReset', 'emailChanged', 'phoneChanged', 'factorRemoved'] as const).map(
    (reason) =>
      [
        'accountRestricted',
        { reason, operation: 'withdraw', until: '2026-03-02T12:00:00Z', limitCents: 500_00, leftCents: 400_00 },
        /recently, so you can't withdraw until Mar 2, 2026.+ You can still send up to \$500\.00 .+\$400\.00 left\.$/,
      ] as const,
  ),
  ['tooManyRequests', { reason: 'remindedLately', retryAfterSeconds: 7_200 }, /next one in 2 hours/],
] as const satisfies readonly (readonly [ErrorCode, object, RegExp])[])(
  'a refusal with %s and %j says what stands in the way',
  (code, details, words) => expect(refusalMessage(code, details, 'en')).toMatch(words),
)

test.each([
  ['es', /hasta el .+ no puedes retirar.+ puedes enviar hasta .*500/],
  ['ko', /출금할 수 없어요\. 송금은 24시간 동안 \$500\.00/],
] as const)('a withdrawal refused by a cooling says so in %s, and what can be sent', (language, words) => {
  const details = { operation: 'withdraw', until: '2026-03-02T12:00:00Z', limitCents: 500_00, leftCents: 400_00 }
  for (const reason of ['passwordReset', 'emailChanged', 'phoneChanged', 'factorRemoved'])
    expect(refusalMessage('accountRestricted', { ...details, reason }, language)).toMatch(words)
})
