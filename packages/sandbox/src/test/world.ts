/** What the tests share: a running sandbox, a receiver for its webhooks, and the official SDKs pointed at it. */
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { createSandbox } from '../index.ts'
import type { SandboxSecrets } from '../index.ts'

const vapid = createECDH('prime256v1')
vapid.generateKeys()

export const secrets: SandboxSecrets = {
  stripeSecretKey: `sk_test_${randomBytes(18).toString('hex')}`,
  stripeWebhookSecret: `whsec_${randomBytes(18).toString('hex')}`,
  twilioAccountSid: `AC${randomBytes(16).toString('hex')}`,
  twilioAuthToken: randomBytes(16).toString('hex'),
  onfidoApiToken: `api_sandbox.${randomBytes(16).toString('hex')}`,
  onfidoWebhookToken: randomBytes(16).toString('hex'),
  increaseApiKey: randomBytes(16).toString('hex'),
  increaseWebhookSecret: randomBytes(16).toString('hex'),
  increaseAccountId: `account_${randomBytes(8).toString('hex')}`,
  plaidClientId: randomBytes(12).toString('hex'),
  plaidSecret: randomBytes(15).toString('hex'),
  plaidAccessToken: `access-sandbox-${randomBytes(16).toString('hex')}`,
  plaidAccountId: randomBytes(18).toString('hex'),
  paypalClientId: `A${randomBytes(16).toString('hex')}`,
  paypalClientSecret: `E${randomBytes(16).toString('hex')}`,
  paypalWebhookId: randomBytes(8).toString('hex').toUpperCase(),
  mailHookToken: randomBytes(16).toString('hex'),
  vapidPublicKey: vapid.getPublicKey('base64url'),
  vapidPrivateKey: Buffer.concat([Buffer.alloc(32), vapid.getPrivateKey()])
    .subarray(-32)
    .toString('base64url'),
  oidcGoogleSecret: randomBytes(16).toString('hex'),
  oidcApplePrivateKey: generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  }).privateKey,
}

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A stand-in for the app: keeps what it receives and answers `status` (settable). */
const createReceiver = async () => {
  const received: Received[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    received,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Polls until `look` answers something. */
export const eventually = async <T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> => {
  for (let tries = 0; tries < 400; tries++) {
    const found = await look()
    if (found) return found
    await pause(10)
  }
  throw new Error('it did not happen in time')
}

/** A sandbox with its receiver. Close it after the tests. */
export const startWorld = async () => {
  const receiver = await createReceiver()
  const sandbox = await createSandbox({
    port: 0,
    smtpPort: 0,
    targetUrl: receiver.url,
    appUrl: 'http://app.puente.test:3000',
    secrets,
    webhookRetryMs: [10, 20, 30],
  })
  const json = async (method: string, path: string, body?: object) => {
    const answer = await fetch(sandbox.url + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  return {
    sandbox,
    receiver,
    control: (path: string, body: object = {}) => json('POST', path, body),
    read: (path: string) => json('GET', path),
    remove: (path: string) => json('DELETE', path),
    /** A form as the sandbox's own page would post it. */
    form: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(sandbox.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: sandbox.url, 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
    page: (path: string, headers: Record<string, string> = {}) =>
      fetch(sandbox.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } }),
    stripe: (key = secrets.stripeSecretKey, timeout = 5000) =>
      new Stripe(key, {
        host: '127.0.0.1',
        port: sandbox.port,
        protocol: 'http',
        apiVersion: '2026-10-28.endive',
        timeout,
        maxNetworkRetries: 0,
        telemetry: false,
      }),
    /** Forgets everything on both sides. */
    async reset() {
      await json('POST', '/reset', {})
      receiver.received.length = 0
      receiver.state.status = 200
    },
    async close() {
      await sandbox.close()
      await receiver.close()
    },
  }
}

export type TestWorld = Awaited<ReturnType<typeof startWorld>>
