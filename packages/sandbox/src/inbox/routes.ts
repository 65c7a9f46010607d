import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { oneOf, object, optional, text } from '../core/shape.ts'
import type { Provider, World } from '../core/provider.ts'
import { notFound, readControl, requireJson } from '../http/guard.ts'
import { sendPage } from '../pages/layout.ts'
import { deliveryReport } from './delivery-report.ts'
import { inboxPage } from './page.ts'

const numberText = (max: number) =>
  text({ max: 6, pattern: /^\d+$/, expected: 'a number' }).transform((given) => Math.min(Number(given), max))

const inboxQuery = object({
  to: z.preprocess((given) => (given === '' ? undefined : given), optional(text({ max: 320 }))),
  channel: optional(oneOf(['email', 'sms'])),
  limit: optional(numberText(500)),
  after: optional(text({ max: 40, pattern: /^msg_\d+$/, expected: 'the id of a message' })),
  waitSeconds: optional(numberText(30)),
})

const refuseBody = object({ to: text({ max: 320 }) })
const returnBody = object({
  status: optional(text({ max: 9, pattern: /^[45]\.\d{1,3}\.\d{1,3}$/, expected: 'a status' })),
})

// What a mail brings along is shown without scripts, forms or requests of any kind.
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** The inbox as JSON and as a page. Mail itself arrives by SMTP, text messages by Twilio's wire. */
export const createMailProvider = (world: World): Provider => ({
  name: 'mail',
  register(app: FastifyInstance) {
    app.get('/inbox', async (request, reply) => {
      const { to, channel, limit, after, waitSeconds } = readControl(inboxQuery, request.query)
      const filter = { to, channel, limit: limit ?? 100, after }
      const wantsPage = (request.headers.accept ?? '').includes('text/html')
      if (wantsPage) return sendPage(reply, inboxPage({ messages: world.inbox.list(filter), to: to ?? '' }))
      reply.header('vary', 'accept')
      return world.inbox.wait(filter, (waitSeconds ?? 0) * 1000)
    })

    app.post('/mail/refuse', { preHandler: requireJson }, async (request) => {
      const { to } = readControl(refuseBody, request.body)
      world.inbox.refuse(to)
      return { refused: to }
    })

    // The mail was taken, and comes back later.
    app.post<{ Params: { id: string } }>('/inbox/:id/return', { preHandler: requireJson }, async (request) => {
      const { status } = readControl(returnBody, request.body)
      const message = world.inbox.find(request.params.id)
      if (message?.channel !== 'email') throw notFound('message')
      world.webhooks.send(deliveryReport(world, message, status ?? '5.1.1'))
      await world.webhooks.settled()
      return { returned: message.to }
    })

    app.get<{ Params: { id: string } }>('/inbox/:id', async (request, reply) => {
      const message = world.inbox.find(request.params.id)
      if (!message?.html) throw notFound('message')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', mailPolicy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(message.html)
    })
  },
  reset() {
    world.inbox.clear()
  },
})
