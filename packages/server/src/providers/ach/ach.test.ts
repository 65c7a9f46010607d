/** What the adapter must do, against the sandbox on a real wire with the official SDK. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@puente/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { sandboxSecrets } from '#platform/secrets.ts'
import type { PayoutRequest } from '../payout-port.ts'
import { BadSignature, ProviderError } from '../types.ts'
import { createIncrease } from './increase.ts'
import { achOf } from './index.ts'
import type { AchDestination } from './port.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'puente-ach-'))
const secrets = sandboxSecrets(stateDir)

let sandbox: Sandbox
let ach: ReturnType<typeof createIncrease>
const settings = (url: string, apiKey = secrets.increaseApiKey) => ({
  url,
  apiKey,
  accountId: secrets.increaseAccountId,
  webhookSecrets: ['old_and_about_to_go', secrets.increaseWebhookSecret],
})
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, smtpPort: 0, targetUrl: 'http://127.0.0.1:9', webhookRetryMs: [], secrets })
  ach = createIncrease(settings(`${sandbox.url}/wire/increase`))
})
afterAll(async () => {
  await sandbox.close()
  rmSync(stateDir, { recursive: true })
})

const control = async <T = unknown>(method: string, path: string, body: unknown = {}) => {
  const init = {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  }
  return (await fetch(`${sandbox.url}${path}`, init)).json() as Promise<T>
}
const fault = (name: string, more: object = {}) =>
  control('POST', '/faults', { provider: 'ach', fault: name, times: 1, ...more })
const act = (ref: string, action: string, body: object = {}) => control('POST', `/ach/transfers/${ref}/${action}`, body)
afterEach(() => control('DELETE', '/faults'))

const aRequest = (more: Partial<AchDestination> = {}): PayoutRequest<AchDestination> => ({
  ref: newId(),
  amountCents: 123_45n,
  destination: {
    name: 'JOSE NUNEZ',
    routingNumber: '021000021',
    accountNumber: '123456789',
    funding: 'savings',
    holder: 'individual',
    ...more,
  },
})
const failure = async (work: Promise<unknown>): Promise<ProviderError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}

test('the package of that name is the official one, and not the stub that is tagged as newer', () => {
  const installed = new URL('package.json', import.meta.resolve('increase'))
  const { version, repository } = JSON.parse(readFileSync(installed, 'utf8')) as Record<string, unknown>
  expect(version).toBe('0.583.0')
  expect(repository).toBe('github:Increase/increase-typescript')
})

test('a person is paid by PPD and a business by CCD, never on the same day, under the name that the network carries', async () => {
  const [person, business] = [aRequest(), aRequest({ holder: 'business', funding: 'checking', name: 'A'.repeat(40) })]
  await ach.send(person)
  await ach.send(business)
  const [made] = await control<unknown[]>('GET', `/ach/transfers?ref=${person.ref}`)
  expect(made).toMatchObject({
    amount: 12_345,
    standard_entry_class_code: 'prearranged_payments_and_deposit',
    destination_account_holder: 'individual',
    funding: 'savings',
    individual_name: 'JOSE NUNEZ',
    company_name: 'PUENTE',
    preferred_effective_date: { settlement_schedule: 'future_dated' },
  })
  const [other] = await control<unknown[]>('GET', `/ach/transfers?ref=${business.ref}`)
  expect(other).toMatchObject({
    standard_entry_class_code: 'corporate_credit_or_debit',
    destination_account_holder: 'business',
    funding: 'checking',
    individual_name: 'A'.repeat(22),
  })
})

test('each word of the provider is an outcome: on its way, settled, looked at, refused', async () => {
  const [one, two, three] = [aRequest(), aRequest(), aRequest()]
  const sent = await ach.send(one)
  expect(sent).toMatchObject({ ref: one.ref, outcome: 'accepted', amountCents: 123_45n, currency: 'usd', reason: null })
  await act(one.ref, 'submit')
  expect(await ach.fetch(sent.providerId)).toMatchObject({ outcome: 'accepted', raw: 'submitted' })
  await act(one.ref, 'settle')
  expect(await ach.fetch(sent.providerId)).toMatchObject({ outcome: 'settled', raw: 'submitted' })
  await ach.send(two)
  await act(two.ref, 'require-attention')
  expect(await ach.findByRef(two)).toMatchObject({ outcome: 'review' })
  await act(two.ref, 'reject')
  expect(await ach.findByRef(two)).toMatchObject({ outcome: 'failed', reason: 'rejected' })
  await ach.send(three)
  await fault('unknownStatus', { path: '/wire/increase/ach_transfers' })
  expect(await ach.findByRef(three)).toMatchObject({ outcome: 'unrecognised', raw: 'a_word_from_the_future' })
  expect(await ach.fetch('ach_transfer_unknown')).toBeNull()
  expect(await ach.findByRef(aRequest())).toBeNull()
})

test.each([
  ['R03', null, 'returned'],
  ['R16', null, 'blocked'],
  ['R17', 'QUESTIONABLE', 'review'],
  ['R17', 'FIELD 4', 'returned'],
  ['R24', null, 'review'],
  ['R67', null, 'review'],
] as const)('a return by %s %s is %s, with its code', async (code, information, outcome) => {
  const request = aRequest()
  await ach.send(request)
  await act(request.ref, 'submit')
  await act(request.ref, 'return', { code, ...(information !== null && { information }) })
  expect(await ach.findByRef(request)).toMatchObject({ outcome, reason: code, raw: `returned ${code}` })
})

test('a notification of change says what is to be written otherwise', async () => {
  const request = aRequest()
  await ach.send(request)
  await act(request.ref, 'submit')
  await act(request.ref, 'notify-change', { code: 'C03', accountNumber: '5555', routingNumber: '026009593' })
  expect(await ach.findByRef(request)).toMatchObject({
    outcome: 'accepted',
    corrections: [{ accountNumber: '5555', routingNumber: '026009593', funding: null }],
  })
})

test('the same request twice is one transfer; other words under its key come back as what was made first', async () => {
  const request = aRequest()
  const first = await ach.send(request)
  expect((await ach.send(request)).providerId).toBe(first.providerId)
  const changed = await ach.send({ ...request, amountCents: 1n })
  expect(changed).toMatchObject({ providerId: first.providerId, amountCents: 123_45n })
})

test('it is called back before it is submitted, and no more after', async () => {
  const [one, two] = [aRequest(), aRequest()]
  const { providerId } = await ach.send(one)
  expect(await ach.cancel?.(providerId, one.ref)).toBe(true)
  expect(await ach.fetch(providerId)).toMatchObject({ outcome: 'failed', reason: 'canceled' })
  const other = await ach.send(two)
  await act(two.ref, 'submit')
  expect(await ach.cancel?.(other.providerId, two.ref)).toBe(false)
})

test.each([
  ['timeoutAfterCommit', {}, 'unknownOutcome', 1],
  ['error500', {}, 'unknownOutcome', 0],
  ['error500', { after: true }, 'unknownOutcome', 1],
  ['cutMidBody', {}, 'unknownOutcome', 1],
  ['reject', {}, 'rateLimited', 0],
] as const)('%s %o is %s, and the transfer that was made all the same is found', async (name, more, kind, made) => {
  const request = aRequest()
  await fault(name, { ...more, path: '/wire/increase/ach_transfers' })
  expect((await failure(ach.send(request, { timeoutMs: 300 }))).kind).toBe(kind)
  const found = await ach.findByRef(request)
  if (made === 1) expect(found).toMatchObject({ ref: request.ref, amountCents: 123_45n })
  else expect(found).toBeNull()
})

/** An address of this machine at which nobody listens. */
const nowhere = () =>
  new Promise<string>((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(`http://127.0.0.1:${port}`))
    })
  })

test('what it refuses, a wrong key and a bank that is not there are told apart', async () => {
  expect((await failure(ach.send(aRequest({ routingNumber: 'x' })))).kind).toBe('invalid')
  const wrong = createIncrease(settings(`${sandbox.url}/wire/increase`, 'wrong'))
  expect((await failure(wrong.send(aRequest()))).kind).toBe('auth')
  const gone = createIncrease(settings(await nowhere()))
  expect((await failure(gone.send(aRequest()))).kind).toBe('unavailable')
  const off = achOf({ ach: 'off' })
  expect((await failure(off.send(aRequest()))).kind).toBe('unavailable')
  await expect(off.verify(new Headers(), Buffer.from('{}'))).rejects.toThrow(BadSignature)
})

const signed = (body: string, { secret = secrets.increaseWebhookSecret, at = Date.now() } = {}) => {
  const [id, timestamp] = ['event_1', String(Math.floor(at / 1000))]
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return new Headers({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` })
}

test('an event is believed only with its signature, by any of the secrets in use, and names the transfer to read again', async () => {
  const event = {
    id: 'event_1',
    associated_object_id: 'ach_transfer_1',
    associated_object_type: 'ach_transfer',
    category: 'ach_transfer.updated',
    created_at: '2026-11-20T20:00:00Z',
    type: 'event',
  }
  const body = JSON.stringify(event)
  const raw = Buffer.from(body)
  expect(await ach.verify(signed(body), raw)).toMatchObject([
    { provider: 'increase', eventId: 'event_1', objectId: 'ach_transfer_1', dedupe: 'once' },
  ])
  expect(await ach.verify(signed(body, { secret: 'old_and_about_to_go' }), raw)).toHaveLength(1)
  const other = JSON.stringify({ ...event, associated_object_type: 'account' })
  expect(await ach.verify(signed(other), Buffer.from(other))).toEqual([])
  const wrong = [
    ach.verify(new Headers(), raw),
    ach.verify(signed(body), Buffer.from(`${body} `)),
    ach.verify(signed(body), Buffer.from(body.replace('ach_transfer_1', 'ach_transfer_2'))),
    ach.verify(signed(body, { secret: 'of_somebody_else' }), raw),
    ach.verify(signed(body, { at: Date.now() - 6 * 60_000 }), raw),
  ]
  for (const attempt of wrong) await expect(attempt).rejects.toThrow(BadSignature)
})

test('a routing number names its bank and says whether it can be paid', async () => {
  expect(await ach.lookupRouting?.('021000021')).toEqual({ bank: 'JPMORGAN CHASE BANK, NA', takesAch: true })
  expect(await ach.lookupRouting?.('021001088')).toMatchObject({ takesAch: false })
  expect(await ach.lookupRouting?.('999999992')).toBeNull()
})

test("the account's own lines tell what went out and what came back, by the transfer's id", async () => {
  const from = new Date(Date.now() - 60_000)
  const request = aRequest()
  const { providerId } = await ach.send(request)
  await act(request.ref, 'submit')
  await act(request.ref, 'return')
  const lines = await ach.report({ from, to: new Date(Date.now() + 60_000) })
  expect(lines.filter(({ objectId }) => objectId === providerId)).toMatchObject([
    { kind: 'return', amountCents: 123_45n },
    { kind: 'payout', amountCents: -123_45n },
  ])
  expect(await ach.report({ from: new Date(0), to: from })).toEqual([])
})
