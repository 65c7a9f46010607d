import type { FastifyInstance } from 'fastify'
import { matchRule } from '../core/next-queue.ts'
import { object, oneOf, optional, text } from '../core/shape.ts'
import { conflict, notFound, readControl, requireJson } from '../http/guard.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { sendPage } from '../pages/layout.ts'
import { nextOutcomes } from './desk.ts'
import type { Desk } from './desk.ts'
import type { Transfer } from './model.ts'
import { achPage } from './page.ts'
import { renderTransfer } from './render.ts'
import { changeCodes, returnCodes } from './words.ts'

const noFields = object({})
const nextBody = object({ outcome: oneOf(nextOutcomes), match: matchRule })
const returnBody = object({ code: optional(oneOf(returnCodes)), information: optional(text({ max: 44 })) })
const changeBody = object({
  code: optional(oneOf(changeCodes)),
  accountNumber: optional(text({ max: 17 })),
  routingNumber: optional(text({ pattern: /^\d{9}$/, expected: 'nine digits' })),
  funding: optional(oneOf(['checking', 'savings'])),
})
const listQuery = object({ status: optional(text()), ref: optional(text({ max: 200 })) })
const pageForm = object({ act: text({ max: 40 }), code: optional(text({ max: 3 })) })

type Action = { Params: { id: string; action: string } }

/** The control calls of the bank and its page for people. */
export const registerAchControl = (app: FastifyInstance, desk: Desk, hosts: Hosts) => {
  /** Each answers whether it was possible. */
  const acts: Record<string, (transfer: Transfer, body: unknown) => boolean> = {
    submit: (transfer, body) => (readControl(noFields, body), desk.submit(transfer)),
    settle: (transfer, body) => (readControl(noFields, body), desk.settle(transfer)),
    reject: (transfer, body) => (readControl(noFields, body), desk.reject(transfer)),
    'require-attention': (transfer, body) => (readControl(noFields, body), desk.requireAttention(transfer)),
    return: (transfer, body) => {
      const { code = 'R03', information } = readControl(returnBody, body)
      return desk.giveBack(transfer, code, information ?? null)
    },
    'notify-change': (transfer, body) => {
      const { code = 'C01', accountNumber, routingNumber, funding } = readControl(changeBody, body)
      const isEmpty = accountNumber === undefined && routingNumber === undefined && funding === undefined
      return desk.notifyChange(transfer, {
        code,
        accountNumber: accountNumber ?? (isEmpty && code === 'C01' ? '987654321' : null),
        routingNumber: routingNumber ?? null,
        funding: funding ?? null,
      })
    },
  }

  const act = (id: string, action: string, body: unknown): Transfer => {
    const perform = Object.hasOwn(acts, action) ? acts[action] : undefined
    if (!perform) throw notFound('action')
    const transfer = desk.find(id)
    if (!transfer) throw notFound('transfer')
    if (!perform(transfer, body)) throw conflict(`this transfer is ${transfer.status}`)
    return transfer
  }

  app.post('/ach/next', { preHandler: requireJson }, async (request) => {
    const { outcome, match } = readControl(nextBody, request.body)
    return { queued: desk.next.add(outcome, match) }
  })
  app.get('/ach/transfers', async (request) => {
    const { status, ref } = readControl(listQuery, request.query)
    return desk.transfers
      .newest()
      .filter((transfer) => (status ?? transfer.status) === transfer.status && (ref ?? transfer.ref) === transfer.ref)
      .map(renderTransfer)
  })
  app.post<Action>('/ach/transfers/:id/:action', { preHandler: requireJson }, async (request) =>
    renderTransfer(act(request.params.id, request.params.action, request.body)),
  )

  void app.register(async (scope) => {
    registerForms(scope, hosts)
    scope.get('/bank/ach', async (_request, reply) => sendPage(reply, achPage(desk.transfers.newest().slice(0, 100))))
    scope.post('/bank/ach/next', async (_request, reply) => {
      desk.next.add('wait')
      return reply.redirect('/bank/ach', 303)
    })
    scope.post<{ Params: { id: string } }>('/bank/ach/:id', async (request, reply) => {
      const { act: action, code } = readControl(pageForm, request.body)
      const transfer = act(request.params.id, action, code === undefined ? {} : { code })
      return reply.redirect(`/bank/ach#${transfer.id}`, 303)
    })
  })
}
