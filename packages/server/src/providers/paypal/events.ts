/** What PayPal's events are about: the object to read again, never what the event says of it. */
import type { ProviderEvent } from '../types.ts'
import { at, textAt } from '../fields.ts'
import { toldEvent } from '../told-event.ts'

/** The last part of the address that a resource gives with a relation. */
const linkedId = (resource: unknown, rel: string): string | null => {
  for (let at = 0; at < 10; at++)
    if (textAt(resource, 'links', at, 'rel') === rel)
      return /\/([\w-]+)$/.exec(textAt(resource, 'links', at, 'href') ?? '')?.[1] ?? null
  return null
}

const orderOf = (resource: unknown): string | null => textAt(resource, 'supplementary_data', 'related_ids', 'order_id')

/** Kinds of events by their beginning, and the id of the object that each speaks of. All others are left aside. */
const OBJECTS: readonly (readonly [string, (resource: unknown) => string | null])[] = [
  ['CHECKOUT.ORDER.', (order) => textAt(order, 'id')],
  ['CHECKOUT.PAYMENT-APPROVAL.', (approval) => textAt(approval, 'order_id')],
  // Of a refund: its capture.
  ['PAYMENT.CAPTURE.REFUNDED', (refund) => orderOf(refund) ?? linkedId(refund, 'up')],
  ['PAYMENT.CAPTURE.REVERSED', (refund) => orderOf(refund) ?? linkedId(refund, 'up') ?? textAt(refund, 'id')],
  ['PAYMENT.CAPTURE.', (capture) => orderOf(capture) ?? textAt(capture, 'id')],
  ['PAYMENT.PAYOUTSBATCH.', (batch) => textAt(batch, 'batch_header', 'payout_batch_id')],
  ['PAYMENT.PAYOUTS-ITEM.', (item) => textAt(item, 'payout_item_id')],
]

/** Empty for an event about something that does not concern us. */
export const eventsOf = (event: unknown): ProviderEvent[] => {
  const type = textAt(event, 'event_type')
  const about = OBJECTS.find(([beginning]) => type?.startsWith(beginning))
  return toldEvent('paypal', {
    eventId: textAt(event, 'id'),
    objectId: about?.[1](at(event, 'resource')) ?? null,
    type,
    occurredAt: new Date(textAt(event, 'create_time') ?? ''),
  })
}
