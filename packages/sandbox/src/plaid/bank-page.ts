import { html } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import type { BankLine } from './feed.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

const tagOf = ({ state, paysBack }: BankLine) => {
  if (state === 'posted' && paysBack !== null) return html`<span class="tag waiting">Paid back</span>`
  if (state === 'posted') return html`<span class="tag positive">Posted</span>`
  return state === 'pending'
    ? html`<span class="tag waiting">Pending</span>`
    : html`<span class="tag negative">Removed</span>`
}

const factsOf = (line: BankLine) => html`
  <dl class="facts">
    <dt>Confirmation number</dt>
    <dd>${line.reference}</dd>
    <dt>${line.paysBack === null ? 'From' : 'To'}</dt>
    <dd>${line.senderName}</dd>
    <dt>Memo</dt>
    <dd>${line.memo ?? 'none'}</dd>
  </dl>
`

const lineCard = (line: BankLine, isPaidBack: boolean) => html`
  <article class="card" id="${line.id}">
    <header class="message-head">
      ${tagOf(line)}
      <time datetime="${line.at.toISOString()}">${time.format(line.at)}</time>
    </header>
    <h2>${money.format((line.paysBack === null ? line.amountCents : -line.amountCents) / 100)}</h2>
    ${factsOf(line)}
    <div class="actions">
      ${
        line.state === 'pending' &&
        html`<form method="post" action="/bank/credits/${line.id}/post"><button class="button">Post</button></form>`
      }
      ${
        line.state === 'posted' &&
        line.paysBack === null &&
        !isPaidBack &&
        html`<form method="post" action="/bank/credits/${line.id}/pay-back">
          <button class="button quiet">Pay back</button>
        </form>`
      }
      ${
        line.state !== 'removed' &&
        html`<form method="post" action="/bank/credits/${line.id}/remove">
          <button class="button negative">Remove from the account</button>
        </form>`
      }
    </div>
  </article>
`

type Filled = { to: string; amount: string; memo: string; name: string }

const field = (name: string, label: string, value: string, more = html``) => html`
  <label>
    ${label}
    <input name="${name}" value="${value}" autocomplete="off" ${more} />
  </label>
`

/** Pay by Zelle from a payer's bank, and what arrived so far and was paid back. Any amount, name and memo may be given, wrong ones as well. */
export const bankPage = ({ to, amount, memo, name }: Filled, lines: readonly BankLine[]) => {
  const paidBack = new Set(lines.map(({ paysBack }) => paysBack))
  return layout({
    title: 'Pay by Zelle',
    current: '/bank',
    body: html`
      <p class="muted">
        This is a customer's banking app. Pay the amount and write the memo that Puente shows, or try another amount, no
        memo or another name.
      </p>
      <form class="card fields" method="post" action="/bank/pay">
        <h2>Send money</h2>
        ${field('address', 'To', to, html`required`)}
        ${field('amount', 'Amount in dollars', amount, html`required inputmode="decimal"`)}
        ${field('memo', 'Memo', memo)} ${field('name', 'Account holder', name, html`required`)}
        <label class="check">
          <input type="checkbox" name="first" value="pending" />
          Let it stand as pending first
        </label>
        <div class="actions"><button class="button">Pay</button></div>
      </form>
      <h2>Puente's account</h2>
      ${
        lines.length === 0
          ? html`<p class="empty">No payments yet.</p>`
          : lines.map((line) => lineCard(line, paidBack.has(line.id)))
      }
    `,
  })
}

/** What the bank says after a payment, with the number to enter in the app. */
export const paidPage = (line: BankLine, appUrl: string) =>
  layout({
    title: line.state === 'pending' ? 'On its way' : 'Paid',
    current: '/bank',
    body: html`
      <article class="card">
        <h2>${money.format(line.amountCents / 100)}</h2>
        ${factsOf(line)}
      </article>
      <p><a href="${appUrl}">Back to the app</a> · <a href="/bank">Another payment</a></p>
    `,
  })
