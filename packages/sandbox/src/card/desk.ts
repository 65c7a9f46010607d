import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { centsOf, dollars } from '../core/dollars.ts'
import type { World } from '../core/provider.ts'
import { object, oneOf, optional, text } from '../core/shape.ts'
import { conflict, notFound, readControl } from '../http/guard.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { decideEvents, eventsBody, eventsForm } from '../pages/events-form.ts'
import { sendPage } from '../pages/layout.ts'
import { paymentActs } from './acts.ts'
import type { PaymentActs } from './acts.ts'
import type { Aftermath } from './aftermath.ts'
import { cardDeskPage } from './desk-page.ts'
import type { Shown } from './desk-page.ts'
import { outcomes } from './model.ts'
import type { Intent, Session } from './model.ts'
import type { Sessions } from './sessions.ts'
import type { CardStore } from './store.ts'
import { StripeError } from './stripe-error.ts'

const nextForm = object({ outcome: oneOf(outcomes) })
const sessionForm = object({ act: oneOf(['pay', 'decline', 'expire']) })
const actForm = object({
  act: oneOf(paymentActs),
  // A form sends what was left empty.
  amount: optional(z.union([z.literal(''), dollars])),
  dispute: optional(text({ max: 60 })),
})

type Parts = {
  world: World
  store: CardStore
  sessions: Sessions
  aftermath: Aftermath
  act: PaymentActs
  hosts: Hosts
}
type ById = { Params: { id: string } }

/** The page where people choose what becomes of card payments. */
export const registerCardDesk = (app: FastifyInstance, { world, store, sessions, aftermath, act, hosts }: Parts) => {
  const shownOf = (session: Session): Shown => ({
    about: session,
    session,
    intent: null,
    charge: null,
    refunds: [],
    disputes: [],
  })

  const shownOfIntent = (intent: Intent): Shown => {
    const charge = store.charges.get(intent.latestChargeId ?? '') ?? null
    return {
      about: intent,
      session: store.sessions.get(intent.sessionId ?? '') ?? null,
      intent,
      charge,
      refunds: store.refunds.newest().filter(({ chargeId }) => chargeId === charge?.id),
      disputes: charge ? aftermath.disputesOf(charge) : [],
    }
  }

  /** Payments, and before them the pages on which nothing was tried yet. */
  const all = () => [
    ...store.sessions
      .newest()
      .filter(({ mode, intentId, status }) => mode === 'payment' && intentId === null && status === 'open')
      .map(shownOf),
    ...store.intents.newest().map(shownOfIntent),
  ]

  const play = (session: Session, played: 'pay' | 'decline' | 'expire') => {
    if (played === 'expire') return sessions.expire(session)
    try {
      sessions.pay(session, played === 'decline' ? '0002' : '4242')
    } catch (error) {
      // What was set to fail at the provider has failed.
      if (!(error instanceof StripeError)) throw error
    }
  }

  void app.register(async (scope) => {
    registerForms(scope, hosts)

    scope.get('/bank/cards', async (_request, reply) => {
      const events = eventsForm(world, 'card', '/bank/cards/events')
      return sendPage(reply, cardDeskPage({ shown: all().slice(0, 100), queued: store.next.list(), events }))
    })
    scope.post('/bank/cards/next', async (request, reply) => {
      store.next.add(readControl(nextForm, request.body).outcome)
      return reply.redirect('/bank/cards', 303)
    })
    scope.post('/bank/cards/events', async (request, reply) => {
      decideEvents(world, 'card', readControl(eventsBody, request.body).events)
      return reply.redirect('/bank/cards', 303)
    })
    scope.post<ById>('/bank/cards/sessions/:id', async (request, reply) => {
      const played = readControl(sessionForm, request.body).act
      const session = store.sessions.get(request.params.id)
      if (!session) throw notFound('session')
      if (session.status !== 'open') throw conflict(`this session is ${session.status}`)
      play(session, played)
      return reply.redirect(`/bank/cards#${session.intentId ?? session.id}`, 303)
    })
    scope.post<ById>('/bank/cards/:id', async (request, reply) => {
      const { act: chosen, amount, dispute } = readControl(actForm, request.body)
      const intent = store.intents.get(request.params.id)
      if (!intent) throw notFound('payment')
      const amountCents = amount ? centsOf(amount) : undefined
      if (!act(intent, chosen, { amountCents, disputeId: dispute }))
        throw conflict(`${chosen} is not possible for this payment now, or not for so much`)
      return reply.redirect(`/bank/cards#${intent.id}`, 303)
    })
  })
}
