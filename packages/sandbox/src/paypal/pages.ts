/** Where a payer approves an order or goes back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatAmount, pickLanguage } from '../card/page-texts.ts'
import type { Language } from '../card/page-texts.ts'
import { isRecord, object, oneOf } from '../core/shape.ts'
import { queryOf } from '../http/form.ts'
import { readControl } from '../http/guard.ts'
import { html } from '../http/html.ts'
import type { Html } from '../http/html.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { layout, sendPage } from '../pages/layout.ts'
import type { Order } from './model.ts'
import type { Orders } from './orders.ts'
import { paypalTexts } from './page-texts.ts'
import { cancelAddressOf, returnAddressOf } from './return-addresses.ts'
import type { PaypalStore } from './store.ts'

const frame = (language: Language, title: string, body: Html) =>
  layout({ title, lang: language, banner: paypalTexts[language].banner, plain: true, body })

const approvePage = (order: Order, language: Language) => {
  const texts = paypalTexts[language]
  const amount = formatAmount(order.amount, language)
  return frame(
    language,
    texts.title,
    html`
      <section class="card pay">
        <h1 class="muted">${texts.payTo}</h1>
        <p class="amount">${amount}</p>
        ${order.description && html`<p class="muted">${order.description}</p>`}
      </section>
      <p class="muted">${texts.explain}</p>
      <form method="post" action="/paypal/approve?token=${order.id}">
        <button class="button block" name="answer" value="approve">${texts.approve(amount)}</button>
        <button class="button quiet block" name="answer" value="cancel">${texts.cancel}</button>
      </form>
    `,
  )
}

/** A page that only tells something, and shows the way back where there is one. */
const noticePage = (language: Language, kind: 'approved' | 'expired' | 'unknown', backUrl: string | null) => {
  const texts = paypalTexts[language]
  return frame(
    language,
    texts[`${kind}Title`],
    html`<section class="card">
      <h1>${texts[`${kind}Title`]}</h1>
      <p>${texts[kind]}</p>
      ${backUrl && html`<a class="button block" href="${backUrl}">${texts.back}</a>`}
    </section>`,
  )
}

const approveForm = object({ answer: oneOf(['approve', 'cancel']) })

type Parts = { store: PaypalStore; orders: Orders; hosts: Hosts }

export const registerPaypalPages = (app: FastifyInstance, { store, orders, hosts }: Parts) => {
  const orderOf = (request: FastifyRequest) => {
    const query = queryOf(request.url)
    const token = isRecord(query) ? query['token'] : null
    return typeof token === 'string' ? store.orders.get(token) : undefined
  }
  const languageOf = (request: FastifyRequest, order: Order | undefined) =>
    pickLanguage(order?.locale ?? null, request.headers['accept-language'])

  const show = (request: FastifyRequest, reply: FastifyReply) => {
    const order = orderOf(request)
    const language = languageOf(request, order)
    if (!order) return sendPage(reply.code(404), noticePage(language, 'unknown', null))
    if (order.status === 'VOIDED') return sendPage(reply, noticePage(language, 'expired', cancelAddressOf(order)))
    if (!orders.isWaiting(order)) return sendPage(reply, noticePage(language, 'approved', returnAddressOf(order)))
    return sendPage(reply, approvePage(order, language), [order.returnUrl, order.cancelUrl])
  }

  void app.register(async (scope) => {
    registerForms(scope, hosts)
    scope.get('/paypal/approve', async (request, reply) => show(request, reply))
    scope.post('/paypal/approve', async (request, reply) => {
      const { answer } = readControl(approveForm, request.body)
      const order = orderOf(request)
      if (!order || !orders.isWaiting(order)) return show(request, reply)
      if (answer === 'cancel') return reply.redirect(cancelAddressOf(order), 303)
      orders.approve(order)
      return reply.redirect(returnAddressOf(order), 303)
    })
  })
}
