import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import { signStripe } from './signature.ts'
import type { CardStore } from './store.ts'

/** The API version this sandbox speaks, the one the pinned SDK sends. */
export const apiVersion = '2026-10-28.endive'

/** The events this sandbox emits. */
export type EventType =
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.succeeded'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_method.attached'
  | 'payment_method.detached'
  | 'radar.early_fraud_warning.created'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated'
  | 'setup_intent.setup_failed'
  | 'setup_intent.succeeded'

/** Emits events: each is kept for `/v1/events` and delivered as a signed webhook. */
export const createEmitter =
  (world: World, store: CardStore) =>
  (type: EventType, object: { id: string }): void => {
    const event = {
      id: `evt_${randomWord(24)}`,
      object: 'event',
      api_version: apiVersion,
      created: world.clock.unixSeconds(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
    store.events.set(event.id, { id: event.id, created: event.created, type, body: event })
    world.webhooks.send({
      provider: 'card',
      type,
      objectId: object.id,
      url: `${world.urls.target}/hooks/stripe`,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(event, null, 2),
      sign: (body, spoil) => ({ 'stripe-signature': signStripe(world.secrets.stripeWebhookSecret, body, spoil) }),
    })
  }

export type Emit = ReturnType<typeof createEmitter>
