import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@puente/contract'
import { createSandbox, type Sandbox } from '@puente/sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { keyRing, sandboxSecrets } from '#platform/secrets.ts'
import type { JobRun } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { Sms, SmsOut, SmsOutcome } from './port.ts'
import { smsTasks } from './send-sms.ts'
import { smsJob, smsText } from './sms-job.ts'
import { createTwilioSms, outcomeOf } from './twilio.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'puente-sms-'))
const secrets = sandboxSecrets(stateDir)
const clock = testClock()
const keys = { sealing: keyRing([{ kid: 'k', key: randomBytes(32) }]) } as Services['keys']
let sandbox: Sandbox
let sms: SmsOut
const settings = (more: object = {}) => ({
  url: `${sandbox.url}/wire/twilio`,
  sandbox: true,
  from: '+15005550006',
  accountSid: secrets.twilioAccountSid,
  authToken: secrets.twilioAuthToken,
  ...more,
})
const control = (path: string, body: object) =>
  fetch(sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const inbox = async (to: string) =>
  (await (await fetch(`${sandbox.url}/inbox?to=${encodeURIComponent(to)}`)).json()) as Record<string, string>[]

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, smtpPort: 0, targetUrl: 'http://localhost:3000', secrets })
  sms = createTwilioSms(settings())
})
beforeEach(() => control('/reset', {}))
afterAll(async () => {
  await sandbox.close()
  rmSync(stateDir, { recursive: true, force: true })
})

test('a message arrives through the official client', async () => {
  expect(await sms.send({ to: '+13055550123', text: 'Puente code: 123456' })).toEqual({ outcome: 'sent' })
  expect(await inbox('+13055550123')).toMatchObject([{ channel: 'sms', code: '123456' }])
})

test('the provider is asked for exactly this text: by number, time and words', async () => {
  const before = new Date()
  const text = 'Puente: You got money. Open the app to see more. Ref. 1A2B3C'
  expect(await sms.wasSent({ to: '+13055550123', text }, before)).toBe(false)
  await sms.send({ to: '+13055550123', text })
  expect(await sms.wasSent({ to: '+13055550123', text }, before)).toBe(true)
  expect(await sms.wasSent({ to: '+13055550123', text: text.replace('1A2B3C', '1A2B3D') }, before)).toBe(false)
  expect(await sms.wasSent({ to: '+13055550124', text }, before)).toBe(false)
  expect(await sms.wasSent({ to: '+13055550123', text }, new Date(Date.now() + 60_000))).toBe(false)
})

test('a number that cannot be written to, and a wrong password of ours, mean never', async () => {
  expect(await sms.send({ to: 'nobody', text: 'x' })).toMatchObject({ outcome: 'never' })
  expect(
    await createTwilioSms(settings({ authToken: 'f'.repeat(32) })).send({ to: '+13055550123', text: 'x' }),
  ).toMatchObject({ outcome: 'never' })
})

test('an error of the provider leaves open whether it was sent, a closed door does not', async () => {
  await control('/faults', { provider: 'sms', fault: 'error500', times: 1 })
  expect(await sms.send({ to: '+13055550123', text: 'x' })).toMatchObject({ outcome: 'unknown' })
  expect(
    await createTwilioSms(settings({ url: 'http://127.0.0.1:1' })).send({ to: '+13055550123', text: 'x' }),
  ).toMatchObject({ outcome: 'later' })
})

test.each([
  [{ status: 429, code: 20429 }, 'later'],
  [{ status: 503 }, 'unknown'],
  [{ status: 400, code: 21211 }, 'never'],
  [{ status: 400, code: 21610 }, 'stopped'],
  [{ code: 'ECONNABORTED' }, 'unknown'],
  [{ code: 'ECONNREFUSED' }, 'later'],
])('the failure %j means %s', (error, outcome) => {
  expect(outcomeOf(error).outcome).toBe(outcome)
})

const recorder = (outcome: SmsOutcome = { outcome: 'sent' }) => {
  const sent: Sms[] = []
  return { sent, send: async (one: Sms) => (sent.push(one), outcome), wasSent: async () => false }
}
const tasksWith = (out: SmsOut) =>
  smsTasks({ clock, keys, failpoint: async () => {}, log: createLog({ level: 'silent' }) } as unknown as Services, out)
const run = (attempt = 1): JobRun => ({
  jobId: '1',
  orderedAt: new Date(Date.now() - 1_000),
  attempt,
  isLastAttempt: false,
  signal: undefined,
})
const order = (lifeMs = 600_000) =>
  smsJob(
    { keys },
    {
      template: 'phoneCode',
      to: '+13055550123',
      language: 'en',
      ref: 'ref-1',
      params: { code: '123456' },
      until: new Date(clock.now().getTime() + lifeMs),
    },
  )

test('a message in doubt is not retried, one that surely was not sent is', async () => {
  await expect(
    tasksWith(recorder({ outcome: 'unknown', reason: '503' }))['sms.send'](order().payload, run()),
  ).resolves.toBeUndefined()
  await expect(
    tasksWith(recorder({ outcome: 'later', reason: '429' }))['sms.send'](order().payload, run()),
  ).rejects.toThrow('429')
})

test('a code that has run out is not sent any more', async () => {
  const out = recorder()
  await tasksWith(out)['sms.send'](order(0).payload, run())
  expect(out.sent).toEqual([])
})

test('neither number nor code is readable in the payload', () => {
  expect(JSON.stringify(order())).not.toMatch(/3055550123|123456/)
})

test.each(LANGUAGES)(
  'the code is the only number of six digits in the %s text, which fits one or two messages',
  (language) => {
    const text = smsText('phoneCode', language, { code: '123456' })
    expect(text.match(/\d{6}/g)).toEqual(['123456'])
    expect(text.length).toBeLessThanOrEqual(140)
  },
)
