import { html } from '../http/html.ts'
import { layout } from './layout.ts'

const pages = [
  ['/inbox', 'Inbox', 'Every email and text the app has sent, with its code or link.'],
  ['/push', 'Push messages', 'What browsers were told that are subscribed here.'],
  ['/kyc', 'Identity checks', 'Approve or deny what people have submitted, or send it to review.'],
  ['/bank/ach', 'Bank transfers', 'Withdrawals to bank accounts: submit, settle or return them.'],
  ['/bank/paypal', 'PayPal payouts', 'Withdrawals to PayPal: pay, refuse, or leave them unclaimed.'],
  ['/bank/cards', 'Card payments', 'Refund, dispute and charge back, win or lose, or say nothing of it.'],
  ['/bank/paypal/orders', 'PayPal payments', 'Hold, deny, refund or take back, or say nothing of it.'],
  ['/bank', 'Pay by Zelle', "Pay from a customer's bank, and see what arrived."],
  ['/webhooks', 'Webhooks', 'Every delivery to the app and each attempt, as JSON.'],
  ['/book', 'What happened', 'Everything the outside world did, as JSON.'],
  ['/faults', 'Faults', 'What is set to go wrong, as JSON.'],
] as const

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'America/New_York' })

/** By how many seconds a press moves the clock. */
const STEPS = [
  [3_600, 'One hour'],
  [86_400, 'One day'],
  [3 * 86_400, 'Three days'],
  [30 * 86_400, 'Thirty days'],
] as const

/** The clock of the outside world. What is due by then happens: transfers settle, unclaimed payouts come back. */
const clockCard = (now: Date) => html`
  <form class="card" method="post" action="/clock">
    <h2>Clock</h2>
    <p><time datetime="${now.toISOString()}">${time.format(now)} ET</time></p>
    <p class="muted">Move it on, and what is due by then happens. The app keeps its own time.</p>
    <div class="actions">
      ${STEPS.map(
        ([seconds, label]) =>
          html`<button class="button quiet" name="seconds" value="${String(seconds)}">${label}</button>`,
      )}
    </div>
  </form>
`

export const indexPage = (appUrl: string, now: Date) =>
  layout({
    title: 'Overview',
    current: '/',
    body: html`
      <p>
        The sandbox plays the outside world: card payments, a bank, identity checks, email and text messages.
        <a href="${appUrl}">Open the app</a>
      </p>
      <ul class="tiles">
        ${pages.map(
          ([href, title, text]) =>
            html`<li>
              <a class="card" href="${href}"
                ><h2>${title}</h2>
                <p>${text}</p></a
              >
            </li>`,
        )}
      </ul>
      ${clockCard(now)}
    `,
  })
