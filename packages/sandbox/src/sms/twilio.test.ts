import twilio from 'twilio'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, secrets, startWorld } from '../test/world.ts'
import type { TestWorld } from '../test/world.ts'

let world: TestWorld

/** The SDK has no setting for its base address, so its transport redirects to the sandbox. */
class SandboxTransport extends twilio.RequestClient {
  override request(options: Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0]) {
    const { pathname, search } = new URL(options.uri)
    return super.request({ ...options, uri: `${world.sandbox.url}/wire/twilio${pathname}${search}` }) as never
  }
}

const client = (token = secrets.twilioAuthToken) =>
  twilio(secrets.twilioAccountSid, token, { httpClient: new SandboxTransport({ timeout: 5000 }) })

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('a text message is accepted as queued, lands in the inbox and is delivered', async () => {
  const sent = await client().messages.create({
    to: '+12025550123',
    from: '+12025550100',
    body: 'Puente: 731846 is your code.',
  })
  expect(sent).toMatchObject({ status: 'queued', to: '+12025550123', errorCode: null, direction: 'outbound-api' })
  expect(sent.sid).toMatch(/^SM[0-9a-f]{32}$/)
  expect((await client().messages(sent.sid).fetch()).status).toBe('delivered')
  expect((await world.read('/inbox?to=%2B12025550123')).body).toMatchObject([
    { channel: 'sms', code: '731846', subject: null },
  ])
  expect((await world.read('/inbox?to=+12025550123')).body).toHaveLength(1)
})

test('status callbacks for the app’s public address arrive at its local one, signed with the address as given', async () => {
  const statusCallback = 'http://app.puente.test:3000/hooks/twilio'
  await client().messages.create({
    to: '+12025550123',
    messagingServiceSid: `MG${'0'.repeat(32)}`,
    body: '안녕 & adiós',
    statusCallback,
  })
  const callbacks = await eventually(() => world.receiver.received.length === 2 && world.receiver.received)
  const forms = callbacks.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(new Set(forms.map(({ MessageStatus }) => MessageStatus))).toEqual(new Set(['delivered', 'sent']))
  for (const [at, { path, headers }] of callbacks.entries()) {
    expect(path).toBe('/hooks/twilio')
    const signature = headers['x-twilio-signature'] as string
    expect(twilio.validateRequest(secrets.twilioAuthToken, signature, statusCallback, forms[at]!)).toBe(true)
    expect(twilio.validateRequest('another-token', signature, statusCallback, forms[at]!)).toBe(false)
  }
})

test.each([
  ['a number that is not one', { to: '12025550123', from: '+12025550100', body: 'x' }, 21211],
  ['no sender', { to: '+12025550123', body: 'x' }, 21603],
  ['no text', { to: '+12025550123', from: '+12025550100' }, 21619],
  [
    'a callback to another machine',
    { to: '+12025550123', from: '+12025550100', body: 'x', statusCallback: 'http://example.com/' },
    21609,
  ],
  [
    'a field that is not played',
    { to: '+12025550123', from: '+12025550100', body: 'x', mediaUrl: ['http://localhost/a.png'] },
    20001,
  ],
])('a message with %s is refused with Twilio’s number for it', async (_name, fields, code) => {
  await expect(client().messages.create(fields)).rejects.toMatchObject({ status: 400, code })
  expect((await world.read('/inbox')).body).toEqual([])
})

test('a wrong token is refused', async () => {
  await expect(
    client('0'.repeat(32)).messages.create({ to: '+12025550123', from: '+12025550100', body: 'x' }),
  ).rejects.toMatchObject({
    status: 401,
    code: 20003,
  })
})

test('an armed timeout delivers the message and never answers', async () => {
  await world.control('/faults', { provider: 'sms', fault: 'timeoutAfterCommit' })
  const hasty = twilio(secrets.twilioAccountSid, secrets.twilioAuthToken, {
    httpClient: new SandboxTransport({ timeout: 300 }),
  })
  await expect(hasty.messages.create({ to: '+12025550123', from: '+12025550100', body: 'x' })).rejects.toThrow()
  expect((await world.read('/inbox')).body).toHaveLength(1)
})
