import type Stripe from 'stripe'
import { BadSignature } from '../types.ts'
import type { ProviderEvent } from '../types.ts'

/** Events about a page or a payment; all others are accepted and left aside. */
const ABOUT_PAYMENTS = /^(checkout\.session|payment_intent)\./
/** Money that goes back, told by the payment it comes from. */
const ABOUT_RETURNS = /^(charge\.dispute|refund|radar\.early_fraud_warning)\./

const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null
}

/** A page on which a card is saved: nothing is paid there. */
const isSetup = (object: unknown): boolean =>
  typeof object === 'object' && object !== null && 'mode' in object && object.mode === 'setup'

const objectIdOf = (type: string, object: unknown): string | null => {
  if (isSetup(object)) return null
  if (ABOUT_PAYMENTS.test(type)) return idOf(object)
  if (!ABOUT_RETURNS.test(type) || typeof object !== 'object' || object === null) return null
  return 'payment_intent' in object ? idOf(object.payment_intent) : null
}

/** Verifies the raw bytes against each secret in use (two while one is being replaced) and names the object to re-read. */
export const eventsOf = (
  webhooks: Stripe['webhooks'],
  secrets: readonly string[],
  signature: string | null,
  raw: Buffer,
): ProviderEvent[] => {
  for (const secret of secrets) {
    let event: Stripe.Event
    try {
      event = webhooks.constructEvent(raw, signature ?? '', secret)
    } catch {
      continue
    }
    const objectId = objectIdOf(event.type, event.data.object)
    if (objectId === null) return []
    const occurredAt = new Date(event.created * 1000)
    return [{ provider: 'stripe', eventId: event.id, objectId, type: event.type, occurredAt, dedupe: 'once' }]
  }
  throw new BadSignature('stripe')
}
