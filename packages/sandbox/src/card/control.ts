import type { FastifyInstance } from 'fastify'
import { matchRule } from '../core/next-queue.ts'
import { integer, object, oneOf, optional, text } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { conflict, ControlError, notFound, readControl, requireJson } from '../http/guard.ts'
import { paymentActs, type PaymentAct, type PaymentActs } from './acts.ts'
import { outcomes, playingCards } from './model.ts'
import type { Intent } from './model.ts'
import { successUrlOf } from './sessions.ts'
import type { Sessions } from './sessions.ts'
import type { CardStore } from './store.ts'
import { StripeError } from './stripe-error.ts'

const nextBody = object({ outcome: oneOf(outcomes), match: matchRule })
const sessionAction = object({ card: optional(oneOf(playingCards)) })
const paymentAction = object({ amountCents: optional(integer({ min: 1 })), disputeId: optional(text({ max: 60 })) })
const isPaymentAct = (action: string): action is PaymentAct => (paymentActs as readonly string[]).includes(action)

type Parts = { world: World; store: CardStore; sessions: Sessions; act: PaymentActs }
type Action = { Params: { id: string; action: string } }

/** The control calls of the card rail. */
export const registerCardControl = (app: FastifyInstance, { world, store, sessions, act }: Parts) => {
  const preHandler = requireJson

  app.post('/card/next', { preHandler }, async (request) => {
    const { outcome, match } = readControl(nextBody, request.body)
    return { queued: store.next.add(outcome, match) }
  })

  app.post<Action>('/card/sessions/:id/:action', { preHandler }, async (request) => {
    const { id, action } = request.params
    if (!['pay', 'decline', 'cancel', 'expire'].includes(action)) throw notFound('action')
    const { card } = readControl(sessionAction, request.body)
    const session = store.sessions.get(id) ?? store.sessions.find((other) => other.clientReferenceId === id)
    if (!session) throw notFound('session')
    if (session.status !== 'open') throw conflict(`this session is ${session.status}`)
    const answer = (redirectUrl: string | null) => ({
      id: session.id,
      status: session.status,
      paymentStatus: sessions.render(session).payment_status,
      paymentIntent: session.intentId,
      redirectUrl,
    })
    if (action === 'expire') sessions.expire(session)
    if (action === 'expire' || action === 'cancel') return answer(session.cancelUrl)
    try {
      const result = sessions.pay(session, action === 'decline' ? '0002' : (card ?? '4242'))
      if (result === 'challenge') return answer(`${world.urls.public}/card/challenge/${session.intentId ?? ''}`)
      return answer(result === 'declined' ? null : successUrlOf(session))
    } catch (error) {
      if (error instanceof StripeError) throw new ControlError(500, 'a queued outcome made this payment fail')
      throw error
    }
  })

  const view = (intent: Intent) => {
    const charge = store.charges.get(intent.latestChargeId ?? '')
    return {
      id: intent.id,
      ref: intent.metadata['ref'] ?? null,
      status: intent.status,
      amountCents: intent.amount,
      refundedCents: charge?.amountRefunded ?? 0,
      isDisputed: charge?.isDisputed ?? false,
      sessionId: intent.sessionId,
      customerId: intent.customerId,
      challengeUrl: intent.status === 'requires_action' ? `${world.urls.public}/card/challenge/${intent.id}` : null,
      at: new Date(intent.created * 1000).toISOString(),
    }
  }

  app.get('/card/payments', async () => store.intents.newest().map(view))

  app.post<Action>('/card/payments/:id/:action', { preHandler }, async (request) => {
    const { id, action } = request.params
    if (!isPaymentAct(action)) throw notFound('action')
    const choice = readControl(paymentAction, request.body)
    const intent = store.intents.get(id) ?? store.intents.find((other) => other.metadata['ref'] === id)
    if (!intent) throw notFound('payment')
    if (!act(intent, action, choice)) throw conflict(`${action} is not possible: this payment is ${intent.status}`)
    return view(intent)
  })
}
