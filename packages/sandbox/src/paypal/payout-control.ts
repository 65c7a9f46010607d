import type { FastifyInstance } from 'fastify'
import { matchRule } from '../core/next-queue.ts'
import { boolean, object, oneOf } from '../core/shape.ts'
import { conflict, notFound, readControl, requireJson } from '../http/guard.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { sendPage } from '../pages/layout.ts'
import type { Payout } from './payout.ts'
import { payoutActs, payoutOutcomes } from './payouts.ts'
import type { PayoutAct, Payouts } from './payouts.ts'
import { payoutsPage } from './payouts-page.ts'

const noFields = object({})
const nextBody = object({ outcome: oneOf(payoutOutcomes), match: matchRule })
const duplicatesBody = object({ named: boolean() })
const pageForm = object({ act: oneOf(payoutActs) })

const view = (payout: Payout) => ({
  id: payout.itemId,
  batchId: payout.batchId,
  ref: payout.senderBatchId,
  receiver: payout.receiver,
  amountCents: payout.amount,
  status: payout.status,
  batchStatus: payout.batchStatus,
  at: payout.createdAt.toISOString(),
})

const isAct = (action: string): action is PayoutAct => (payoutActs as readonly string[]).includes(action)

/** What a receiver or PayPal would do with a payout, and the page where people choose it. */
export const registerPayoutControl = (app: FastifyInstance, payouts: Payouts, hosts: Hosts) => {
  const preHandler = requireJson
  const act = (id: string, action: string): Payout => {
    if (!isAct(action)) throw notFound('action')
    const payout = payouts.find(id)
    if (!payout) throw notFound('payout')
    if (!payouts.act(payout, action)) throw conflict(`${action} is not possible: this payout is ${payout.status}`)
    return payout
  }

  app.get('/paypal/payouts', async () => payouts.newest().map(view))
  app.post('/paypal/payouts/next', { preHandler }, async (request) => {
    const { outcome, match } = readControl(nextBody, request.body)
    return { queued: payouts.next.add(outcome, match) }
  })
  app.post('/paypal/payouts/duplicates', { preHandler }, async (request) => {
    const { named } = readControl(duplicatesBody, request.body)
    payouts.nameDuplicates(named)
    return { named }
  })
  app.post<{ Params: { id: string; action: string } }>(
    '/paypal/payouts/:id/:action',
    { preHandler },
    async (request) => {
      readControl(noFields, request.body)
      return view(act(request.params.id, request.params.action))
    },
  )

  void app.register(async (scope) => {
    registerForms(scope, hosts)
    scope.get('/bank/paypal', async (_request, reply) => sendPage(reply, payoutsPage(payouts.newest().slice(0, 100))))
    scope.post('/bank/paypal/next', async (_request, reply) => {
      payouts.next.add('wait')
      return reply.redirect('/bank/paypal', 303)
    })
    scope.post<{ Params: { id: string } }>('/bank/paypal/:id', async (request, reply) => {
      const payout = act(request.params.id, readControl(pageForm, request.body).act)
      return reply.redirect(`/bank/paypal#${payout.itemId}`, 303)
    })
  })
}
