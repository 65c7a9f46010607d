/** Which events count as PayPal's, with what the sandbox really signed and sent. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@puente/sandbox'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { sandboxSecrets } from '#platform/secrets.ts'
import { BadSignature, ProviderError } from '../types.ts'
import { certificateUrlOf } from './certificates.ts'
import { createPaypalClient, type PaypalClient } from './client.ts'
import { paypalOf } from './index.ts'
import { createPaypalWebhooks } from './webhooks.ts'

type Sent = { headers: Headers; raw: Buffer }

const stateDir = mkdtempSync(join(tmpdir(), 'puente-paypal-'))
const secrets = sandboxSecrets(stateDir)
const received: Sent[] = []
let receiver: Server
let sandbox: Sandbox
const settings = () => ({
  url: `${sandbox.url}/wire/paypal`,
  sandbox: true,
  clientId: secrets.paypalClientId,
  clientSecret: secrets.paypalClientSecret,
  webhookId: secrets.paypalWebhookId,
})

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: new Headers(request.headers as Record<string, string>), raw: Buffer.concat(parts) })
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()))
  const targetUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  sandbox = await createSandbox({ port: 0, smtpPort: 0, targetUrl, webhookRetryMs: [], secrets })
})
afterAll(async () => {
  await sandbox.close()
  receiver.close()
  rmSync(stateDir, { recursive: true })
})
afterEach(() => fetch(`${sandbox.url}/faults`, { method: 'DELETE' }))

const control = (path: string, body: object = {}) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** What arrives when a payer approves an order, signed as a fault may have it. */
const anEvent = async (fault?: string): Promise<Sent & { orderId: string }> => {
  const ref = newId()
  const { providerId } = await paypalOf({ paypal: settings() }).orders.create({
    ref,
    amountCents: 10_00n,
    brandName: 'Puente',
    description: 'Dinner',
    language: 'en',
    returnUrl: 'http://localhost:3000/a',
    cancelUrl: 'http://localhost:3000/b',
  })
  if (fault) await control('/faults', { provider: 'paypal', fault, times: 1 })
  await control(`/paypal/orders/${ref}/approve`)
  return vi.waitFor(() => {
    const found = received.find(({ raw }) => raw.includes(providerId))
    if (!found) throw new Error('nothing has arrived yet')
    return { ...found, orderId: providerId }
  })
}
const source = () => paypalOf({ paypal: settings() }).events
const changed = ({ headers }: Sent, name: string, value: string | null): Headers => {
  const copy = new Headers(headers)
  if (value === null) copy.delete(name)
  else copy.set(name, value)
  return copy
}

test('an event as PayPal sent it names the order to read again, by an answer that never asks PayPal', async () => {
  const { headers, raw, orderId } = await anEvent()
  const silent: PaypalClient = { call: () => Promise.reject(new ProviderError('unavailable', 'not asked')) }
  expect(await createPaypalWebhooks(settings(), silent).verify(headers, raw)).toEqual([
    {
      provider: 'paypal',
      eventId: (JSON.parse(raw.toString()) as { id: string }).id,
      objectId: orderId,
      type: 'CHECKOUT.ORDER.APPROVED',
      occurredAt: expect.any(Date),
      dedupe: 'once',
    },
  ])
})

test.each(['transmission-id', 'transmission-time', 'transmission-sig', 'cert-url', 'auth-algo'])(
  'without the header paypal-%s an event is nobody’s',
  async (name) => {
    const sent = await anEvent()
    await expect(source().verify(changed(sent, `paypal-${name}`, null), sent.raw)).rejects.toThrow(BadSignature)
  },
)

test.each(['badSignature', 'staleTimestamp'])('an event with a %s is refused', async (fault) => {
  const { headers, raw } = await anEvent(fault)
  await expect(source().verify(headers, raw)).rejects.toThrow(BadSignature)
})

test('an event that was rewritten, or whose amount was changed, is refused', async () => {
  const { headers, raw } = await anEvent()
  const event: unknown = JSON.parse(raw.toString())
  const forged = [
    JSON.stringify(event, null, 1),
    raw.toString().replace('10.00', '99.00'),
    `${raw.toString()} `,
    '',
    '{',
  ]
  for (const body of forged) await expect(source().verify(headers, Buffer.from(body))).rejects.toThrow(BadSignature)
})

test('a signature of another provider, of another event or of another algorithm is refused', async () => {
  const [one, other] = [await anEvent(), await anEvent()]
  const stripe = `t=1,v1=${createHmac('sha256', secrets.stripeWebhookSecret).update(one.raw).digest('hex')}`
  const foreign = other.headers.get('paypal-transmission-sig') ?? ''
  for (const [name, value] of [
    ['paypal-transmission-sig', stripe],
    ['paypal-transmission-sig', foreign],
    ['paypal-transmission-time', '2026-11-23T00:00:00Z'],
    ['paypal-auth-algo', 'none'],
  ] as const)
    await expect(source().verify(changed(one, name, value), one.raw)).rejects.toThrow(BadSignature)
  const stripeOnly = new Headers({ 'stripe-signature': stripe })
  await expect(source().verify(stripeOnly, one.raw)).rejects.toThrow(BadSignature)
})

const LIVE = 'https://api-m.paypal.com'
const CERTIFICATE = '/v1/notifications/certs/CERT-1'
test.each([
  [LIVE, `https://api.paypal.com${CERTIFICATE}`, `https://api.paypal.com${CERTIFICATE}`],
  [LIVE, `https://api-m.paypal.com${CERTIFICATE}`, `https://api-m.paypal.com${CERTIFICATE}`],
  [LIVE, `http://api.paypal.com${CERTIFICATE}`, null],
  [LIVE, `https://api.sandbox.paypal.com${CERTIFICATE}`, null],
  [LIVE, `https://api.paypal.com.evil.example${CERTIFICATE}`, null],
  [LIVE, `https://evilpaypal.com${CERTIFICATE}`, null],
  [LIVE, `https://api.paypal.com@evil.example${CERTIFICATE}`, null],
  [LIVE, `https://api.paypal.com:444${CERTIFICATE}`, null],
  [LIVE, `https://api.paypal.com${CERTIFICATE}?to=x`, null],
  [LIVE, `https://api.paypal.com/v1/notifications/certs/../../oauth2/token`, null],
  [LIVE, `https://api.paypal.com/v1/identity/CERT-1`, null],
  [LIVE, `http://127.0.0.1:3010/wire/paypal${CERTIFICATE}`, null],
  [LIVE, 'no address', null],
  ['https://api-m.sandbox.paypal.com', `https://api.paypal.com${CERTIFICATE}`, null],
  [
    'http://127.0.0.1:3010/wire/paypal',
    `http://localhost:3010/wire/paypal${CERTIFICATE}`,
    `http://127.0.0.1:3010/wire/paypal${CERTIFICATE}`,
  ],
  ['http://127.0.0.1:3010/wire/paypal', `http://10.0.0.1:3010/wire/paypal${CERTIFICATE}`, null],
])('with the API at %s a certificate at %s is fetched from %s', (api, named, fetched) => {
  expect(certificateUrlOf(api, named)).toBe(fetched)
})

/** As if PayPal signed in a way that we do not know: the certificate cannot even be found. */
const signedAnew = async () => {
  const sent = await anEvent()
  const elsewhere = `${sandbox.url}/wire/paypal/v1/notifications/certs/CERT-OF-TOMORROW`
  return { headers: changed(sent, 'paypal-cert-url', elsewhere), raw: sent.raw }
}

test('what does not hold by the layout we know is put to PayPal, to the letter, and counts if PayPal says so', async () => {
  const { headers, raw } = await signedAnew()
  const call = vi.fn<PaypalClient['call']>(async () => ({ status: 200, body: { verification_status: 'SUCCESS' } }))
  expect(await createPaypalWebhooks(settings(), { call }).verify(headers, raw)).toHaveLength(1)
  const [asked] = call.mock.calls[0] ?? []
  expect(asked).toMatchObject({ method: 'POST', path: '/v1/notifications/verify-webhook-signature' })
  expect(asked?.body).toContain(`"webhook_event":${raw.toString()}}`)
  call.mockImplementation(async () => ({ status: 200, body: { verification_status: 'FAILURE' } }))
  await expect(createPaypalWebhooks(settings(), { call }).verify(headers, raw)).rejects.toThrow(BadSignature)
})

test('PayPal itself says the same of its signatures as we do', async () => {
  const sent = await anEvent()
  const { call } = createPaypalClient(settings())
  const ask = async (webhookId: string) => {
    const known = Object.entries({
      auth_algo: 'auth-algo',
      cert_url: 'cert-url',
      transmission_id: 'transmission-id',
      transmission_sig: 'transmission-sig',
      transmission_time: 'transmission-time',
    }).map(([field, name]) => [field, sent.headers.get(`paypal-${name}`)])
    const question = JSON.stringify({ ...Object.fromEntries(known), webhook_id: webhookId })
    const body = `${question.slice(0, -1)},"webhook_event":${sent.raw.toString()}}`
    return (await call({ method: 'POST', path: '/v1/notifications/verify-webhook-signature', body })).body
  }
  expect(await ask(secrets.paypalWebhookId)).toEqual({ verification_status: 'SUCCESS' })
  expect(await ask('ANOTHERWEBHOOK')).toEqual({ verification_status: 'FAILURE' })
})

test('while PayPal cannot be asked nothing is called forged, and rubbish asks at most four questions at once', async () => {
  const { headers, raw } = await signedAnew()
  const gone: PaypalClient = { call: () => Promise.reject(new ProviderError('unavailable', 'gone')) }
  await expect(createPaypalWebhooks(settings(), gone).verify(headers, raw)).rejects.toThrow(ProviderError)
  let [open, most] = [0, 0]
  const call: PaypalClient['call'] = async () => {
    most = Math.max(most, (open += 1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    open -= 1
    return { status: 200, body: { verification_status: 'FAILURE' } }
  }
  const busy = createPaypalWebhooks(settings(), { call })
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => busy.verify(headers, raw)))
  expect(most).toBe(4)
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
})

test('switched off, no event is genuine', async () => {
  const { headers, raw } = await anEvent()
  await expect(paypalOf({ paypal: 'off' }).events.verify(headers, raw)).rejects.toThrow(BadSignature)
})
