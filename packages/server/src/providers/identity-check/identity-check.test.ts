/** What every adapter of the identity-check port must do, against the sandbox on a real wire. */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandbox, type Sandbox } from '@puente/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aPhoto } from '#test/upload.ts'
import { BadSignature } from '../types.ts'
import { identityCheckOf } from './index.ts'
import { createOnfido } from './onfido.ts'
import type { KycProgress, KycProvider, KycSubmission } from './port.ts'

const token = () => randomBytes(16).toString('hex')
const secrets = {
  stripeSecretKey: `sk_test_${token()}`,
  stripeWebhookSecret: `whsec_${token()}`,
  twilioAccountSid: `AC${token()}`,
  twilioAuthToken: token(),
  onfidoApiToken: `api_sandbox.${token()}`,
  onfidoWebhookToken: token(),
  increaseApiKey: '0123456789abcdef',
  increaseWebhookSecret: '0123456789abcdef',
  increaseAccountId: 'account_0123456789',
  plaidClientId: token(),
  plaidSecret: token(),
  plaidAccessToken: `access-sandbox-${token()}`,
  plaidAccountId: token(),
  paypalClientId: '0123456789abcdef',
  paypalClientSecret: '0123456789abcdef',
  paypalWebhookId: 'SANDBOXHOOK',
  mailHookToken: '0123456789abcdef',
  vapidPublicKey: 'B'.repeat(87),
  vapidPrivateKey: 'b'.repeat(43),
  oidcGoogleSecret: '0123456789abcdef',
  oidcApplePrivateKey: '-----BEGIN PRIVATE KEY-----\n',
}
const OLD_TOKEN = token()
const WIRE = '/wire/onfido/v3.6'

/** Stands where the webhooks go, and keeps them as they came. */
const received: { headers: Headers; raw: Buffer }[] = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const signature = request.headers['x-sha2-signature']
    received.push({ headers: new Headers({ 'x-sha2-signature': String(signature) }), raw: Buffer.concat(chunks) })
    response.writeHead(200).end()
  })
})

let sandbox: Sandbox
let provider: KycProvider
let photo: { bytes: Buffer; contentType: string }

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()))
  const targetUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  sandbox = await createSandbox({ port: 0, smtpPort: 0, targetUrl, webhookRetryMs: [], secrets })
  provider = createOnfido({
    url: `${sandbox.url}${WIRE}`,
    apiToken: secrets.onfidoApiToken,
    webhookTokens: [OLD_TOKEN, secrets.onfidoWebhookToken],
  })
  photo = { bytes: await aPhoto(), contentType: 'image/jpeg' }
})
afterAll(async () => {
  await sandbox.close()
  receiver.closeAllConnections()
  receiver.close()
})

const control = async <T>(method: string, path: string, body: unknown = {}): Promise<T> => {
  const init = {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  }
  return (await fetch(`${sandbox.url}${path}`, init)).json() as Promise<T>
}
const fault = (name: string, more: object = {}) =>
  control('POST', '/faults', { provider: 'kyc', fault: name, times: 1, ...more })
afterEach(() => control('DELETE', '/faults'))

type Identity = Extract<KycSubmission, { kind: 'identity' }>

const aSubmission = (more: Partial<Identity> = {}): Identity => ({
  kind: 'identity',
  ref: newId(),
  person: {
    fullName: 'María José López',
    birthday: '1990-02-28',
    email: `user-${newId()}@example.com`,
    address: { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' },
  },
  docType: 'driverLicense',
  documents: [
    { side: 'front', ...photo },
    { side: 'back', ...photo },
  ],
  selfie: photo,
  progress: {},
  ...more,
})

/** Keeps the progress as a database would; `stopWhen` plays a crash just after a step was kept. */
const keeper = (stopWhen: (progress: KycProgress) => boolean = () => false) => {
  const kept: KycProgress[] = []
  return {
    kept,
    last: () => kept.at(-1) ?? {},
    save: async (progress: KycProgress) => {
      kept.push(progress)
      if (stopWhen(progress)) throw new Error('the power is gone')
    },
  }
}
const checksOf = async (ref: string) =>
  (await control<object[]>('GET', '/kyc/checks')).filter((check) => JSON.stringify(check).includes(ref))
const decidedAs = async (submission: KycSubmission, action: 'approve' | 'deny' | 'review', body: object = {}) => {
  const { checkId } = await provider.submit(submission, keeper().save)
  expect(await provider.fetch(checkId)).toEqual({ outcome: 'processing' })
  await control('POST', `/kyc/checks/${submission.ref}/${action}`, body)
  return provider.fetch(checkId)
}

test('each step is kept as soon as the reviewer has taken it', async () => {
  const { kept, save } = keeper()
  const { checkId } = await provider.submit(aSubmission(), save)
  expect(kept.map((progress) => Object.keys(progress).length)).toEqual([1, 2, 2, 3, 4])
  expect(kept.at(-1)).toMatchObject({
    isSelfieSent: true,
    checkId,
    documentIds: { front: expect.stringMatching(/\w/), back: expect.stringMatching(/\w/) },
  })
})

test.each([
  ['the person', ({ applicantId }: KycProgress) => applicantId !== undefined],
  ['the front', ({ documentIds }: KycProgress) => documentIds?.front !== undefined],
  ['the selfie', ({ isSelfieSent }: KycProgress) => isSelfieSent === true],
  ['the check', ({ checkId }: KycProgress) => checkId !== undefined],
])('a submission that broke off after %s goes on from there, and one check is made', async (_step, stopWhen) => {
  const submission = aSubmission()
  const first = keeper(stopWhen)
  await expect(provider.submit(submission, first.save)).rejects.toThrow('the power is gone')
  const second = keeper()
  const { checkId } = await provider.submit({ ...submission, progress: first.last() }, second.save)
  expect(first.kept.length + second.kept.length).toBe(5)
  expect(await checksOf(submission.ref)).toMatchObject([{ id: checkId }])
})

test('a check whose answer was lost is found again, not made twice', async () => {
  const submission = aSubmission()
  const first = keeper(({ isSelfieSent }) => isSelfieSent === true)
  await expect(provider.submit(submission, first.save)).rejects.toThrow('the power is gone')
  await fault('error500', { after: true })
  const again = { ...submission, progress: first.last() }
  await expect(provider.submit(again, keeper().save)).rejects.toMatchObject({ kind: 'unknownOutcome' })
  const { checkId } = await provider.submit(again, keeper().save)
  expect(await checksOf(submission.ref)).toMatchObject([{ id: checkId }])
})

test('half an answer is no answer: nothing of it is kept, and the case is not reported as refused', async () => {
  const submission = aSubmission()
  const { kept, save } = keeper()
  await fault('cutMidBody')
  await expect(provider.submit(submission, save)).rejects.toMatchObject({ kind: 'unknownOutcome' })
  expect(kept).toEqual([])
  const { checkId } = await provider.submit(submission, save)
  await fault('cutMidBody')
  await expect(provider.fetch(checkId)).rejects.toMatchObject({ kind: 'unknownOutcome' })
})

test('a clear check approves', async () => {
  const submission = aSubmission()
  expect(await decidedAs(submission, 'approve', { documentNumber: 'p 1234-567' })).toEqual({
    outcome: 'approved',
    documentNumbers: ['USA driving_licence p1234567'],
    expiresOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
  })
})

test('a document number is the same whatever the width of its digits', async () => {
  expect(await decidedAs(aSubmission(), 'approve', { documentNumber: 'Ｐ１２３４５６７' })).toMatchObject({
    documentNumbers: ['USA driving_licence P1234567'],
  })
})

test.each([
  ['document', 'blurry', 'selfieId', 'blurry'],
  ['document', 'unsupported', 'selfieId', 'unsupported'],
  ['document', 'expired', 'selfieId', 'expired'],
  ['document', 'mismatch', 'selfieId', 'mismatch'],
  ['document', 'underage', 'selfieId', 'underage'],
  ['document', 'other', 'selfieId', 'other'],
  ['facial_similarity_photo', 'blurry', 'selfie', 'blurry'],
  ['facial_similarity_photo', 'unsupported', 'selfie', 'unsupported'],
  ['facial_similarity_photo', 'mismatch', 'selfie', 'mismatch'],
  ['facial_similarity_photo', 'other', 'selfie', 'other'],
])('%s denied for %s is reported as %s: %s', async (report, reason, type, code) => {
  expect(await decidedAs(aSubmission(), 'deny', { report, reason })).toEqual({
    outcome: 'denied',
    reasons: [{ type, code }],
  })
})

test('a document whose number the reviewer could not read is for a person to decide', async () => {
  expect(await decidedAs(aSubmission(), 'approve', { documentNumber: ' - ' })).toMatchObject({ outcome: 'review' })
})

test('caution is for a person to decide, and so is an unknown word', async () => {
  const submission = aSubmission()
  expect(await decidedAs(submission, 'review')).toMatchObject({
    outcome: 'review',
    raw: expect.stringMatching(/caution/),
  })
  const { checkId } = await provider.submit(aSubmission(), keeper().save)
  await fault('unknownStatus', { path: `${WIRE}/checks` })
  expect(await provider.fetch(checkId)).toMatchObject({ outcome: 'review' })
})

test('a check that is overruled later is reported with its new result', async () => {
  const submission = aSubmission()
  await decidedAs(submission, 'review')
  await control('POST', `/kyc/checks/${submission.ref}/approve`)
  const [check] = (await checksOf(submission.ref)) as { id: string }[]
  expect(await provider.fetch(check?.id ?? '')).toMatchObject({ outcome: 'approved' })
})

test('each way to fail has its kind, and no error holds a photo or a token', async () => {
  const failing = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toMatch(/api_sandbox|1990-02-28/)
    expect((error as Error).cause).toBeUndefined()
    return error
  }
  const { save } = keeper()
  await fault('reject')
  expect(await failing(provider.submit(aSubmission(), save))).toMatchObject({ kind: 'rateLimited' })
  await fault('error500')
  expect(await failing(provider.submit(aSubmission(), save))).toMatchObject({ kind: 'unknownOutcome' })
  const badDay = aSubmission()
  badDay.person.birthday = 'yesterday'
  expect(await failing(provider.submit(badDay, save))).toMatchObject({ kind: 'invalid' })
  const stranger = createOnfido({ url: `${sandbox.url}${WIRE}`, apiToken: 'api_sandbox.wrong', webhookTokens: [] })
  expect(await failing(stranger.fetch(newId()))).toMatchObject({ kind: 'auth' })
  const away = createOnfido({ url: 'http://127.0.0.1:9', apiToken: secrets.onfidoApiToken, webhookTokens: [] })
  expect(await failing(away.fetch(newId()))).toMatchObject({ kind: 'unavailable' })
  expect(await failing(identityCheckOf({ kyc: 'off' }).fetch(newId()))).toMatchObject({ kind: 'unavailable' })
})

test('a signed event names its check; the same bytes are the same event', async () => {
  const submission = aSubmission()
  const { checkId } = await provider.submit(submission, keeper().save)
  await control('POST', `/kyc/checks/${submission.ref}/approve`)
  const about = () => received.find(({ raw }) => raw.includes(checkId))
  await expect.poll(about, { timeout: 5_000 }).toBeDefined()
  const { headers, raw } = about()!
  const [event] = await provider.verify(headers, raw)
  expect(event).toMatchObject({ provider: 'onfido', objectId: checkId, type: 'check.completed', dedupe: 'once' })
  expect(await provider.verify(headers, raw)).toEqual([event])
})

const signed = (body: string, key = secrets.onfidoWebhookToken) =>
  provider.verify(
    new Headers({ 'x-sha2-signature': createHmac('sha256', key).update(body).digest('hex') }),
    Buffer.from(body),
  )

test('while a token is replaced both are believed', async () => {
  const body = JSON.stringify({ payload: { resource_type: 'check', action: 'check.completed', object: { id: 'c-1' } } })
  expect(await signed(body, OLD_TOKEN)).toMatchObject([{ objectId: 'c-1' }])
  expect(await signed(body)).toMatchObject([{ objectId: 'c-1' }])
  await expect(signed(body, token())).rejects.toThrow(BadSignature)
})

test('whatever is wrong with signature or body is a bad signature, never a crash', async () => {
  const body = Buffer.from(JSON.stringify({ payload: { resource_type: 'check', object: { id: 'c-1' } } }))
  for (const signature of ['', 'zz', 'ab', 'ab'.repeat(32), 'ab'.repeat(500), '\u00fc'])
    await expect(provider.verify(new Headers({ 'x-sha2-signature': signature }), body)).rejects.toThrow(BadSignature)
  await expect(provider.verify(new Headers(), body)).rejects.toThrow(BadSignature)
  await expect(signed('not json')).rejects.toThrow(BadSignature)
  await expect(signed('null')).rejects.toThrow(BadSignature)
})

test('signed events about other things are of no interest; a strange date does not lose one', async () => {
  expect(await signed('{"payload":{"resource_type":"report","object":{"id":"r-1"}}}')).toEqual([])
  expect(await signed('{"payload":{"resource_type":"check","object":{}}}')).toEqual([])
  expect(await signed('{}')).toEqual([])
  const [event] = await signed(
    '{"payload":{"resource_type":"check","object":{"id":"c-2","completed_at_iso8601":"soon"}}}',
  )
  expect(Number.isNaN(event?.occurredAt.getTime())).toBe(false)
})

test.each([
  ['blurry', 'blurry'],
  ['mismatch', 'mismatch'],
  ['unsupported', 'unsupported'],
  ['expired', 'expired'],
])('a proof of address that is %s is denied as such, and nothing else is asked for', async (reason, code) => {
  const { documents: _, selfie: __, ...rest } = aSubmission()
  const submission: KycSubmission = { ...rest, kind: 'address', docType: 'utilityBill', document: photo }
  const { checkId } = await provider.submit(submission, keeper().save)
  await control('POST', `/kyc/checks/${submission.ref}/deny`, { reason })
  expect(await provider.fetch(checkId)).toEqual({ outcome: 'denied', reasons: [{ type: 'invoice', code }] })
  await control('POST', `/kyc/checks/${submission.ref}/approve`)
  expect(await provider.fetch(checkId)).toEqual({ outcome: 'approved', documentNumbers: [], expiresOn: null })
})
