import { html } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import { reasons } from './model.ts'
import type { Applicant, Check, Document } from './model.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

type Row = { check: Check; applicant: Applicant | undefined; documents: Document[] }

const tagOf = ({ status, verdict }: Check) => {
  if (status !== 'complete' || !verdict) return html`<span class="tag waiting">In progress</span>`
  if (verdict.decision === 'approve') return html`<span class="tag positive">Approved</span>`
  if (verdict.decision === 'review') return html`<span class="tag waiting">Needs review</span>`
  return html`<span class="tag negative">Denied: ${verdict.reason}</span>`
}

const checkCard = ({ check, applicant, documents }: Row) => html`
  <article class="card" id="${check.id}">
    <header class="message-head">
      ${tagOf(check)}
      <time datetime="${check.createdAt.toISOString()}">${time.format(check.createdAt)}</time>
    </header>
    <h2>${applicant ? `${applicant.firstName} ${applicant.lastName}` : 'Unknown applicant'}</h2>
    <dl class="facts">
      ${
        applicant?.email &&
        html`<dt>Email</dt>
          <dd>${applicant.email}</dd>`
      }
      ${
        applicant?.dob &&
        html`<dt>Date of birth</dt>
          <dd>${applicant.dob}</dd>`
      }
      <dt>Reports</dt>
      <dd>${check.reports.map(({ name }) => name.replaceAll('_', ' ')).join(', ')}</dd>
      <dt>Files</dt>
      <dd>
        ${documents.map(({ type, side }) => `${type.replaceAll('_', ' ')}${side ? ` (${side})` : ''}`).join(', ') || 'none'}${check.livePhotoId && ', selfie'}
      </dd>
      ${
        check.tags.length > 0 &&
        html`<dt>Tags</dt>
          <dd>${check.tags.join(', ')}</dd>`
      }
    </dl>
    <form class="actions" method="post" action="/kyc/decide/${check.id}">
      <button class="button" name="decision" value="approve">Approve</button>
      <button class="button quiet" name="decision" value="review">Send to review</button>
      <span class="pair">
        <label for="reason-${check.id}">Reason</label>
        <select id="reason-${check.id}" name="reason">
          ${reasons.map((reason) => html`<option>${reason}</option>`)}
        </select>
        <button class="button negative" name="decision" value="deny">Deny</button>
      </span>
    </form>
  </article>
`

/** All checks, newest first; deciding one that is decided reopens it. */
export const kycPage = (rows: Row[]) =>
  layout({
    title: 'Identity checks',
    current: '/kyc',
    body: html`
      <p class="muted">
        Checks are approved two seconds after they come in. You can change the decision here at any time.
      </p>
      ${rows.length === 0 ? html`<p class="empty">No checks yet. They show up when someone verifies their identity in the app.</p>` : rows.map(checkCard)}
    `,
  })
