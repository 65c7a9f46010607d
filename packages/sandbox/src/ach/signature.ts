import { createHmac } from 'node:crypto'
import type { Spoil } from '../core/webhooks.ts'

// The receiver's tolerance is five minutes.
const staleBySeconds = 3600

type Signed = { id: string; secret: string; body: string; spoil: Spoil }

/** The headers of Standard Webhooks: HMAC-SHA256 over `<id>.<timestamp>.<body>` in base64, by the wall clock. */
export const signStandardWebhook = ({ id, secret, body, spoil }: Signed): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1000) - (spoil === 'staleTimestamp' ? staleBySeconds : 0))
  const key = spoil === 'badSignature' ? `${secret}-of-another` : secret
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
