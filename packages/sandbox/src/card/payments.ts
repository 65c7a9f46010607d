/** What happens to a payment: attempts, the confirmation step, cancelling. Every effect is booked and every event sent. */
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import type { Emit } from './events.ts'
import type { Intent, Metadata, Outcome, PaymentError, PaymentMethod, PlayingCard } from './model.ts'
import { renderCharge, renderIntent } from './render-payments.ts'
import { renderPaymentMethod } from './render-parties.ts'
import type { CardStore } from './store.ts'
import { apiError } from './stripe-error.ts'

/** The provider's price: 2.9 % and 30 cents, rounded to the nearest cent. */
const feeOf = (amount: number) => Math.round((amount * 29) / 1000) + 30
const settlementSeconds = 2 * 24 * 3600

const declined: PaymentError = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
  type: 'card_error',
}
const notAuthenticated: PaymentError = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'The provided PaymentMethod has failed authentication. You can provide a new payment method.',
  type: 'invalid_request_error',
}

/** What a card does when no outcome is queued. */
const ownOutcome: Record<PlayingCard, Outcome> = { '4242': 'succeed', '0002': 'decline', '3155': 'requireAction' }

export type NewIntent = {
  amount: number
  customerId: string | null
  description: string | null
  metadata: Metadata
  returnUrl: string | null
  setupFutureUsage: Intent['setupFutureUsage']
  sessionId: string | null
}

export const createPayments = (world: World, store: CardStore, emit: Emit) => {
  const now = () => world.clock.unixSeconds()
  const render = (intent: Intent) => renderIntent(store, intent, world.urls.public)

  const create = (fields: NewIntent): Intent => {
    const id = `pi_${randomWord(24)}`
    const intent: Intent = {
      ...fields,
      id,
      clientSecret: `${id}_secret_${randomWord(24)}`,
      created: now(),
      amountReceived: 0,
      status: 'requires_payment_method',
      paymentMethodId: null,
      latestChargeId: null,
      lastError: null,
      canceledAt: null,
    }
    store.intents.set(id, intent)
    emit('payment_intent.created', render(intent))
    return intent
  }

  const newCharge = (intent: Intent, methodId: string, error: PaymentError | null) => {
    const charge = {
      id: `ch_${randomWord(24)}`,
      created: now(),
      intentId: intent.id,
      amount: intent.amount,
      amountRefunded: 0,
      customerId: intent.customerId,
      paymentMethodId: methodId,
      metadata: intent.metadata,
      balanceTransactionId: null as string | null,
      error,
      isDisputed: false,
    }
    store.charges.set(charge.id, charge)
    intent.latestChargeId = charge.id
    return charge
  }

  const succeed = (intent: Intent, method: PaymentMethod) => {
    const charge = newCharge(intent, method.id, null)
    const line = {
      id: `txn_${randomWord(24)}`,
      created: now(),
      availableOn: now() + settlementSeconds,
      amount: charge.amount,
      fee: feeOf(charge.amount),
      type: 'charge' as const,
      reportingCategory: 'charge' as const,
      sourceId: charge.id,
    }
    store.balanceTransactions.set(line.id, line)
    charge.balanceTransactionId = line.id
    Object.assign(intent, { status: 'succeeded', amountReceived: intent.amount, lastError: null })
    world.book.record({
      provider: 'card',
      kind: 'charge',
      ref: intent.metadata['ref'] ?? null,
      providerId: intent.id,
      amountCents: intent.amount,
      at: world.clock.now().toISOString(),
    })
    if (intent.setupFutureUsage && intent.customerId && method.customerId === null) {
      method.customerId = intent.customerId
      emit('payment_method.attached', renderPaymentMethod(method))
    }
    emit('charge.succeeded', renderCharge(store, charge))
    emit('payment_intent.succeeded', render(intent))
  }

  const fail = (intent: Intent, method: PaymentMethod, error: PaymentError) => {
    if (error === declined) emit('charge.failed', renderCharge(store, newCharge(intent, method.id, error)))
    Object.assign(intent, { status: 'requires_payment_method', lastError: error })
    emit('payment_intent.payment_failed', render(intent))
  }

  return {
    render,
    create,
    /** A made-up card as a payment method, not saved for anybody yet. */
    createMethod(card: PlayingCard): PaymentMethod {
      const method = { id: `pm_${randomWord(24)}`, created: now(), card, customerId: null }
      store.paymentMethods.set(method.id, method)
      return method
    },
    /** The queued outcome for such a payment, or else the card's own. @throws StripeError 500 for `error`, with nothing done */
    outcomeFor(
      payment: { amount: number; customerId: string | null; refs: (string | null | undefined)[] },
      card: PlayingCard,
    ) {
      const email = store.customers.get(payment.customerId ?? '')?.email ?? null
      const queued = store.next.take({ refs: payment.refs, email, amountCents: payment.amount })
      const outcome = queued ?? ownOutcome[card]
      if (outcome === 'error') throw apiError()
      return outcome
    },
    /** One attempt to pay. */
    attempt(intent: Intent, method: PaymentMethod, outcome: Exclude<Outcome, 'error'>) {
      intent.paymentMethodId = method.id
      if (outcome === 'decline') return fail(intent, method, declined)
      if (outcome !== 'requireAction') return succeed(intent, method)
      Object.assign(intent, { status: 'requires_action', lastError: null })
      emit('payment_intent.requires_action', render(intent))
    },
    /** The person's answer at the confirmation step. False when the payment does not wait for one. */
    answerChallenge(intent: Intent, isConfirmed: boolean) {
      const method = store.paymentMethods.get(intent.paymentMethodId ?? '')
      if (intent.status !== 'requires_action' || !method) return false
      if (isConfirmed) succeed(intent, method)
      else fail(intent, method, notAuthenticated)
      return true
    },
    cancel(intent: Intent) {
      Object.assign(intent, { status: 'canceled', canceledAt: now() })
      emit('payment_intent.canceled', render(intent))
    },
  }
}

export type Payments = ReturnType<typeof createPayments>
