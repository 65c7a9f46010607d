import type { FastifyInstance } from 'fastify'
import { matchRule } from '../core/next-queue.ts'
import { integer, object, oneOf, optional } from '../core/shape.ts'
import { conflict, notFound, readControl, requireJson } from '../http/guard.ts'
import { decimalOf } from './amounts.ts'
import { captureOutcomes } from './model.ts'
import type { Order } from './model.ts'
import type { Orders } from './orders.ts'
import type { Render } from './render.ts'
import { cancelAddressOf, returnAddressOf } from './return-addresses.ts'
import type { PaypalStore } from './store.ts'

const nextBody = object({ outcome: oneOf(captureOutcomes), match: matchRule })
const actFields = object({ amountCents: optional(integer({ min: 1 })) })

type Action = { Params: { id: string; action: string } }

/** What the payer or PayPal would do with an order. */
export const registerOrderControl = (
  app: FastifyInstance,
  { store, orders, render }: { store: PaypalStore; orders: Orders; render: Render },
) => {
  const preHandler = requireJson

  const view = (order: Order) => {
    const capture = store.captures.get(order.captureIds.at(-1) ?? '')
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

  app.post('/paypal/next', { preHandler }, async (request) => {
    const { outcome, match } = readControl(nextBody, request.body)
    return { queued: store.next.add(outcome, match) }
  })

  app.get('/paypal/orders', async () => store.orders.newest().map(view))

  app.post<Action>('/paypal/orders/:id/:action', { preHandler }, async (request) => {
    const { id, action } = request.params
    const acts: Record<string, (order: Order, amount?: number) => boolean> = orders.acts
    const act = Object.hasOwn(acts, action) ? acts[action] : undefined
    if (!act) throw notFound('action')
    const { amountCents } = readControl(actFields, request.body)
    const order = store.orders.get(id) ?? store.orders.find(({ ref }) => ref === id)
    if (!order) throw notFound('order')
    if (!act(order, amountCents)) throw conflict(`${action} is not possible: this order is ${order.status}`)
    return { ...view(order), redirectUrl: leadsTo(order, action) }
  })
}
