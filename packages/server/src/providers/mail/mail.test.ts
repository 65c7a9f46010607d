import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { LANGUAGES } from '@puente/contract'
import { createSandbox, type Sandbox } from '@puente/sandbox'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { keyRing, sandboxSecrets } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import en from '../../../texts/mail/en.json' with { type: 'json' }
import es from '../../../texts/mail/es.json' with { type: 'json' }
import ko from '../../../texts/mail/ko.json' with { type: 'json' }
import { mailJob } from './mail-job.ts'
import { escapeHtml, mailHtml, mailText } from './mail-layout.ts'
import type { MailNotice } from './mail-params.ts'
import { type MailTemplate, mailWords } from './mail-texts.ts'
import type { Mail, MailOut, MailOutcome } from './port.ts'
import { mailTasks } from './send-mail.ts'
import { createSmtpMail, outcomeOf } from './smtp.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'puente-mail-'))
const clock = testClock()
const log = createLog({ level: 'silent' })
const keys = {
  sealing: keyRing([{ kid: 'k', key: randomBytes(32) }]),
  blindIndex: createSecretKey(randomBytes(32)),
} as Services['keys']
const templates = Object.keys(en).filter((name) => name !== 'frame') as MailTemplate[]
let sandbox: Sandbox
let mail: MailOut
beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    smtpPort: 0,
    targetUrl: 'http://localhost:3000',
    secrets: sandboxSecrets(stateDir),
  })
  mail = createSmtpMail({
    url: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    from: 'Puente <hello@puente.test>',
    sandbox: true,
    hookToken: null,
  })
})
afterAll(async () => {
  mail.close()
  await sandbox.close()
  rmSync(stateDir, { recursive: true, force: true })
})
const inbox = async (to: string) =>
  (await (await fetch(`${sandbox.url}/inbox?to=${to}`)).json()) as Record<string, string>[]

/** An outlet that keeps what it is given and answers as told. */
const recorder = (outcome: MailOutcome = { outcome: 'sent' }) => {
  const sent: Mail[] = []
  return { sent, send: async (one: Mail) => (sent.push(one), outcome), close: () => {} }
}
const tasksWith = (out: MailOut) =>
  mailTasks({ clock, keys, log, failpoint: async () => {} } as unknown as Services, out)
const order = (more: object = {}) =>
  mailJob(
    { keys },
    {
      template: 'confirmEmail',
      to: 'a@example.com',
      language: 'en',
      ref: 'ref-1',
      params: { name: 'Ana', code: '123456', link: 'http://localhost:3000/confirmation?token=t' },
      ...more,
    },
  )

test('a mail goes out over SMTP with text, page and a stable id', async () => {
  const words = mailWords('confirmEmail', 'ko', {
    name: '김민수',
    code: '123456',
    link: 'http://localhost:3000/confirmation?token=abc',
  })
  const letter = {
    to: 'smtp@example.com',
    subject: words.subject,
    text: mailText(words),
    html: mailHtml(words, 'ko'),
    language: 'ko',
    ref: 'ref-1',
    id: 'ref-1.proof',
  }
  expect(await mail.send(letter)).toEqual({ outcome: 'sent' })
  const [arrived] = await inbox('smtp@example.com')
  expect(arrived).toMatchObject({
    subject: 'Puente 이메일을 인증해 주세요',
    code: '123456',
    link: 'http://localhost:3000/confirmation?token=abc',
  })
  expect(arrived?.text).toContain('김민수님')
})

test('a server that is away means later', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  const away = createSmtpMail({
    url: `smtp://127.0.0.1:${port}`,
    from: 'hello@puente.test',
    sandbox: true,
    hookToken: null,
  })
  expect(
    await away.send({ to: 'a@example.com', subject: 's', text: 't', html: 'h', language: 'en', ref: 'r', id: 'r.p' }),
  ).toMatchObject({ outcome: 'later' })
  away.close()
})

test.each([
  [{ code: 'ECONNECTION' }, 'later'],
  [{ code: 'ETIMEDOUT' }, 'later'],
  [{ code: 'EENVELOPE', responseCode: 451 }, 'later'],
  [{ code: 'EMESSAGE', responseCode: 421 }, 'later'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 No such user' }, 'returned'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 no such user here' }, 'returned'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 Not from you' }, 'never'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 not you' }, 'turnedAway'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 451 }, 'later'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 552, response: '552 5.2.2 Mailbox full' }, 'never'],
  [{ code: 'EMESSAGE', responseCode: 554 }, 'never'],
  [{ code: 'EAUTH', responseCode: 535 }, 'turnedAway'],
  [{ code: 'EAUTH' }, 'turnedAway'],
  [{ code: 'EPROTOCOL', command: 'CONN', responseCode: 554, response: '554 no service' }, 'turnedAway'],
  [{ code: 'EAUTH', responseCode: 454 }, 'later'],
])('the failure %j means: %s', (error, outcome) => {
  expect(outcomeOf(error).outcome).toBe(outcome)
})

test('the same order makes the same mail with the same id, however often it is tried', async () => {
  const out = recorder()
  const { payload } = order()
  await tasksWith(out)['mail.send'](payload)
  await tasksWith(out)['mail.send'](payload)
  expect(out.sent[0]).toEqual(out.sent[1])
  expect(out.sent[0]).toMatchObject({ to: 'a@example.com', ref: 'ref-1' })
})

test('a delayed mail fails its job so that the queue tries again, a refused one does not', async () => {
  const { payload } = order()
  await expect(tasksWith(recorder({ outcome: 'later', reason: '421' }))['mail.send'](payload)).rejects.toThrow('421')
  await expect(tasksWith(recorder({ outcome: 'never', reason: '550' }))['mail.send'](payload)).resolves.toBeUndefined()
})

test('mail waits, with an alert, while the mail service does not take our login', async () => {
  const error = vi.spyOn(log, 'error')
  const away = tasksWith(recorder({ outcome: 'turnedAway', reason: 'EAUTH 535' }))
  await expect(away['mail.send'](order().payload)).rejects.toThrow('EAUTH 535')
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { alert: true, provider: 'mail', reason: 'EAUTH 535', label: 'confirmEmail' },
    'the mail service takes nothing from us',
  )
  error.mockRestore()
})

test('what has run out is not sent any more', async () => {
  const out = recorder()
  await tasksWith(out)['mail.send'](order({ until: new Date(clock.now().getTime() - 1) }).payload)
  expect(out.sent).toEqual([])
})

test('neither address nor name nor code nor link is readable in the payload', () => {
  // A name that sealed bytes do not spell by chance.
  const params = { name: 'Ana of the mails', code: '123456', link: 'http://localhost:3000/confirmation?token=t' }
  expect(JSON.stringify(order({ params }))).not.toMatch(/example\.com|Ana of the mails|123456|token=/)
})

test('a name cannot become a link, of a reader or of another person or business', () => {
  const at = '2026-11-28T12:00:00.000Z'
  const notice: MailNotice = { name: 'request.received', at, amountCents: 5_00, counterpart: 'Refund www.evil.test' }
  const words = mailWords('notice', 'en', { name: 'J.R. Evil.test', notice })
  expect(words.subject).toBe('Refund www. evil. test asks you for $5.00')
  expect(words.greeting).toBe('Hi J. R. Evil. test,')
  const all = mailText(words) + mailHtml(words, 'en')
  expect(all).not.toMatch(/evil\.test/i)
})

test('a name cannot become markup', () => {
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;')
  expect(mailHtml(mailWords('passwordChanged', 'en', { name: '<img src=x>' }), 'en')).not.toContain('<img src=x')
})

/** Every text by its path, with its placeholders. */
const shape = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${path}${key} ${(value.match(/\{\w+\}/g) ?? []).toSorted().join()}`]
      : shape(value as object, `${path}${key}.`),
  )

test('the three languages have the same texts with the same placeholders, save where a text can do without the name', () => {
  const named = (line: string) => line.replaceAll(/,?\{appName\},?/g, '')
  expect(shape(es).map(named)).toEqual(shape(en).map(named))
  expect(shape(ko).map(named)).toEqual(shape(en).map(named))
})

test.each(LANGUAGES.flatMap((language) => templates.map((template) => [template, language] as const)))(
  '%s is filled whole in %s',
  (template, language) => {
    const report = { next: 'answerOrCredit', answerBy: '2026-12-08', finalBy: '2027-01-12' } as const
    const words = mailWords(template, language, {
      name: 'Ana',
      code: '123456',
      link: 'http://localhost:3000/x',
      report,
    })
    const everything = `${words.subject}\n${mailText(words)}\n${mailHtml(words, language)}`
    expect(everything).not.toMatch(/\{\w+\}|undefined|confirmEmail|frame\./)
  },
)

const noticeMail = (notice: object) =>
  mailWords('notice', 'en', {
    link: 'http://localhost:3000/x',
    timeZone: 'America/New_York',
    notice: { at: '2026-11-24T17:00:00.000Z', amountCents: 25_00, counterpart: 'Ben Lee', ...notice } as MailNotice,
  })

test('the mail about money on hold until its receiver is verified leads to the verification and names when it goes back', () => {
  const { button, facts } = noticeMail({ name: 'received.held', returnsAt: '2026-12-08T17:00:00.000Z' })
  expect(button?.label).toBe('Verify your identity')
  expect(facts).toContainEqual({
    label: 'Goes back if not verified by',
    value: 'December 8, 2026 at 12:00 PM EST',
  })
})

test('the mail about a scheduled payment that was not made says why and leads to the schedule', () => {
  const { button, facts } = noticeMail({ name: 'schedule.sendFailed', why: 'why.senderUnsufficientFunds' })
  expect(button?.label).toBe('View the schedule')
  expect(facts[0]).toEqual({ label: 'Reason', value: 'Your balance was too low.' })
})

test.each([
  [
    'en',
    { reason: 'R03' },
    'Your withdrawal of $25.00 was returned: the bank has no account with that number and name. $25.00 is back in your balance. Correct the account or add another.',
  ],
  [
    'en',
    { reason: 'paypal', backCents: 27_25 },
    'Your withdrawal of $25.00 was returned by PayPal. $27.25 with its fee is back in your balance. Check your PayPal account before you try again.',
  ],
  [
    'en',
    {},
    'Your withdrawal of $25.00 was returned. $25.00 is back in your balance. Check the account before you try again.',
  ],
  [
    'es',
    { reason: 'R02' },
    'Tu retiro de $25.00 fue devuelto: la cuenta está cerrada. $25.00 están de nuevo en tu saldo. Agrega otra cuenta.',
  ],
  [
    'ko',
    { reason: 'R02', backCents: 27_25 },
    '$25.00 출금이 되돌아왔어요. 해지된 계좌예요. 수수료를 포함해 $27.25 잔액으로 돌아왔어요. 다른 계좌를 추가해 주세요.',
  ],
] as const)(
  'the mail about a returned withdrawal says in %s why, where the money is and what to do: %o',
  (language, more, lead) => {
    const notice = { name: 'withdraw.returned', at: '2026-11-24T17:00:00.000Z', amountCents: 25_00, ...more }
    expect(mailWords('notice', language, { notice }).lead).toBe(lead)
  },
)

test('the mail about a withdrawal that is not claimed names the address to claim it with and, where it is known, the day it comes back', () => {
  const { subject, button } = noticeMail({
    name: 'withdraw.notClaimedYet',
    account: 'rosa@example.com',
    comesBackAt: '2026-12-24T03:00:00.000Z',
  })
  expect(subject).toBe(
    "Your withdrawal of $25.00 is waiting to be claimed at PayPal with rosa@example.com. If it isn't claimed, it comes back to you on December 23, 2026. Until then you can cancel it",
  )
  expect(button?.label).not.toBe('Verify your identity')
  expect(noticeMail({ name: 'withdraw.notClaimedYet', account: 'rosa@example.com' }).lead).toContain(
    "If it isn't claimed, it comes back to you. Until",
  )
})

test.each([
  [
    'chargedBack',
    'card',
    'Money you added by card was charged back by your bank. It went back to your card, and $25.00 left your balance.',
  ],
  [
    'takenBack',
    'zelle',
    'The bank took back money you added by Zelle. It went back to your bank account, and $25.00 left your balance.',
  ],
  [
    'returned',
    'paypal',
    'Money you added with PayPal was refunded to your PayPal account, so $25.00 left your balance.',
  ],
  ['refundFailed', 'card', 'The refund to your card failed, so $25.00 is in your balance again.'],
  ['declined', 'paypal', "Your PayPal payment to add $25.00 was declined. You weren't charged."],
])('the mail about a deposit that was %s (%s) says why and where its money went', (variant, method, lead) => {
  expect(noticeMail({ name: `deposit.${variant}`, method }).lead).toBe(lead)
})

test.each([
  [
    'takenBack',
    25_00,
    'PayPal took back your payment of $24.00 to Eva: $25.00 with its fee went back to your PayPal account.',
  ],
  ['chargedBack', 10_00, 'Your payment of $24.00 to Eva was charged back: $10.00 went back to your PayPal account.'],
])(
  'the mail about a payment that was %s names the payment and what went back of it: %i cents',
  (variant, backCents, lead) => {
    const notice = { at: '2026-11-24T17:00:00.000Z', amountCents: 24_00, backCents, counterpart: 'Eva' }
    const more = { name: `sent.${variant}`, method: 'paypal' } as const
    expect(mailWords('notice', 'en', { notice: { ...notice, ...more } }).lead).toBe(lead)
  },
)

test('a code that stands alone in a mail is not an alternative to anything', () => {
  const link = 'http://localhost:3000/x'
  expect(mailText(mailWords('emailChangeCode', 'en', { code: '123456', link }))).toContain('\n\nYour code: 123456\n')
  expect(mailText(mailWords('confirmEmail', 'en', { code: '123456', link }))).toContain(
    '\n\nOr enter this code: 123456\n',
  )
})
