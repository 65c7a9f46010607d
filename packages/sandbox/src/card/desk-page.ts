/** Card payments as the people see them who play the cardholder, the card's bank and the provider. */
import { shownDollars } from '../core/dollars.ts'
import { html } from '../http/html.ts'
import type { Html } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import type { PaymentAct } from './acts.ts'
import type { Charge, Dispute, Intent, Outcome, Refund, Session } from './model.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/New_York' })

/** A payment with what has followed; before that, the page where none was tried yet. */
export type Shown = {
  about: Intent | Session
  session: Session | null
  intent: Intent | null
  charge: Charge | null
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
}

/** What the next attempt does, whatever the card. */
const OUTCOMES: Record<Outcome, string> = {
  succeed: 'Succeeds',
  decline: 'Is declined',
  requireAction: 'Asks the cardholder to confirm',
  timeoutAfterCommit: 'Succeeds, and no answer comes',
  error: "Fails at the provider's own fault",
}

const act = (name: PaymentAct, label: string, style = 'quiet') =>
  html`<button class="button ${style}" name="act" value="${name}">${label}</button>`

type Tag = readonly [label: string, tone: 'positive' | 'negative' | 'waiting']

const DISPUTES: Record<Dispute['status'], Tag> = {
  needs_response: ['Dispute open', 'waiting'],
  won: ['Dispute won', 'positive'],
  lost: ['Dispute lost', 'negative'],
}

const tagOf = ({ session, intent, charge }: Shown): Tag => {
  if (intent?.status === 'requires_action') return ['Asks to confirm', 'waiting']
  if (intent?.status === 'canceled' || (session?.status === 'expired' && !charge)) return ['Ended', 'negative']
  if (charge?.amountRefunded === charge?.amount && charge) return ['Refunded', 'negative']
  if (charge && !charge.error) return charge.amountRefunded > 0 ? ['Partly refunded', 'waiting'] : ['Paid', 'positive']
  return intent?.lastError ? ['Not paid', 'negative'] : ['Waiting for a card', 'waiting']
}

const form = (id: string, body: Html) =>
  html`<form class="actions" method="post" action="/bank/cards/${id}">${body}</form>`

const amountField = (id: string, leftCents: number) => html`
  <label for="amount-${id}">Amount</label>
  <input
    id="amount-${id}"
    name="amount"
    inputmode="decimal"
    autocomplete="off"
    size="8"
    placeholder="${(leftCents / 100).toFixed(2)}"
  />
`

const disputeRow = (intent: Intent, { id, amount, status }: Dispute) => {
  const [label, tone] = DISPUTES[status]
  return html`<li>
    <span class="tag ${tone}">${label}</span> ${shownDollars(amount)}
    ${form(
      intent.id,
      html`<input type="hidden" name="dispute" value="${id}" /> ${status !== 'won' && act('win', 'We win')}
        ${status !== 'lost' && act('lose', 'We lose: charged back', 'negative')}`,
    )}
  </li>`
}

const aftermathOf = ({ intent, charge, refunds, disputes }: Shown) => {
  if (!intent || !charge || charge.error) return null
  const contested = disputes.reduce((sum, { status, amount }) => sum + (status === 'won' ? 0 : amount), 0)
  const leftCents = charge.amount - charge.amountRefunded - contested
  return html`
    ${
      disputes.length > 0 &&
      html`<ul class="rows">
        ${disputes.map((one) => disputeRow(intent, one))}
      </ul>`
    }
    ${
      leftCents > 0 &&
      form(
        intent.id,
        html`${amountField(intent.id, leftCents)} ${contested === 0 && act('refund', 'Refund')}
        ${act('dispute', 'Cardholder disputes it', 'negative')}`,
      )
    }
    ${form(
      intent.id,
      html`${act('fraud-warning', 'Warn of fraud')}
      ${refunds.some(({ status }) => status === 'succeeded') && act('fail-refund', 'Last refund fails', 'negative')}`,
    )}
  `
}

const sessionForm = ({ id }: Session) => html`
  <form class="actions" method="post" action="/bank/cards/sessions/${id}">
    <button class="button" name="act" value="pay">Pay, and never come back</button>
    <button class="button quiet" name="act" value="decline">Try a declined card</button>
    <button class="button negative" name="act" value="expire">Let the page expire</button>
  </form>
`

const facts = ({ intent, charge, refunds, session }: Shown) => html`
  <dl class="facts">
    <dt>For</dt>
    <dd>${session?.productName ?? intent?.description ?? 'a saved card'}</dd>
    ${
      charge &&
      charge.amountRefunded > 0 &&
      html`<dt>Refunded</dt>
        <dd>${shownDollars(charge.amountRefunded)}</dd>`
    }
    ${
      refunds.some(({ status }) => status === 'failed') &&
      html`<dt>Refund</dt>
        <dd>failed, and came back</dd>`
    }
  </dl>
`

const paymentCard = (shown: Shown) => {
  const { session, intent } = shown
  const [label, tone] = tagOf(shown)
  const { id, created, amount } = shown.about
  const at = new Date(created * 1000)
  return html`
    <article class="card" id="${id}">
      <header class="message-head">
        <span class="tag ${tone}">${label}</span>
        <time datetime="${at.toISOString()}">${time.format(at)} ET</time>
      </header>
      <h2>${shownDollars(amount)}</h2>
      ${facts(shown)} ${session?.status === 'open' && intent?.status !== 'requires_action' && sessionForm(session)}
      ${
        intent?.status === 'requires_action' &&
        form(intent.id, html`${act('confirm', 'Confirm', '')} ${act('refuse', 'Refuse', 'negative')}`)
      }
      ${aftermathOf(shown)}
    </article>
  `
}

const nextForm = (queued: readonly Outcome[]) => html`
  <form class="actions" method="post" action="/bank/cards/next">
    <label for="outcome">The next attempt</label>
    <select id="outcome" name="outcome">
      ${Object.entries(OUTCOMES).map(([outcome, label]) => html`<option value="${outcome}">${label}</option>`)}
    </select>
    <button class="button quiet">Set</button>
  </form>
  ${
    queued.length > 0 &&
    html`<p class="muted" role="status">Set for what comes next: ${queued.map((one) => OUTCOMES[one]).join(', ')}.</p>`
  }
`

type Page = { shown: readonly Shown[]; queued: readonly Outcome[]; events: Html }

/** All payments, newest first. */
export const cardDeskPage = ({ shown, queued, events }: Page) =>
  layout({
    title: 'Card payments',
    current: '/bank/cards',
    body: html`
      <p class="muted">
        What the cardholder, the card's bank and the provider can do, also long after the payment. Without an amount,
        all that is left is refunded or disputed.
      </p>
      ${nextForm(queued)} ${events}
      ${
        shown.length === 0
          ? html`<p class="empty">No payments yet. They show up when someone pays by card.</p>`
          : shown.map(paymentCard)
      }
    `,
  })
