/** PayPal orders as the people see them who play the payer and PayPal. */
import { shownDollars } from '../core/dollars.ts'
import { html } from '../http/html.ts'
import type { Html } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import type { Capture, CaptureOutcome, Order, Refund } from './model.ts'
import type { OrderAct } from './orders.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/New_York' })

export type ShownOrder = { order: Order; capture: Capture | null; refunds: readonly Refund[] }

const OUTCOMES: Record<CaptureOutcome, string> = {
  succeed: 'Succeeds',
  pend: 'Is held for review',
  deny: 'Is denied',
  INSTRUMENT_DECLINED: "The payer's card is declined",
  PAYER_ACTION_REQUIRED: 'The payer must do something first',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'The payer must pay another way',
  ORDER_COMPLETION_IN_PROGRESS: 'Another capture is under way',
  TRANSACTION_REFUSED: 'Is refused',
  PAYER_CANNOT_PAY: 'The payer cannot pay',
  PAYER_ACCOUNT_RESTRICTED: "The payer's account is restricted",
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: "The payer's account is closed",
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'Too many attempts',
  COMPLIANCE_VIOLATION: 'Breaks a rule of PayPal',
  AN_ISSUE_FROM_THE_FUTURE: 'An answer that the app does not know',
}

type Tag = readonly [label: string, tone: 'positive' | 'negative' | 'waiting']

const ORDERS: Record<Order['status'], Tag> = {
  CREATED: ['Waiting for the payer', 'waiting'],
  PAYER_ACTION_REQUIRED: ['Waiting for the payer', 'waiting'],
  APPROVED: ['Approved, not captured', 'waiting'],
  VOIDED: ['Ended', 'negative'],
  COMPLETED: ['Captured', 'positive'],
}
const CAPTURES: Record<Capture['status'], Tag> = {
  PENDING: ['Held for review', 'waiting'],
  COMPLETED: ['Paid', 'positive'],
  DECLINED: ['Denied', 'negative'],
  PARTIALLY_REFUNDED: ['Partly given back', 'waiting'],
  REFUNDED: ['Given back', 'negative'],
}

const act = (name: OrderAct, label: string, style = 'quiet') =>
  html`<button class="button ${style}" name="act" value="${name}">${label}</button>`

const form = (id: string, body: Html) =>
  html`<form class="actions" method="post" action="/bank/paypal/orders/${id}">${body}</form>`

const outcomeForm = ({ id, nextCapture }: Order) => html`
  <form class="actions" method="post" action="/bank/paypal/orders/${id}/outcome">
    <label for="outcome-${id}">When the app captures it</label>
    <select id="outcome-${id}" name="outcome">
      ${Object.entries(OUTCOMES).map(
        ([outcome, label]) =>
          html`<option value="${outcome}" ${outcome === (nextCapture ?? 'succeed') ? html`selected` : ''}>
            ${label}
          </option>`,
      )}
    </select>
    <button class="button quiet">Set</button>
  </form>
`

const givenBack = (refunds: readonly Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** What can happen now, by what the order or its capture is. */
const actionsOf = ({ order, capture, refunds }: ShownOrder): Html | null => {
  const { id, status } = order
  if (status === 'VOIDED') return null
  if (!capture)
    return html`${outcomeForm(order)}
    ${form(
      id,
      status === 'APPROVED'
        ? act('reverse', 'Payer takes the approval back', 'negative')
        : act('approve', 'Approve, and never come back', ''),
    )}`
  if (capture.status === 'PENDING')
    return form(
      id,
      html`${act('complete-capture', 'Let it through', '')} ${act('deny-capture', 'Deny it', 'negative')}`,
    )
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') return null
  return form(
    id,
    html`<label for="amount-${id}">Amount</label>
      <input
        id="amount-${id}"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        size="8"
        placeholder="${((capture.amount - givenBack(refunds)) / 100).toFixed(2)}"
      />
      ${act('refund', 'Refund')} ${act('reverse', 'PayPal takes back what is left', 'negative')}`,
  )
}

const orderCard = (shown: ShownOrder) => {
  const { order, capture, refunds } = shown
  const [label, tone] = capture ? CAPTURES[capture.status] : ORDERS[order.status]
  return html`
    <article class="card" id="${order.id}">
      <header class="message-head">
        <span class="tag ${tone}">${label}</span>
        <time datetime="${order.createdAt.toISOString()}">${time.format(order.createdAt)} ET</time>
      </header>
      <h2>${shownDollars(order.amount)}</h2>
      <dl class="facts">
        <dt>For</dt>
        <dd>${order.description ?? 'not said'}</dd>
        <dt>Payer</dt>
        <dd>${order.payer?.email ?? 'not known yet'}</dd>
        ${
          refunds.length > 0 &&
          html`<dt>Given back</dt>
            <dd>${shownDollars(givenBack(refunds))}</dd>`
        }
      </dl>
      ${actionsOf(shown)}
    </article>
  `
}

/** All orders, newest first. */
export const ordersPage = (shown: readonly ShownOrder[], events: Html) =>
  layout({
    title: 'PayPal payments',
    current: '/bank/paypal/orders',
    body: html`
      <p class="muted">
        Payments by PayPal. The payer approves on a page of their own; here you decide what PayPal makes of it, and what
        happens afterwards. Without an amount, all that is left is refunded.
      </p>
      ${events}
      ${
        shown.length === 0
          ? html`<p class="empty">No payments yet. They show up when someone pays by PayPal.</p>`
          : shown.map(orderCard)
      }
    `,
  })
