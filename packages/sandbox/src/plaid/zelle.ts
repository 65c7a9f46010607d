/** The product's account at its bank, paid by Zelle: what Plaid tells of it, and the desk at /bank. */
import type { FastifyInstance } from 'fastify'
import { randomInt } from 'node:crypto'
import type { AccountBase, TransactionsSyncResponse } from 'plaid'
import * as z from 'zod'
import { centsOf, dollars } from '../core/dollars.ts'
import { boolean, integer, object, oneOf, optional, text } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { conflict, ControlError, notFound, readControl, requireJson } from '../http/guard.ts'
import { registerForms, type Hosts } from '../http/page-forms.ts'
import { sendPage } from '../pages/layout.ts'
import { bankPage, paidPage } from './bank-page.ts'
import { createFeed, renderLine } from './feed.ts'
import { invalidField, PlaidRefusal, requestId } from './plaid-error.ts'
import { readBody, type PlaidPart } from './wire.ts'

type Notify = (body: { webhook_type: string; webhook_code: string } & Record<string, unknown>, objectId: string) => void

const syncShape = object({
  access_token: text({ max: 200 }),
  cursor: optional(text({ max: 256 })),
  count: optional(integer({ min: 1, max: 500 })),
  options: optional(
    object({
      include_original_description: optional(boolean()),
      include_personal_finance_category: optional(boolean()),
      days_requested: optional(integer({ min: 1, max: 730 })),
      account_id: optional(text({ max: 200 })),
    }),
  ),
})

const cents = integer({ min: 1, max: 100_000_000 })
const creditBody = object({
  reference: text({ max: 40 }),
  amountCents: cents,
  senderName: text({ max: 140 }),
  memo: optional(text({ max: 200 })),
  pending: optional(boolean()),
})
const noFields = object({})

const payForm = object({
  address: text({ max: 200 }),
  amount: dollars,
  name: text({ max: 140 }),
  // A form sends what was left empty.
  memo: z.string().max(200),
  first: optional(oneOf(['pending'])),
})

const itemId = 'item-of-the-house'

type ById = { Params: { id: string } }

export const createZellePart = (
  world: World,
  { hosts, notify, zelleAddress }: { hosts: Hosts; notify: Notify; zelleAddress: string },
): PlaidPart => {
  const feed = createFeed(world, () =>
    notify(
      {
        webhook_type: 'TRANSACTIONS',
        webhook_code: 'SYNC_UPDATES_AVAILABLE',
        item_id: itemId,
        initial_update_complete: true,
        historical_update_complete: true,
        environment: 'sandbox',
      },
      itemId,
    ),
  )
  const { plaidAccessToken, plaidAccountId } = world.secrets

  const account = () => ({
    account_id: plaidAccountId,
    balances: { available: null, current: null, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
    mask: '0001',
    name: 'Operating account',
    official_name: 'Puente operating account',
    type: 'depository' as AccountBase['type'],
    subtype: 'checking' as AccountBase['subtype'],
  })

  const sync = (body: unknown) => {
    const asked = readBody(syncShape, body)
    if (asked.access_token !== plaidAccessToken)
      throw new PlaidRefusal(400, 'INVALID_INPUT', 'INVALID_ACCESS_TOKEN', 'could not find matching access token')
    if (asked.options?.account_id !== undefined && asked.options.account_id !== plaidAccountId)
      throw invalidField('account_id is not part of the item')
    const told = feed.sync(asked.cursor ?? '', asked.count ?? 100)
    if (!told) throw invalidField('cursor not associated with access_token')
    const render = (lines: typeof told.added) => lines.map((line) => renderLine(line, plaidAccountId))
    return {
      transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
      accounts: [account()],
      added: render(told.added),
      modified: render(told.modified),
      removed: told.removed.map((id) => ({ transaction_id: id, account_id: plaidAccountId })),
      next_cursor: told.cursor,
      has_more: told.hasMore,
      request_id: requestId(),
    } satisfies Record<keyof TransactionsSyncResponse, unknown>
  }

  const found = (id: string) => {
    const line = feed.find(id)
    if (!line) throw notFound('credit')
    return line
  }

  const registerControl = (app: FastifyInstance) => {
    const preHandler = requireJson
    app.post('/zelle/credits', { preHandler }, async (request) => {
      const { memo: written, pending = false, ...credit } = readControl(creditBody, request.body)
      return { id: feed.add({ ...credit, memo: written ?? null, pending }).id }
    })
    app.get('/zelle/credits', async () => feed.credits())
    app.post('/zelle/cursors/forget', { preHandler }, async () => {
      feed.forgetCursors()
      return {}
    })
    app.post<ById>('/zelle/credits/:id/post', { preHandler }, async (request) => {
      readControl(noFields, request.body)
      if (!feed.post(found(request.params.id))) throw conflict('this credit is not pending')
      return { id: request.params.id }
    })
    app.post<ById>('/zelle/credits/:id/remove', { preHandler }, async (request) => {
      readControl(noFields, request.body)
      if (!feed.remove(found(request.params.id))) throw conflict('this credit is gone already')
      return { id: request.params.id }
    })
    app.post<ById>('/zelle/credits/:id/pay-back', { preHandler }, async (request) => {
      readControl(noFields, request.body)
      const line = feed.payBack(found(request.params.id))
      if (!line) throw conflict('this credit is not posted, or was paid back already')
      return { id: line.id }
    })
    app.post<ById>('/zelle/credits/:id/list-again', { preHandler }, async (request) => {
      readControl(noFields, request.body)
      if (!feed.listAgain(found(request.params.id))) throw conflict('this credit was not taken back')
      return { id: request.params.id }
    })
  }

  const pay = (body: unknown) => {
    const { address, amount, name, memo: written, first } = readControl(payForm, body)
    if (address.trim().toLowerCase() !== zelleAddress.toLowerCase())
      throw new ControlError(400, 'address: nobody is enrolled with this address')
    const amountCents = centsOf(amount)
    const reference = String(randomInt(10 ** 9, 10 ** 11))
    const filled = written.trim() === '' ? null : written.trim()
    return feed.add({ reference, amountCents, senderName: name.trim(), memo: filled, pending: first === 'pending' })
  }

  const registerPages = (app: FastifyInstance) =>
    app.register(async (scope) => {
      registerForms(scope, hosts)
      scope.get<{ Querystring: Record<string, string | undefined> }>('/bank', async ({ query }, reply) => {
        const { to = zelleAddress, amount = '', memo: code = '', name = '' } = query
        return sendPage(reply, bankPage({ to, amount, memo: code, name }, feed.newest().slice(0, 50)))
      })
      scope.post('/bank/pay', async (request, reply) => {
        const line = pay(request.body)
        return reply.redirect(`/bank/paid/${line.id}`, 303)
      })
      scope.get<ById>('/bank/paid/:id', async (request, reply) =>
        sendPage(reply, paidPage(found(request.params.id), world.urls.app)),
      )
      scope.post<ById>('/bank/credits/:id/post', async (request, reply) => {
        feed.post(found(request.params.id))
        return reply.redirect('/bank', 303)
      })
      scope.post<ById>('/bank/credits/:id/pay-back', async (request, reply) => {
        feed.payBack(found(request.params.id))
        return reply.redirect('/bank', 303)
      })
      scope.post<ById>('/bank/credits/:id/remove', async (request, reply) => {
        feed.remove(found(request.params.id))
        return reply.redirect('/bank', 303)
      })
    })

  return {
    addWire: (scope) => void scope.post('/transactions/sync', async (request) => sync(request.body)),
    register(app) {
      registerControl(app)
      void registerPages(app)
    },
    reset: () => feed.clear(),
  }
}
