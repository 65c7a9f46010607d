import { html } from '../http/html.ts'
import { layout, waitForm } from '../pages/layout.ts'
import type { Transfer } from './model.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/New_York' })
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** What people try most; the control interface takes every code. */
const RETURNS = [
  ['R01', 'Insufficient funds'],
  ['R03', 'No account'],
  ['R02', 'Account closed'],
  ['R04', 'Invalid account number'],
  ['R16', 'Account frozen'],
  ['R20', 'Cannot receive'],
  ['R23', 'Refused by receiver'],
] as const

const tagOf = ({ status, settledAt, returned }: Transfer) => {
  if (returned) return html`<span class="tag negative">Returned ${returned.code}</span>`
  if (settledAt) return html`<span class="tag positive">Settled</span>`
  if (status === 'canceled' || status === 'rejected')
    return html`<span class="tag negative">${status === 'canceled' ? 'Canceled' : 'Rejected'}</span>`
  return html`<span class="tag waiting">${status === 'submitted' ? 'Submitted' : 'Waiting'}</span>`
}

const isWaiting = ({ status }: Transfer) => !['submitted', 'returned', 'canceled', 'rejected'].includes(status)

/** A form for each group of buttons: what one of them needs goes with none of the others. */
const form = ({ id }: Transfer, body: ReturnType<typeof html>) =>
  html`<form class="actions" method="post" action="/bank/ach/${id}">${body}</form>`

const waitingActions = html`<button class="button" name="act" value="submit">Submit now</button>
  <button class="button quiet" name="act" value="require-attention">Hold for review</button>
  <button class="button negative" name="act" value="reject">Reject</button>`

const submittedActions = (transfer: Transfer) => html`
  ${form(
    transfer,
    html`${!transfer.settledAt && html`<button class="button" name="act" value="settle">Settle now</button>`}
      <button class="button quiet" name="act" value="notify-change">Correct the account</button>`,
  )}
  ${form(
    transfer,
    html`<label for="code-${transfer.id}">Reason</label>
      <select id="code-${transfer.id}" name="code">
        ${RETURNS.map(([code, name]) => html`<option value="${code}">${code} ${name}</option>`)}
      </select>
      <button class="button negative" name="act" value="return">Return</button>`,
  )}
`

const transferCard = (transfer: Transfer) => html`
  <article class="card" id="${transfer.id}">
    <header class="message-head">
      ${tagOf(transfer)}
      <time datetime="${transfer.createdAt.toISOString()}">${time.format(transfer.createdAt)} ET</time>
    </header>
    <h2>${money.format(transfer.amount / 100)} to ${transfer.name ?? 'an account'}</h2>
    <dl class="facts">
      <dt>Bank</dt>
      <dd>${transfer.routingNumber}</dd>
      <dt>Account</dt>
      <dd>…${transfer.accountNumber.slice(-4)}, ${transfer.funding}</dd>
      <dt>Entry</dt>
      <dd>
        ${transfer.sec === 'prearranged_payments_and_deposit' ? 'PPD' : 'CCD'}${transfer.fileTrace && ', from a file'}
      </dd>
    </dl>
    ${isWaiting(transfer) && form(transfer, waitingActions)}
    ${transfer.status === 'submitted' && submittedActions(transfer)}
  </article>
`

/** All transfers, newest first. */
export const achPage = (transfers: readonly Transfer[]) =>
  layout({
    title: 'Bank transfers',
    current: '/bank/ach',
    body: html`
      <p class="muted">
        Withdrawals to US bank accounts. They are submitted after two seconds and settle at 8:30 in New York on the next
        banking day; here you can be faster, hold one for review, or send one back. Time itself moves on the
        <a href="/">overview</a>.
      </p>
      ${waitForm('/bank/ach/next', 'Let the next transfer wait')}
      ${
        transfers.length === 0
          ? html`<p class="empty">No transfers yet. They show up when someone withdraws to a bank account.</p>`
          : transfers.map(transferCard)
      }
    `,
  })
