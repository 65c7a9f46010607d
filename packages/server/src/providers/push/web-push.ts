/**
 * Messages to browsers by Web Push (RFC 8030), encrypted for the browser alone (8291) and signed by us (8292). The service in
 * between sees neither text nor person. The library encrypts and signs; we send, so that time, redirects and answers are ours.
 */
import { ECDH } from 'node:crypto'
import type { PushMessage, PushOut, PushOutcome, PushTarget } from './port.ts'
import type { PushSettings } from './settings.ts'

const TIMEOUT_MS = 10_000
/** How long the service keeps what it cannot deliver: an hour-old notification is a list's business, not a lock screen's. */
const LIFE_SECONDS = 3_600

/** What an answer of the service means. */
const outcomeOf = (status: number): PushOutcome => {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  return { outcome: status === 429 || status >= 500 ? 'later' : 'never', reason: String(status) }
}

const AUTH_BYTES = 16

/** Whether something can be sealed for a subscription: its key is a point of the curve, its secret long enough. No browser makes others. */
const isOfBrowser = (p256dh: string, auth: string): boolean => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
  } catch {
    return false
  }
  return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length >= AUTH_BYTES
}

type Sealed = { headers: Record<string, string | number>; body: Buffer }

export const createWebPush = ({ publicKey, privateKey, subject }: Exclude<PushSettings, 'off'>): PushOut => ({
  send: async ({ endpoint, p256dh, auth }: PushTarget, { payload, topic, urgency }: PushMessage) => {
    const { default: webPush } = await import('web-push')
    if (!isOfBrowser(p256dh, auth)) return { outcome: 'gone' }
    const sealed = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: LIFE_SECONDS,
      contentEncoding: 'aes128gcm',
      topic,
      urgency,
    }) as Sealed
    const { 'Content-Length': _length, ...rest } = sealed.headers
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(sealed.body),
        // It was checked where this leads, not where that would.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return outcomeOf(answer.status)
    } catch (error) {
      // A message that arrives twice is shown once: trying again is safe.
      return { outcome: 'later', reason: error instanceof Error ? error.name : 'unknown' }
    }
  },
})
