/** Checkout sessions: the hosted page's side of a payment. A session without a paid attempt stays open until it expires. */
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import type { Emit } from './events.ts'
import type { Intent, PlayingCard, Session } from './model.ts'
import type { Payments } from './payments.ts'
import { renderPaymentMethod, renderSession, renderSetup } from './render-parties.ts'
import type { CardStore } from './store.ts'

export type NewSession = Omit<Session, 'id' | 'created' | 'status' | 'intentId' | 'setupIntentId' | 'wasRefused'>

/** What the person sees after pressing Pay. `hang` = paid, but the answer must never arrive. */
export type PayResult = 'paid' | 'declined' | 'challenge' | 'hang'

export const createSessions = (world: World, store: CardStore, payments: Payments, emit: Emit) => {
  const render = (session: Session) => renderSession(store, session, world.urls.public)

  const expire = (session: Session) => {
    session.status = 'expired'
    emit('checkout.session.expired', render(session))
  }

  const complete = (session: Session) => {
    session.status = 'complete'
    emit('checkout.session.completed', render(session))
  }

  const intentOf = (session: Session): Intent => {
    const existing = store.intents.get(session.intentId ?? '')
    if (existing) return existing
    const intent = payments.create({
      amount: session.amount,
      customerId: session.customerId,
      description: session.description,
      metadata: session.intentMetadata,
      returnUrl: successUrlOf(session),
      setupFutureUsage: session.setupFutureUsage,
      sessionId: session.id,
    })
    session.intentId = intent.id
    return intent
  }

  /** Keeps a card for the session's customer; one that would be declined is refused, any other is kept. */
  const keep = (session: Session, card: PlayingCard): PayResult => {
    const method = payments.createMethod(card)
    session.wasRefused = card === '0002'
    const setup = renderSetup(session, method, world.clock.unixSeconds())
    if (session.wasRefused) {
      emit('setup_intent.setup_failed', setup)
      return 'declined'
    }
    method.customerId = session.customerId
    emit('payment_method.attached', renderPaymentMethod(method))
    emit('setup_intent.succeeded', setup)
    complete(session)
    return 'paid'
  }

  return {
    render,
    expire,
    create(fields: NewSession): Session {
      const session: Session = {
        ...fields,
        id: `cs_test_${randomWord(58)}`,
        created: world.clock.unixSeconds(),
        status: 'open',
        intentId: null,
        setupIntentId: fields.mode === 'setup' ? `seti_${randomWord(24)}` : null,
        wasRefused: false,
      }
      store.sessions.set(session.id, session)
      world.clock.schedule(new Date(session.expiresAt * 1000), () => {
        if (session.status === 'open') expire(session)
      })
      return session
    },
    /** One press of Pay on an open session. @throws StripeError 500 for a queued `error` */
    pay(session: Session, card: PlayingCard): PayResult {
      if (session.mode === 'setup') return keep(session, card)
      const refs = [session.intentMetadata['ref'], session.clientReferenceId, session.id]
      const outcome = payments.outcomeFor({ amount: session.amount, customerId: session.customerId, refs }, card)
      const intent = intentOf(session)
      payments.attempt(intent, payments.createMethod(card), outcome)
      if (intent.status === 'requires_action') return 'challenge'
      if (intent.status !== 'succeeded') return 'declined'
      complete(session)
      return outcome === 'timeoutAfterCommit' ? 'hang' : 'paid'
    },
    complete,
  }
}

/** Where a paid session leads: its own id takes the place of Stripe's placeholder. */
export const successUrlOf = (session: Session) => session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

export type Sessions = ReturnType<typeof createSessions>
