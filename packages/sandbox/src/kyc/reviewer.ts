/** The reviewer: decides each submitted check, as queued or else by approving it two seconds later, and says so by webhook. */
import { createHmac } from 'node:crypto'
import { createBoundedMap } from '../core/bounded.ts'
import { createNextQueue } from '../core/next-queue.ts'
import type { World } from '../core/provider.ts'
import type { Applicant, Check, Decision, Document, Reason, ReportName, Upload } from './model.ts'
import { basePath } from './render.ts'
import { carrierOf } from './reports.ts'

const reviewMs = 2000

export type Ruling = {
  decision: Decision
  reason?: Reason | undefined
  report?: ReportName | undefined
  /** What the reviewer reads off the document; else every applicant has one of their own. */
  documentNumber?: string | undefined
  /** The days that the reviewer reads off an identity document, and off a proof of address. */
  expiresOn?: string | undefined
  issuedOn?: string | undefined
}

/** What waits for a check to come: the ruling, and how long the review takes, two seconds unless it says otherwise. */
type QueuedRuling = Ruling & { afterMs?: number | undefined }

const numberOf = (applicantId: string): string => applicantId.replaceAll('-', '').slice(-9).toUpperCase()

/** The webhook's signature: HMAC-SHA256 of the raw body in hexadecimal. The scheme carries no time. */
const signOnfido = (token: string, body: string) => createHmac('sha256', token).update(body, 'utf8').digest('hex')

export const createReviewer = (world: World) => {
  const store = {
    applicants: createBoundedMap<Applicant>(),
    documents: createBoundedMap<Document>(),
    livePhotos: createBoundedMap<Upload>(),
    checks: createBoundedMap<Check>(),
    next: createNextQueue<QueuedRuling>(),
  }

  const emit = (resource: 'check' | 'report', action: string, object: { id: string; status: string }, at: Date) =>
    world.webhooks.send({
      provider: 'kyc',
      type: action,
      objectId: object.id,
      url: `${world.urls.target}/hooks/onfido`,
      contentType: 'application/json',
      body: JSON.stringify({
        payload: {
          resource_type: resource,
          action,
          object: {
            ...object,
            completed_at_iso8601: at.toISOString(),
            href: `${world.urls.public}${basePath}/${resource}s/${object.id}`,
          },
        },
      }),
      sign: (body, spoil) => ({
        'x-sha2-signature': signOnfido(spoil === null ? world.secrets.onfidoWebhookToken : 'another-token', body),
      }),
    })

  /** Decides a check, now. A check that was decided before is reopened first. */
  const decide = (check: Check, { decision, reason = 'other', report, documentNumber, ...days }: Ruling) => {
    const at = world.clock.now()
    if (check.status === 'complete') {
      check.status = 'reopened'
      emit('check', 'check.reopened', { id: check.id, status: 'reopened' }, at)
    }
    check.verdict = {
      decision,
      reason,
      carrier: carrierOf(check, reason, report),
      documentNumber: documentNumber ?? numberOf(check.applicantId),
      expiresOn: days.expiresOn ?? null,
      issuedOn: days.issuedOn ?? null,
    }
    check.decidedAt = at
    check.status = 'complete'
    world.book.record({
      provider: 'kyc',
      kind: decision,
      ref: check.tags[0] ?? null,
      providerId: check.id,
      amountCents: null,
      at: at.toISOString(),
    })
    for (const { id } of check.reports) emit('report', 'report.completed', { id, status: 'complete' }, at)
    emit('check', 'check.completed', { id: check.id, status: 'complete' }, at)
  }

  return {
    store,
    decide,
    /** Takes a check in and has it decided when the sandbox's clock has moved as long as the review takes. */
    submit(check: Check) {
      store.checks.set(check.id, check)
      const email = store.applicants.get(check.applicantId)?.email ?? null
      const { afterMs = reviewMs, ...ruling }: QueuedRuling = store.next.take({ refs: check.tags, email }) ?? {
        decision: 'approve',
      }
      world.clock.schedule(new Date(world.clock.now().getTime() + afterMs), () => {
        if (check.status === 'in_progress') decide(check, ruling)
      })
    },
    clear() {
      for (const part of Object.values(store)) part.clear()
    },
  }
}

export type Reviewer = ReturnType<typeof createReviewer>
