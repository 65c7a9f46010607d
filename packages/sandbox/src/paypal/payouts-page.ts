import { html } from '../http/html.ts'
import { layout, waitForm } from '../pages/layout.ts'
import type { ItemStatus, Payout } from './payout.ts'
import type { PayoutAct } from './payouts.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/New_York' })
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

type Shown = { label: string; tone: 'positive' | 'negative' | 'waiting'; acts: readonly PayoutAct[] }

const SHOWN: Record<ItemStatus, Shown> = {
  PENDING: { label: 'Waiting', tone: 'waiting', acts: ['succeed', 'unclaim', 'hold', 'block', 'fail', 'deny'] },
  ONHOLD: { label: 'On hold', tone: 'waiting', acts: ['succeed', 'unclaim', 'block', 'fail'] },
  UNCLAIMED: { label: 'Unclaimed', tone: 'waiting', acts: ['succeed', 'return'] },
  SUCCESS: { label: 'Paid', tone: 'positive', acts: ['refund', 'reverse'] },
  FAILED: { label: 'Failed', tone: 'negative', acts: [] },
  RETURNED: { label: 'Returned', tone: 'negative', acts: [] },
  BLOCKED: { label: 'Blocked', tone: 'negative', acts: [] },
  REFUNDED: { label: 'Refunded', tone: 'negative', acts: [] },
  REVERSED: { label: 'Reversed', tone: 'negative', acts: [] },
}

const ACTS: Record<PayoutAct, { label: string; style: '' | 'quiet' | 'negative' }> = {
  succeed: { label: 'Pay now', style: '' },
  unclaim: { label: 'Leave unclaimed', style: 'quiet' },
  hold: { label: 'Hold for review', style: 'quiet' },
  block: { label: 'Block', style: 'negative' },
  fail: { label: 'Fail', style: 'negative' },
  deny: { label: 'Deny the batch', style: 'negative' },
  return: { label: 'Return', style: 'negative' },
  refund: { label: 'Receiver refunds', style: 'negative' },
  reverse: { label: 'Reverse', style: 'negative' },
}

const payoutCard = (payout: Payout) => {
  const { label, tone, acts } = SHOWN[payout.status]
  return html`
    <article class="card" id="${payout.itemId}">
      <header class="message-head">
        <span class="tag ${tone}">${label}</span>
        <time datetime="${payout.createdAt.toISOString()}">${time.format(payout.createdAt)} ET</time>
      </header>
      <h2>${money.format(payout.amount / 100)} to ${payout.receiver}</h2>
      ${
        acts.length > 0 &&
        html`<form class="actions" method="post" action="/bank/paypal/${payout.itemId}">
          ${acts.map(
            (act) =>
              html`<button class="button ${ACTS[act].style}" name="act" value="${act}">${ACTS[act].label}</button>`,
          )}
        </form>`
      }
    </article>
  `
}

/** All payouts, newest first. */
export const payoutsPage = (payouts: readonly Payout[]) =>
  layout({
    title: 'PayPal payouts',
    current: '/bank/paypal',
    body: html`
      <p class="muted">
        Withdrawals to PayPal accounts. They are paid after two seconds; here you can choose another end, or send one
        back.
      </p>
      ${waitForm('/bank/paypal/next', 'Let the next payout wait')}
      ${
        payouts.length === 0
          ? html`<p class="empty">No payouts yet. They show up when someone withdraws to PayPal.</p>`
          : payouts.map(payoutCard)
      }
    `,
  })
