/** Plaid's client and the feed of our own account, against the sandbox on a real wire. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@puente/sandbox'
import * as fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sandboxSecrets, type SandboxSecrets } from '#platform/secrets.ts'
import { BadSignature, ProviderError } from '../types.ts'
import { centsOfDollars, createPlaidFeed } from '../zelle/plaid-feed.ts'
import type { InboundFeed } from '../zelle/port.ts'
import { createPlaid } from './plaid.ts'
import type { Plaid } from './port.ts'
import { checkToken, type PlaidKey } from './webhook-token.ts'

/** Stands where the webhooks go, and keeps them as they came. */
const received: { headers: Headers; raw: Buffer }[] = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const token = String(request.headers['plaid-verification'])
    received.push({ headers: new Headers({ 'plaid-verification': token }), raw: Buffer.concat(chunks) })
    response.writeHead(200).end()
  })
})

const stateDir = mkdtempSync(join(tmpdir(), 'puente-plaid-'))
let secrets: SandboxSecrets
let sandbox: Sandbox
let plaid: Plaid
let feed: InboundFeed

const clientOf = (more: object = {}) =>
  createPlaid({
    url: `${sandbox.url}/wire/plaid`,
    clientId: secrets.plaidClientId,
    secret: secrets.plaidSecret,
    ...more,
  })
const feedOf = (client: Plaid) =>
  createPlaidFeed(client, { accessToken: secrets.plaidAccessToken, accountId: secrets.plaidAccountId })

beforeAll(async () => {
  secrets = sandboxSecrets(stateDir)
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()))
  const targetUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  sandbox = await createSandbox({ port: 0, smtpPort: 0, targetUrl, webhookRetryMs: [], secrets })
  plaid = clientOf()
  feed = feedOf(plaid)
})
afterAll(async () => {
  await sandbox.close()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(stateDir, { recursive: true })
})
afterEach(async () => {
  await control('/reset')
  received.length = 0
})

const control = async <T>(path: string, body: object = {}): Promise<T> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(`${sandbox.url}${path}`, init)).json() as Promise<T>
}
const poll = async (cursor: string | null = null) => {
  const page = await feed.read?.(cursor)
  return typeof page === 'string' ? undefined : page
}
const paid = async (more: object = {}) =>
  (
    await control<{ id: string }>('/zelle/credits', {
      reference: '123456789',
      amountCents: 10_101,
      senderName: 'Ana López',
      memo: 'ABCD2345',
      ...more,
    })
  ).id
const kindOf = async (work: Promise<unknown> | undefined): Promise<string> => {
  try {
    await work
  } catch (error) {
    return error instanceof ProviderError ? error.kind : 'not ours'
  }
  return 'no error'
}

test('a payment becomes a credit with payer, number and memo, told once', async () => {
  const id = await paid()
  const news = await poll()
  expect(news?.credits).toEqual([
    {
      externalId: id,
      lineId: id,
      isPosted: true,
      amountCents: 10_101n,
      postedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      payer: 'Ana López',
      reference: '123456789',
      memo: 'ABCD2345 · Zelle payment from ANA LÓPEZ for "ABCD2345"; Conf# 123456789',
    },
  ])
  expect(await poll(news?.cursor)).toMatchObject({ credits: [], removed: [] })
})

test('what is paid back is no credit, and is told with whom it went to', async () => {
  const id = await paid()
  const before = await poll()
  const back = await control<{ id: string }>(`/zelle/credits/${id}/pay-back`)
  const news = await poll(before?.cursor)
  expect([news?.credits, news?.removed]).toEqual([[], []])
  expect(news?.debits).toEqual([
    {
      lineId: back.id,
      isPosted: true,
      isZelle: true,
      amountCents: 10_101n,
      postedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      payee: 'Ana López',
      memo: expect.stringContaining('Refund of 123456789'),
    },
  ])
})

test('the posted line of a pending credit is the same credit, and its removal names the line that stands now', async () => {
  const id = await paid({ pending: true })
  const before = await poll()
  expect(before?.credits).toMatchObject([{ externalId: id, isPosted: false }])
  await control(`/zelle/credits/${id}/post`)
  const after = await poll(before?.cursor)
  expect(after?.credits).toMatchObject([{ externalId: id, isPosted: true }])
  const lineId = after?.credits[0]?.lineId
  expect(lineId).not.toBe(id)
  await control(`/zelle/credits/${id}/remove`)
  expect(await poll(after?.cursor)).toMatchObject({ credits: [], removed: [lineId] })
})

test('a list whose cursor the bank no longer knows says so, and is read from the start', async () => {
  await paid()
  const before = await poll()
  await control('/reset')
  const id = await paid()
  expect(await feed.read?.(before?.cursor ?? null)).toBe('lost')
  const again = await poll()
  expect(again).toMatchObject({ isLast: true, credits: [{ externalId: id }] })
  expect(await poll(again?.cursor)).toMatchObject({ credits: [] })
})

test('how a call fails is told apart: refused, turned away, wrong credentials, nobody there, and no clear answer', async () => {
  const fault = (name: string) => control('/faults', { provider: 'plaid', fault: name, times: 1 })
  await fault('reject')
  expect(await kindOf(poll())).toBe('rateLimited')
  await fault('error500')
  expect(await kindOf(poll())).toBe('unknownOutcome')
  await fault('cutMidBody')
  expect(await kindOf(poll())).toBe('unknownOutcome')
  expect(await kindOf(feedOf(clientOf({ secret: 'wrong' })).read?.(null))).toBe('auth')
  expect(await kindOf(feedOf(clientOf({ url: 'http://127.0.0.1:1' })).read?.(null))).toBe('unavailable')
})

test('an event is believed when Plaid signed exactly these bytes, and only makes us look', async () => {
  await paid()
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const [{ headers, raw } = { headers: new Headers(), raw: Buffer.alloc(0) }] = received
  const [event] = await plaid.verify(headers, raw)
  expect(event).toMatchObject({ type: 'TRANSACTIONS.SYNC_UPDATES_AVAILABLE', dedupe: 'trigger' })
  const edited = Buffer.from(raw.toString().replace('TRANSACTIONS', 'transactions'))
  const reserialised = Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1))
  for (const body of [edited, reserialised, Buffer.alloc(0)])
    await expect(plaid.verify(headers, body)).rejects.toThrow(BadSignature)
  for (const token of ['', 'x', 'a.b.c'])
    await expect(plaid.verify(new Headers({ 'plaid-verification': token }), raw)).rejects.toThrow(BadSignature)
  await expect(plaid.verify(new Headers(), raw)).rejects.toThrow(BadSignature)
})

test.each(['badSignature', 'staleTimestamp'])('an event with %s is refused', async (fault) => {
  await control('/faults', { provider: 'plaid', fault, times: 1 })
  await paid()
  await vi.waitFor(() => expect(received).toHaveLength(1))
  for (const { headers, raw } of received) await expect(plaid.verify(headers, raw)).rejects.toThrow(BadSignature)
})

test('a token of a withdrawn key, by another method, without a time or a minute too old is refused', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const { kty = '', crv = '', x = '', y = '' } = await exportJWK(publicKey)
  const key: PlaidKey = { kty, crv, alg: 'ES256', x, y, isExpired: false }
  const raw = Buffer.from('{"a":1}')
  const claims = { request_body_sha256: createHash('sha256').update(raw).digest('hex') }
  const sign = (iat: number | null, more: object = claims) => {
    const token = new SignJWT({ ...more }).setProtectedHeader({ alg: 'ES256', kid: 'k' })
    return (iat === null ? token : token.setIssuedAt(iat)).sign(privateKey)
  }
  const now = Math.floor(Date.now() / 1000)
  const keyOf = (given: PlaidKey | null) => async () => given
  await expect(checkToken(await sign(now - 240), raw, keyOf(key))).resolves.toBeUndefined()
  await expect(checkToken(await sign(now - 361), raw, keyOf(key))).rejects.toThrow(BadSignature)
  await expect(checkToken(await sign(now + 120), raw, keyOf(key))).rejects.toThrow(BadSignature)
  await expect(checkToken(await sign(null), raw, keyOf(key))).rejects.toThrow(BadSignature)
  await expect(checkToken(await sign(now, {}), raw, keyOf(key))).rejects.toThrow(BadSignature)
  await expect(checkToken(await sign(now), raw, keyOf({ ...key, isExpired: true }))).rejects.toThrow(BadSignature)
  await expect(checkToken(await sign(now), raw, keyOf(null))).rejects.toThrow(BadSignature)
  const symmetric = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'k' })
    .setIssuedAt(now)
    .sign(Buffer.from(x))
  await expect(checkToken(symmetric, raw, keyOf(key))).rejects.toThrow(BadSignature)
})

test('no cent is lost between the dollars of the wire and ours', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      const wire = JSON.parse(`-${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`) as number
      expect(centsOfDollars(wire)).toBe(BigInt(cents))
    }),
  )
})
