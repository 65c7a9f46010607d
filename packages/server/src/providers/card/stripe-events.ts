import type Stripe from 'stripe'
import { at, textAt } from '../fields.ts'
import { toldEvent } from '../told-event.ts'
import { BadSignature } from '../types.ts'
import type { ProviderEvent } from '../types.ts'

/** Events about a page or a payment; all others are accepted and left aside. */
const ABOUT_PAYMENTS = /^(checkout\.session|payment_intent)\./
/** Money that goes back, told by the payment it comes from. */
const ABOUT_RETURNS = /^(charge\.dispute|refund|radar\.early_fraud_warning)\./

/** By its id, or as a whole. */
const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : textAt(value, 'id'))

const objectIdOf = (type: string, object: unknown): string | null => {
  // A page on which a card is saved: nothing is paid there.
  if (textAt(object, 'mode') === 'setup') return null
  if (ABOUT_PAYMENTS.test(type)) return idOf(object)
  return ABOUT_RETURNS.test(type) ? idOf(at(object, 'payment_intent')) : null
}

/** Verifies the raw bytes against each secret in use (two while one is being replaced) and names the object to re-read. */
export const eventsOf = (
  webhooks: Stripe['webhooks'],
  secrets: readonly string[],
  signature: string | null,
  raw: Buffer,
): ProviderEvent[] => {
  for (const secret of secrets) {
    let event: unknown
    try {
      event = webhooks.constructEvent(raw, signature ?? '', secret)
    } catch {
      continue
    }
    // We act for no other account.
    if (at(event, 'account') !== undefined) return []
    const type = textAt(event, 'type') ?? ''
    return toldEvent('stripe', {
      eventId: textAt(event, 'id'),
      objectId: objectIdOf(type, at(event, 'data', 'object')),
      type,
      occurredAt: new Date(Number(at(event, 'created')) * 1000),
    })
  }
  throw new BadSignature('stripe')
}
