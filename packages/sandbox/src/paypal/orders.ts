/**
 * What happens to an order: the payer approves it, we capture it, its money may go back. The page is there for three hours,
 * an approval for three more. Every movement of money is booked, every step told by an event.
 */
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import { feeOf } from './amounts.ts'
import { paypalId } from './events.ts'
import type { Emit } from './events.ts'
import type { Capture, CaptureOutcome, Order, Refund } from './model.ts'
import { PaypalError, unprocessable } from './paypal-error.ts'
import type { Render } from './render.ts'
import type { PaypalStore } from './store.ts'

const windowMs = 3 * 3_600_000

/** The account's codes for what moves money. */
const codes = { capture: 'T0006', refund: 'T1107', reversal: 'T1106' } as const

export type NewOrder = Pick<
  Order,
  'referenceId' | 'ref' | 'amount' | 'description' | 'locale' | 'returnUrl' | 'cancelUrl'
>

type Parts = { world: World; store: PaypalStore; render: Render; emit: Emit }

export const createOrders = ({ world, store, render, emit }: Parts) => {
  const now = () => world.clock.now()

  const tellOrder = (type: string, order: Order) =>
    emit({
      type,
      resourceType: 'checkout-order',
      summary: `An order is ${order.status.toLowerCase()}`,
      resource: render.order(order),
      objectId: order.id,
    })
  const tellCapture = (type: string, capture: Capture) =>
    emit({
      type,
      resourceType: 'capture',
      summary: `A capture is ${capture.status.toLowerCase()}`,
      resource: render.capture(capture),
      objectId: capture.id,
    })

  const dueIn = (ms: number, task: () => void) => world.clock.schedule(new Date(now().getTime() + ms), task)

  const isWaiting = ({ status }: Order) => status === 'CREATED' || status === 'PAYER_ACTION_REQUIRED'

  const create = (fields: NewOrder): Order => {
    const order: Order = {
      ...fields,
      id: paypalId(),
      createdAt: now(),
      status: 'PAYER_ACTION_REQUIRED',
      payer: null,
      captureIds: [],
      nextCapture: null,
      stopTimer: () => {},
    }
    order.stopTimer = dueIn(windowMs, () => {
      if (isWaiting(order)) order.status = 'VOIDED'
    })
    store.orders.set(order.id, order)
    return order
  }

  const withdrawApproval = (order: Order) => {
    order.stopTimer()
    order.status = 'VOIDED'
    emit({
      type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      resourceType: 'payment-approval',
      summary: 'An approval was reversed',
      resource: { order_id: order.id, purchase_units: render.order(order).purchase_units },
      objectId: order.id,
    })
  }

  /** False when there is nothing to approve. */
  const approve = (order: Order): boolean => {
    if (!isWaiting(order)) return false
    order.stopTimer()
    order.status = 'APPROVED'
    order.payer ??= { payerId: randomWord(13).toUpperCase(), email: `payer-${order.id.toLowerCase()}@example.com` }
    order.stopTimer = dueIn(windowMs, () => {
      if (order.status === 'APPROVED') withdrawApproval(order)
    })
    tellOrder('CHECKOUT.ORDER.APPROVED', order)
    return true
  }

  const book = (kind: string, { ref, id }: { ref: string | null; id: string }, amountCents: number) =>
    world.book.record({ provider: 'paypal', kind, ref, providerId: id, amountCents, at: now().toISOString() })

  /** The money of a capture is there. */
  const complete = (capture: Capture) => {
    capture.status = 'COMPLETED'
    const { id, ref, amount, fee } = capture
    store.lines.set(id, { id, at: now(), code: codes.capture, ref, amount, fee: -fee, status: 'S', relatedId: null })
    book('capture', capture, amount)
    tellCapture('PAYMENT.CAPTURE.COMPLETED', capture)
  }

  const deny = (capture: Capture) => {
    capture.status = 'DECLINED'
    // Both names are in use.
    tellCapture('PAYMENT.CAPTURE.DENIED', capture)
    tellCapture('PAYMENT.CAPTURE.DECLINED', capture)
  }

  const outcomeOf = (order: Order): CaptureOutcome =>
    order.nextCapture ?? store.next.take({ refs: [order.ref, order.id], amountCents: order.amount }) ?? 'succeed'

  /** @throws PaypalError for everything that keeps an order from being captured now */
  const capture = (order: Order) => {
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.status === 'VOIDED') throw unprocessable('ORDER_EXPIRED')
    if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED')
    const outcome = outcomeOf(order)
    order.nextCapture = null
    if (outcome !== 'succeed' && outcome !== 'pend' && outcome !== 'deny') throw unprocessable(outcome)
    order.stopTimer()
    const made: Capture = {
      id: paypalId(),
      createdAt: now(),
      orderId: order.id,
      ref: order.ref,
      amount: order.amount,
      fee: feeOf(order.amount),
      status: 'PENDING',
      refundIds: [],
    }
    store.captures.set(made.id, made)
    order.captureIds.push(made.id)
    order.status = 'COMPLETED'
    tellOrder('CHECKOUT.ORDER.COMPLETED', order)
    if (outcome === 'succeed') complete(made)
    else if (outcome === 'deny') deny(made)
    else tellCapture('PAYMENT.CAPTURE.PENDING', made)
  }

  const leftOf = (of: Capture) =>
    of.amount - of.refundIds.reduce((sum, id) => sum + (store.refunds.get(id)?.amount ?? 0), 0)

  /** Gives money back; `ref` is the refund's own, and a reversal of PayPal's has none. @throws PaypalError */
  const giveBack = (from: Capture, amount: number, kind: 'refund' | 'reversal', ref: string | null): Refund => {
    const left = leftOf(from)
    if (from.status !== 'COMPLETED' && from.status !== 'PARTIALLY_REFUNDED')
      throw unprocessable(from.status === 'REFUNDED' ? 'CAPTURE_FULLY_REFUNDED' : 'CAPTURE_STATUS_NOT_VALID')
    if (amount > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
    const made: Refund = { id: paypalId(), createdAt: now(), captureId: from.id, ref, amount, status: 'COMPLETED' }
    store.refunds.set(made.id, made)
    from.refundIds.push(made.id)
    from.status = amount === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    store.lines.set(made.id, {
      id: made.id,
      at: now(),
      code: codes[kind],
      ref,
      amount: -amount,
      fee: 0,
      status: 'S',
      relatedId: from.id,
    })
    book(kind, { ref: ref ?? from.ref, id: made.id }, amount)
    emit({
      type: kind === 'reversal' ? 'PAYMENT.CAPTURE.REVERSED' : 'PAYMENT.CAPTURE.REFUNDED',
      resourceType: 'refund',
      summary: `A ${kind} of ${made.amount} cents`,
      resource: render.refund(made),
      objectId: made.id,
    })
    return made
  }

  const captureOf = (order: Order) => store.captures.get(order.captureIds.at(-1) ?? '')

  return {
    captureOf,
    decideCapture,
    create,
    approve,
    capture,
    giveBack,
    isWaiting,
    /** What a person or PayPal does without being asked; each answers whether it was possible. */
    acts: {
      approve,
      cancel: isWaiting,
      reverse: (order: Order) => {
        const captured = captureOf(order)
        if (order.status === 'APPROVED') withdrawApproval(order)
        else if (captured?.status === 'COMPLETED' || captured?.status === 'PARTIALLY_REFUNDED')
          giveBack(captured, leftOf(captured), 'reversal', null)
        else return false
        return true
      },
      /** From PayPal's own pages: it carries what its capture carried. */
      refund: (order: Order, amount?: number) => {
        const captured = captureOf(order)
        if (!captured) return false
        try {
          giveBack(captured, amount ?? leftOf(captured), 'refund', captured.ref)
          return true
        } catch (error) {
          if (error instanceof PaypalError) return false
          throw error
        }
      },
      'pend-capture': (order: Order) => decideCapture(order, 'pend'),
      'deny-capture': (order: Order) => {
        const captured = captureOf(order)
        if (captured?.status !== 'PENDING') return decideCapture(order, 'deny')
        deny(captured)
        return true
      },
      'complete-capture': (order: Order) => {
        const captured = captureOf(order)
        if (captured?.status !== 'PENDING') return false
        complete(captured)
        return true
      },
    },
  }
}

/** What the capture of an order will be that is not captured yet. */
const decideCapture = (order: Order, outcome: CaptureOutcome) => {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return false
  order.nextCapture = outcome
  return true
}

export type Orders = ReturnType<typeof createOrders>
export type OrderAct = keyof Orders['acts']
