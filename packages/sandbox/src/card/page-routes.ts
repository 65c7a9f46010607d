import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { object, oneOf, optional } from '../core/shape.ts'
import { registerForms } from '../http/page-forms.ts'
import { readControl } from '../http/guard.ts'
import { sendPage } from '../pages/layout.ts'
import type { Hosts } from '../http/page-forms.ts'
import { playingCards } from './model.ts'
import type { Intent, Session } from './model.ts'
import { pickLanguage } from './page-texts.ts'
import { answeredPage, challengePage, expiredPage, paidPage, payPage, savePage, unknownPage } from './pages.ts'
import type { PayProblem } from './pages.ts'
import type { Payments } from './payments.ts'
import { successUrlOf } from './sessions.ts'
import type { Sessions } from './sessions.ts'
import type { CardStore } from './store.ts'
import { StripeError } from './stripe-error.ts'

const payForm = object({ card: oneOf(playingCards), action: optional(oneOf(['pay'])) })
const challengeForm = object({ answer: oneOf(['confirm', 'refuse']) })

type Parts = { store: CardStore; payments: Payments; sessions: Sessions; hosts: Hosts }
type ById = { Params: { id: string } }

/** Where a saved-card payment returns to, with the words Stripe adds to the address. */
const returnUrlOf = (intent: Intent) => {
  if (intent.returnUrl === null) return null
  const url = new URL(intent.returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.clientSecret)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}

/** The pages a paying person meets. */
export const registerCardPages = (app: FastifyInstance, { store, payments, sessions, hosts }: Parts) => {
  const languageOf = (request: FastifyRequest, session: Session | undefined) =>
    pickLanguage(session?.locale ?? null, request.headers['accept-language'])

  const showSession = (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    problem: PayProblem | null = null,
  ) => {
    const language = languageOf(request, session)
    if (session.status === 'expired') return sendPage(reply, expiredPage(language, session.cancelUrl))
    if (session.status === 'complete') return sendPage(reply, paidPage(language, successUrlOf(session)))
    const intent = store.intents.get(session.intentId ?? '')
    if (session.mode === 'setup')
      return sendPage(reply, savePage(session, language), [session.successUrl, session.cancelUrl])
    const before = intent?.lastError ? (intent.lastError.code === 'card_declined' ? 'declined' : 'notConfirmed') : null
    return sendPage(reply, payPage(session, language, problem ?? before), [session.successUrl, session.cancelUrl])
  }

  void app.register(async (scope) => {
    registerForms(scope, hosts)

    scope.get<ById>('/card/pay/:id', async (request, reply) => {
      const session = store.sessions.get(request.params.id)
      if (!session) return sendPage(reply.code(404), unknownPage(languageOf(request, undefined)))
      return showSession(request, reply, session)
    })

    scope.post<ById>('/card/pay/:id', async (request, reply) => {
      const session = store.sessions.get(request.params.id)
      if (!session) return sendPage(reply.code(404), unknownPage(languageOf(request, undefined)))
      if (session.status !== 'open') return showSession(request, reply, session)
      const { card } = readControl(payForm, request.body)
      try {
        const result = sessions.pay(session, card)
        if (result === 'hang') await new Promise<void>((resolve) => request.raw.socket.once('close', () => resolve()))
        if (result === 'challenge') return await reply.redirect(`/card/challenge/${session.intentId ?? ''}`, 303)
        // Back to the page, which tells: reloading it must not try the card again.
        if (result === 'declined') return await reply.redirect(`/card/pay/${session.id}`, 303)
        return await reply.redirect(successUrlOf(session), 303)
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        return showSession(request, reply.code(500), session, 'failed')
      }
    })

    const backOf = (intent: Intent) => {
      const session = store.sessions.get(intent.sessionId ?? '')
      if (!session) return returnUrlOf(intent)
      return session.status === 'complete' ? successUrlOf(session) : `/card/pay/${session.id}`
    }

    scope.get<ById>('/card/challenge/:id', async (request, reply) => {
      const intent = store.intents.get(request.params.id)
      const session = store.sessions.get(intent?.sessionId ?? '')
      const language = languageOf(request, session)
      if (!intent) return sendPage(reply.code(404), unknownPage(language))
      if (intent.status !== 'requires_action') return sendPage(reply, answeredPage(language, backOf(intent)))
      return sendPage(reply, challengePage(intent, language), [
        session?.successUrl,
        session?.cancelUrl,
        intent.returnUrl,
      ])
    })

    scope.post<ById>('/card/challenge/:id', async (request, reply) => {
      const intent = store.intents.get(request.params.id)
      const session = store.sessions.get(intent?.sessionId ?? '')
      const language = languageOf(request, session)
      if (!intent) return sendPage(reply.code(404), unknownPage(language))
      const { answer } = readControl(challengeForm, request.body)
      const isOpen = !session || session.status === 'open'
      if (!isOpen || !payments.answerChallenge(intent, answer === 'confirm')) {
        return sendPage(reply, answeredPage(language, backOf(intent)))
      }
      if (session && answer === 'confirm') sessions.complete(session)
      const back = backOf(intent)
      return back === null ? sendPage(reply, answeredPage(language, null)) : reply.redirect(back, 303)
    })
  })
}
