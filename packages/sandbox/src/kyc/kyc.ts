import type { FastifyInstance } from 'fastify'
import { matchRule } from '../core/next-queue.ts'
import { integer, object, oneOf, optional, text } from '../core/shape.ts'
import type { Provider, World } from '../core/provider.ts'
import { notFound, readControl, requireJson } from '../http/guard.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { sendPage } from '../pages/layout.ts'
import { decisions, reasons, reportNames } from './model.ts'
import type { Check } from './model.ts'
import { kycPage } from './page.ts'
import { createReviewer } from './reviewer.ts'
import { registerOnfidoWire } from './wire.ts'

const reason = optional(oneOf(reasons))
const report = optional(oneOf(reportNames))
const documentNumber = optional(text({ max: 40 }))
const day = optional(text({ pattern: /^\d{4}-\d{2}-\d{2}$/, expected: 'a date, YYYY-MM-DD' }))
const ruling = { reason, report, documentNumber, expiresOn: day, issuedOn: day }
const afterMs = optional(integer({ min: 0, max: 60_000 }))
const nextBody = object({ decision: oneOf(decisions), ...ruling, afterMs, match: matchRule })
const decideBody = object(ruling)
const pageForm = object({ decision: oneOf(decisions), reason })

type ById = { Params: { id: string } }

/** The identity checker in Onfido's words, with its desk at /kyc. */
export const createKycProvider = (world: World, hosts: Hosts): Provider => {
  const reviewer = createReviewer(world)
  const { store } = reviewer

  const checkOf = (id: string) => {
    const check = store.checks.get(id) ?? store.checks.find(({ tags }) => tags.includes(id))
    if (!check) throw notFound('check')
    return check
  }

  const view = (check: Check) => ({
    id: check.id,
    applicantId: check.applicantId,
    email: store.applicants.get(check.applicantId)?.email ?? null,
    tags: check.tags,
    status: check.status,
    decision: check.verdict?.decision ?? null,
    reason: check.verdict?.decision === 'deny' ? check.verdict.reason : null,
    reports: check.reports,
    at: check.createdAt.toISOString(),
  })

  const registerControl = (app: FastifyInstance) => {
    const preHandler = requireJson
    app.post('/kyc/next', { preHandler }, async (request) => {
      const { match: wanted, ...given } = readControl(nextBody, request.body)
      return { queued: store.next.add(given, wanted) }
    })
    app.get('/kyc/checks', async () => store.checks.newest().map(view))
    for (const decision of decisions) {
      app.post<ById>(`/kyc/checks/:id/${decision}`, { preHandler }, async (request) => {
        const given = readControl(decideBody, request.body)
        const check = checkOf(request.params.id)
        reviewer.decide(check, { decision, ...given })
        return view(check)
      })
    }
  }

  const registerPage = (app: FastifyInstance) =>
    app.register(async (scope) => {
      registerForms(scope, hosts)
      scope.get('/kyc', async (_request, reply) => {
        const rows = store.checks.newest().map((check) => ({
          check,
          applicant: store.applicants.get(check.applicantId),
          documents: check.documentIds.flatMap((id) => store.documents.get(id) ?? []),
        }))
        return sendPage(reply, kycPage(rows.slice(0, 100)))
      })
      scope.post<ById>('/kyc/decide/:id', async (request, reply) => {
        const decided = readControl(pageForm, request.body)
        const check = checkOf(request.params.id)
        reviewer.decide(check, decided)
        return reply.redirect(`/kyc#${check.id}`, 303)
      })
    })

  return {
    name: 'kyc',
    register(app) {
      registerOnfidoWire(app, world, reviewer)
      registerControl(app)
      void registerPage(app)
    },
    reset: () => reviewer.clear(),
  }
}
