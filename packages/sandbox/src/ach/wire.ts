/** Increase's API below /wire/increase: ACH transfers, routing numbers, transactions, balance and simulations. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBoundedMap } from '../core/bounded.ts'
import type { World } from '../core/provider.ts'
import { integer, isRecord, Issue, object, optional, read, text } from '../core/shape.ts'
import { createFaultLayer } from '../http/fault-layer.ts'
import { bankOf } from './banks.ts'
import type { Desk } from './desk.ts'
import { fromIssue, IncreaseError, increaseErrorBody } from './increase-error.ts'
import type { Transfer } from './model.ts'
import { renderTransfer, transactionsOf } from './render.ts'
import { changeShape, createShape, returnShape } from './shapes.ts'
import { returnWords } from './words.ts'
import type { ReturnCode } from './words.ts'

type ById = { Params: { id: string } }

const digits = { min: 1, max: 100, form: true }
const paging = { limit: optional(integer(digits)), cursor: optional(text()) }
const listQuery = object({
  ...paging,
  account_id: optional(text()),
  idempotency_key: optional(text()),
  status: optional(text()),
})
const routingQuery = object({ ...paging, routing_number: text() })
const moment = optional(text({ pattern: /^\d{4}-\d{2}-\d{2}T/, expected: 'a moment' }))
const transactionsQuery = object({
  ...paging,
  account_id: optional(text()),
  'created_at.on_or_after': moment,
  'created_at.before': moment,
})
const noFields = object({})

const pageOf = <T>(
  items: readonly T[],
  { limit = 100, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) => {
  const from = cursor === undefined ? 0 : Number(cursor)
  const to = from + limit
  return { data: items.slice(from, to), next_cursor: to < items.length ? String(to) : null }
}

const impossible = (transfer: Transfer) =>
  new IncreaseError('invalid_operation_error', `The transfer is ${transfer.status}.`)

export const registerIncreaseWire = (app: FastifyInstance, world: World, desk: Desk) => {
  const keys = createBoundedMap<{ fingerprint: string; transferId: string }>()
  const layer = createFaultLayer(world, {
    provider: 'ach',
    serverError: increaseErrorBody(new IncreaseError('internal_server_error', 'Something went wrong.')),
    rejection: {
      status: 429,
      body: increaseErrorBody(new IncreaseError('rate_limited_error', 'Slow down.', { retry_after: null })),
    },
    amountFields: ['amount'],
    statusFields: ['status'],
  })

  const found = (id: string): Transfer => {
    const transfer = desk.transfers.get(id)
    if (!transfer || transfer.fileTrace !== null)
      throw new IncreaseError('object_not_found_error', `No transfer has the id ${id}.`)
    return transfer
  }

  const create = (request: FastifyRequest): { transfer: Transfer; isReplay: boolean } => {
    const fields = read(createShape, request.body)
    if (fields.account_id !== world.secrets.increaseAccountId)
      throw new IncreaseError('object_not_found_error', 'There is no such account.')
    const key = request.headers['idempotency-key']
    const fingerprint = JSON.stringify(fields)
    const earlier = typeof key === 'string' ? keys.get(key) : undefined
    if (earlier) {
      if (earlier.fingerprint === fingerprint) return { transfer: found(earlier.transferId), isReplay: true }
      throw new IncreaseError('idempotency_key_already_used_error', 'Use another key for another transfer.', {
        resource_id: earlier.transferId,
      })
    }
    const transfer = desk.take({
      accountId: fields.account_id,
      amount: fields.amount,
      accountNumber: fields.account_number,
      routingNumber: fields.routing_number,
      funding: fields.funding ?? 'checking',
      holder: fields.destination_account_holder ?? 'unknown',
      name: fields.individual_name ?? null,
      individualId: fields.individual_id ?? null,
      // What the provider takes where nothing is said; neither is right for a person's payout.
      sec: fields.standard_entry_class_code ?? 'corporate_credit_or_debit',
      schedule: fields.preferred_effective_date?.settlement_schedule ?? 'same_day',
      descriptor: fields.statement_descriptor,
      companyName: fields.company_name ?? null,
      description: fields.company_entry_description ?? null,
      ref: typeof key === 'string' ? key : null,
      fileTrace: null,
    })
    if (typeof key === 'string') keys.set(key, { fingerprint, transferId: transfer.id })
    return { transfer, isReplay: false }
  }

  const toIncreaseError = (error: unknown) => {
    if (error instanceof IncreaseError) return error
    if (error instanceof Issue) return fromIssue(error)
    if (isRecord(error) && typeof error['statusCode'] === 'number' && error['statusCode'] < 500)
      return new IncreaseError('invalid_parameters_error', 'The request could not be read.')
    world.log(`ach: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`)
    return new IncreaseError('internal_server_error', 'Something went wrong.')
  }

  const addTransfers = (scope: FastifyInstance) => {
    scope.post('/ach_transfers', async (request, reply) => {
      const { transfer, isReplay } = create(request)
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return reply.send(renderTransfer(transfer))
    })
    scope.get('/ach_transfers', async (request) => {
      const query = read(listQuery, request.query)
      const wanted = desk.transfers
        .newest()
        .filter(
          ({ fileTrace, ref, accountId }) =>
            fileTrace === null &&
            (query.idempotency_key === undefined || ref === query.idempotency_key) &&
            (query.account_id === undefined || accountId === query.account_id),
        )
      return pageOf(wanted.map(renderTransfer), query)
    })
    scope.get<ById>('/ach_transfers/:id', async (request) => renderTransfer(found(request.params.id)))
    scope.post<ById>('/ach_transfers/:id/cancel', async (request) => {
      const transfer = found(request.params.id)
      if (!desk.cancel(transfer)) throw impossible(transfer)
      return renderTransfer(transfer)
    })
  }

  const addSimulations = (scope: FastifyInstance) => {
    const simulation = (name: string, act: (transfer: Transfer, body: unknown) => boolean) =>
      scope.post<ById>(`/simulations/ach_transfers/:id/${name}`, async (request) => {
        const transfer = found(request.params.id)
        if (!act(transfer, request.body ?? {})) throw impossible(transfer)
        return renderTransfer(transfer)
      })
    simulation('submit', (transfer, body) => (read(noFields, body), desk.submit(transfer)))
    simulation('acknowledge', (transfer) => transfer.acknowledgedAt !== null)
    simulation('settle', (transfer) => desk.settle(transfer))
    simulation('return', (transfer, body) => {
      const { reason, addenda_information: information } = read(returnShape, body)
      const code = Object.entries(returnWords).find(([, word]) => word === reason)?.[0] as ReturnCode | undefined
      return desk.giveBack(transfer, code ?? 'R03', information ?? null)
    })
    simulation('create_notification_of_change', (transfer, body) => {
      const given = read(changeShape, body)
      return desk.notifyChange(transfer, {
        code: given.corrected_routing_number === undefined ? 'C01' : given.corrected_account_number ? 'C03' : 'C02',
        accountNumber: given.corrected_account_number ?? null,
        routingNumber: given.corrected_routing_number ?? null,
        funding: given.corrected_account_funding ?? null,
      })
    })
  }

  const addLookups = (scope: FastifyInstance) => {
    scope.get('/routing_numbers', async (request) => {
      const { routing_number: number, ...paged } = read(routingQuery, request.query)
      const bank = bankOf(number)
      return pageOf(bank ? [bank] : [], paged)
    })
    scope.get('/transactions', async (request) => {
      const query = read(transactionsQuery, request.query)
      const sent = desk.transfers.newest().filter(({ fileTrace }) => fileTrace === null)
      const { 'created_at.on_or_after': from, 'created_at.before': to } = query
      const isWithin = (at: number) =>
        (from === undefined || at >= Date.parse(from)) && (to === undefined || at < Date.parse(to))
      const lines = sent.flatMap(transactionsOf).filter(({ created_at: at }) => isWithin(Date.parse(at)))
      return pageOf(lines, query)
    })
    scope.get<ById>('/accounts/:id/balance', async (request) => ({
      account_id: request.params.id,
      available_balance: desk.balanceCents(),
      current_balance: desk.balanceCents(),
      loan: null,
      type: 'balance_lookup',
    }))
  }

  void app.register(
    async (scope) => {
      scope.setErrorHandler((error, _request, reply) => {
        const answer = toIncreaseError(error)
        return reply.code(answer.statusCode).send(increaseErrorBody(answer))
      })
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).send(increaseErrorBody(new IncreaseError('api_method_not_found_error', 'No such method.'))),
      )
      scope.addHook('onRequest', async (request) => {
        if (request.headers.authorization !== `Bearer ${world.secrets.increaseApiKey}`)
          throw new IncreaseError('invalid_api_key_error', 'Check the key.')
      })
      layer.addFaultsBefore(scope)
      layer.addFaultsAfter(scope)
      addTransfers(scope)
      addSimulations(scope)
      addLookups(scope)
    },
    { prefix: '/wire/increase' },
  )
  return { clear: () => keys.clear() }
}
