import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { centsOf, dollars } from '../core/dollars.ts'
import { matchRule } from '../core/next-queue.ts'
import type { World } from '../core/provider.ts'
import { integer, object, oneOf, optional, text } from '../core/shape.ts'
import { conflict, notFound, readControl, requireJson } from '../http/guard.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { decideEvents, eventsBody, eventsForm } from '../pages/events-form.ts'
import { sendPage } from '../pages/layout.ts'
import { decimalOf } from './amounts.ts'
import type { Sign } from './events.ts'
import { captureOutcomes } from './model.ts'
import type { Order } from './model.ts'
import type { OrderAct, Orders } from './orders.ts'
import { ordersPage } from './orders-page.ts'
import type { Render } from './render.ts'
import { cancelAddressOf, returnAddressOf } from './return-addresses.ts'
import type { PaypalStore } from './store.ts'

const nextBody = object({ outcome: oneOf(captureOutcomes), match: matchRule })
const signBody = object({ body: text({ max: 10_000 }) })
const actFields = object({ amountCents: optional(integer({ min: 1 })) })

const outcomeForm = object({ outcome: oneOf(captureOutcomes) })
// A form sends what was left empty.
const actForm = object({ act: text({ max: 40 }), amount: optional(z.union([z.literal(''), dollars])) })

type Action = { Params: { id: string; action: string } }
type ById = { Params: { id: string } }

type Parts = { world: World; store: PaypalStore; orders: Orders; render: Render; hosts: Hosts; sign: Sign }

const isAct = (orders: Orders, action: string): action is OrderAct => Object.hasOwn(orders.acts, action)

/** What the payer or PayPal would do with an order, and the page where people choose it. */
export const registerOrderControl = (app: FastifyInstance, { world, store, orders, render, hosts, sign }: Parts) => {
  const preHandler = requireJson

  const view = (order: Order) => {
    const capture = orders.captureOf(order)
    return {
      id: order.id,
      ref: order.ref,
      status: order.status,
      captureId: capture?.id ?? null,
      captureStatus: capture?.status ?? null,
      amountCents: order.amount,
      amount: decimalOf(order.amount),
      payerId: order.payer?.payerId ?? null,
      approveUrl: orders.isWaiting(order) ? render.approveUrl(order) : null,
      at: order.createdAt.toISOString(),
    }
  }

  /** Where the payer's browser goes then. */
  const leadsTo = (order: Order, action: string) => {
    if (action === 'approve') return returnAddressOf(order)
    return action === 'cancel' ? cancelAddressOf(order) : null
  }

  const found = (id: string) => {
    const order = store.orders.get(id) ?? store.orders.find(({ ref }) => ref === id)
    if (!order) throw notFound('order')
    return order
  }

  const act = (id: string, action: string, amountCents?: number): Order => {
    if (!isAct(orders, action)) throw notFound('action')
    const order = found(id)
    if (!orders.acts[action](order, amountCents))
      throw conflict(`${action} is not possible: this order is ${order.status}`)
    return order
  }

  app.post('/paypal/next', { preHandler }, async (request) => {
    const { outcome, match } = readControl(nextBody, request.body)
    return { queued: store.next.add(outcome, match) }
  })

  app.post('/paypal/sign', { preHandler }, async (request) => sign(readControl(signBody, request.body).body))

  app.get('/paypal/orders', async () => store.orders.newest().map(view))

  app.post<Action>('/paypal/orders/:id/:action', { preHandler }, async (request) => {
    const { id, action } = request.params
    const { amountCents } = readControl(actFields, request.body)
    const order = act(id, action, amountCents)
    return { ...view(order), redirectUrl: leadsTo(order, action) }
  })

  void app.register(async (scope) => {
    registerForms(scope, hosts)
    const shownOf = (order: Order) => {
      const capture = orders.captureOf(order) ?? null
      const refunds = (capture?.refundIds ?? []).flatMap((id) => store.refunds.get(id) ?? [])
      return { order, capture, refunds }
    }
    scope.get('/bank/paypal/orders', async (_request, reply) => {
      const shown = store.orders.newest().slice(0, 100).map(shownOf)
      return sendPage(reply, ordersPage(shown, eventsForm(world, 'paypal', '/bank/paypal/events')))
    })
    scope.post('/bank/paypal/events', async (request, reply) => {
      decideEvents(world, 'paypal', readControl(eventsBody, request.body).events)
      return reply.redirect('/bank/paypal/orders', 303)
    })
    scope.post<ById>('/bank/paypal/orders/:id', async (request, reply) => {
      const { act: action, amount } = readControl(actForm, request.body)
      const order = act(request.params.id, action, amount ? centsOf(amount) : undefined)
      return reply.redirect(`/bank/paypal/orders#${order.id}`, 303)
    })
    scope.post<ById>('/bank/paypal/orders/:id/outcome', async (request, reply) => {
      const { outcome } = readControl(outcomeForm, request.body)
      const order = found(request.params.id)
      if (!orders.decideCapture(order, outcome)) throw conflict(`this order is ${order.status}`)
      return reply.redirect(`/bank/paypal/orders#${order.id}`, 303)
    })
  })
}
