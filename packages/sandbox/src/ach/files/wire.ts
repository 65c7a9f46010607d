/** Where a customer puts files and fetches the bank's own: /wire/nacha. And how tests play the bank. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { matchRule } from '../../core/next-queue.ts'
import type { World } from '../../core/provider.ts'
import { integer, object, oneOf, optional, text } from '../../core/shape.ts'
import { createFaultLayer } from '../../http/fault-layer.ts'
import { readControl, requireJson } from '../../http/guard.ts'
import { returnCodes } from '../words.ts'
import { type FileDesk, fileOutcomes } from './file-desk.ts'

type ByName = { Params: { name: string } }

const NAME = /^P\d{6}[A-Z0-9]\.ach$/

export const registerFileWire = (app: FastifyInstance, world: World, desk: FileDesk) => {
  const layer = createFaultLayer(world, {
    provider: 'ach',
    serverError: { error: 'try again' },
    rejection: { status: 429, body: { error: 'slow down' } },
    amountFields: [],
    statusFields: [],
  })
  const missing = (reply: FastifyReply) => reply.code(404).send({ error: 'there is no such file' })
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (request.headers.authorization !== `Bearer ${world.secrets.increaseApiKey}`)
          await reply.code(401).send({ error: 'who are you?' })
      })
      layer.addFaultsBefore(scope)
      layer.addFaultsAfter(scope)
      scope.put<ByName>('/files/:name', async (request, reply) => {
        const { name } = request.params
        if (!NAME.test(name) || typeof request.body !== 'string')
          return reply.code(400).send({ error: 'a file is a text under its reference' })
        if (!desk.put(name, request.body)) return reply.code(409).send({ error: 'another file was here by this name' })
        return { name }
      })
      scope.get<ByName>('/files/:name', async (request, reply) => {
        const file = desk.find(request.params.name)
        return file ? { name: file.name } : missing(reply)
      })
      scope.get('/answers', async () => desk.names())
      scope.get<ByName>('/answers/:name', async (request, reply) => {
        const found = desk.answers.get(request.params.name)
        return found ? reply.type('text/plain').send(Buffer.from(found.text, 'latin1')) : missing(reply)
      })
      scope.delete<ByName>('/answers/:name', async (request, reply) =>
        desk.answers.delete(request.params.name) ? { name: request.params.name } : missing(reply),
      )
    },
    { prefix: '/wire/nacha' },
  )
}

const nextBody = object({ outcome: oneOf(fileOutcomes), match: matchRule })
const balanceBody = object({ cents: integer({ min: 0, max: 100_000_000_000 }) })
const answerBody = object({
  kind: text({ pattern: /^[\w.-]{1,40}$/, expected: 'a name' }),
  text: text({ max: 100_000 }),
})
const returnBody = object({
  trace: text({ pattern: /^\d{15}$/, expected: '15 digits' }),
  returnTrace: optional(text({ pattern: /^\d{15}$/, expected: '15 digits' })),
  code: optional(oneOf(returnCodes)),
  amountCents: integer({ min: 1, max: 9_999_999_999 }),
})

export const registerFileControl = (app: FastifyInstance, desk: FileDesk) => {
  app.get('/ach/files', async () =>
    desk.list().map(({ name, text: content, reference, parsed }) => ({ name, reference, content, parsed })),
  )
  app.post('/ach/files/next', { preHandler: requireJson }, async (request) => {
    const { outcome, match } = readControl(nextBody, request.body)
    return { queued: desk.next.add(outcome, match) }
  })
  app.post('/ach/balance', { preHandler: requireJson }, async (request) => {
    const { cents } = readControl(balanceBody, request.body)
    desk.setBalance(cents)
    return { cents }
  })
  app.post('/ach/answers', { preHandler: requireJson }, async (request) => {
    const given = readControl(answerBody, request.body)
    desk.answer(given.kind, given.text)
    return { kind: given.kind }
  })
  app.post('/ach/returns', { preHandler: requireJson }, async (request) => {
    const { trace, returnTrace = '062000019999999', code = 'R03', amountCents } = readControl(returnBody, request.body)
    desk.sendBack({
      of: {
        accountNumber: '000000000',
        amount: amountCents,
        funding: 'checking',
        individualId: null,
        name: null,
        routingNumber: '021000021',
      },
      originalTrace: trace,
      trace: returnTrace,
      sec: 'PPD',
      addenda: { type: '99', code, text: '' },
    })
    return { trace }
  })
}
