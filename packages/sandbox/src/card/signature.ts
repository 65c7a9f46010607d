import { createHmac } from 'node:crypto'
import type { Spoil } from '../core/webhooks.ts'

// The receiver's tolerance is 300 seconds.
const staleBySeconds = 3600

/** The `Stripe-Signature` header: a wall-clock timestamp, and HMAC-SHA256 over `<timestamp>.<body>` in hexadecimal. */
export const signStripe = (secret: string, body: string, spoil: Spoil = null) => {
  const timestamp = Math.floor(Date.now() / 1000) - (spoil === 'staleTimestamp' ? staleBySeconds : 0)
  const key = spoil === 'badSignature' ? `${secret}-of-another` : secret
  return `t=${timestamp},v1=${createHmac('sha256', key).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`
}
