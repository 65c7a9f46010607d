import type { FastifyInstance } from 'fastify'
import { matchRule } from '../core/next-queue.ts'
import { integer, object, oneOf, optional } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { conflict, ControlError, notFound, readControl, requireJson } from '../http/guard.ts'
import type { Aftermath } from './aftermath.ts'
import { outcomes, playingCards } from './model.ts'
import type { Charge, Intent } from './model.ts'
import type { Payments } from './payments.ts'
import { successUrlOf } from './sessions.ts'
import type { Sessions } from './sessions.ts'
import type { CardStore } from './store.ts'
import { StripeError } from './stripe-error.ts'

const nextBody = object({ outcome: oneOf(outcomes), match: matchRule })
const sessionAction = object({ card: optional(oneOf(playingCards)) })
const paymentAction = object({ amountCents: optional(integer({ min: 1 })) })

type Parts = { world: World; store: CardStore; payments: Payments; sessions: Sessions; aftermath: Aftermath }
type Action = { Params: { id: string; action: string } }

/** The control calls of the card rail. */
export const registerCardControl = (app: FastifyInstance, { world, store, payments, sessions, aftermath }: Parts) => {
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

  /** Each answers whether it was possible; of the whole charge, unless it says an amount. */
  const acts: Record<string, (charge: Charge, amount: number | undefined) => boolean> = {
    dispute: (charge, amount) => aftermath.dispute(charge, amount) !== null,
    refund: (charge, amount) => refund(charge, amount),
    win: (charge) => closeDispute(charge, 'won'),
    lose: (charge) => closeDispute(charge, 'lost'),
    'fraud-warning': (charge) => {
      aftermath.warnOfFraud(charge)
      return true
    },
    'fail-refund': (charge) => {
      const refund = store.refunds.find(
        (candidate) => candidate.chargeId === charge.id && candidate.status === 'succeeded',
      )
      return refund !== undefined && aftermath.failRefund(refund, charge)
    },
  }
  /** As from the provider's dashboard. */
  const refund = (charge: Charge, amount: number | undefined) => {
    try {
      aftermath.refund(charge, { amount, reason: 'requested_by_customer', metadata: {} })
      return true
    } catch (error) {
      if (error instanceof StripeError) return false
      throw error
    }
  }
  const closeDispute = (charge: Charge, status: 'won' | 'lost') => {
    const dispute =
      store.disputes.find(({ chargeId, status: now }) => chargeId === charge.id && now === 'needs_response') ??
      store.disputes.find(({ chargeId, status: now }) => chargeId === charge.id && now !== status)
    if (dispute) aftermath.closeDispute(dispute, charge, status)
    return dispute !== undefined
  }

  app.post<Action>('/card/payments/:id/:action', { preHandler }, async (request) => {
    const { id, action } = request.params
    const isChallenge = action === 'confirm' || action === 'refuse'
    const act = Object.hasOwn(acts, action) ? acts[action] : undefined
    if (!act && !isChallenge) throw notFound('action')
    const { amountCents } = readControl(paymentAction, request.body)
    const intent = store.intents.get(id) ?? store.intents.find((other) => other.metadata['ref'] === id)
    if (!intent) throw notFound('payment')
    if (isChallenge) {
      const session = store.sessions.get(intent.sessionId ?? '')
      if (!payments.answerChallenge(intent, action === 'confirm')) throw conflict(`this payment is ${intent.status}`)
      if (session && action === 'confirm') sessions.complete(session)
      return view(intent)
    }
    const charge = store.charges.get(intent.latestChargeId ?? '')
    if (!charge || charge.error || !act?.(charge, amountCents))
      throw conflict(`${action} is not possible for this payment now`)
    return view(intent)
  })
}
