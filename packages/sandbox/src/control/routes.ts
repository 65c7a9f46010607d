/** The control calls that belong to no single provider: faults, clock, reset, book, deliveries, health, and the index. */
import type { FastifyInstance } from 'fastify'
import { faultNames, playableFaults } from '../core/faults.ts'
import { providerNames } from '../core/provider-name.ts'
import type { Provider, World } from '../core/provider.ts'
import { boolean, integer, object, oneOf, optional, text } from '../core/shape.ts'
import { ControlError, notFound, readControl, requireJson } from '../http/guard.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { sendPage } from '../pages/layout.ts'
import { indexPage } from '../pages/index-page.ts'

const longestAdvanceSeconds = 10 * 366 * 24 * 3600

const faultBody = object({
  provider: oneOf(providerNames),
  fault: oneOf(faultNames),
  times: optional(integer({ min: 1, max: 1000 })),
  after: optional(boolean()),
  delayMs: optional(integer({ min: 1, max: 120_000 })),
  path: optional(text({ max: 200, pattern: /^\/[^?#]*$/, expected: 'a path' })),
  code: optional(text({ max: 40 })),
  afterSeconds: optional(integer({ min: 0, max: longestAdvanceSeconds })),
})
const advanceBody = object({ seconds: integer({ min: 0, max: longestAdvanceSeconds }) })
/** As the page's form sends it. */
const clockForm = object({ seconds: text({ pattern: /^\d{1,8}$/, expected: 'seconds' }) })
const bookQuery = object({ provider: optional(oneOf(providerNames)), ref: optional(text({ max: 500 })) })
const noFields = object({})

/** `isUp` tells whether every port listens. */
export const registerControl = (
  app: FastifyInstance,
  world: World,
  providers: readonly Provider[],
  isUp: () => boolean,
  hosts: Hosts,
) => {
  const preHandler = requireJson
  const played = new Set(providers.map(({ name }) => name))

  app.get('/', async (_request, reply) => sendPage(reply, indexPage(world.urls.app, world.clock.now())))

  app.get('/health', async (_request, reply) => reply.code(isUp() ? 200 : 503).send({ ok: isUp() }))

  app.get('/faults', async () => world.faults.list())
  app.post('/faults', { preHandler }, async (request) => {
    const { times = 1, ...fault } = readControl(faultBody, request.body)
    if (!played.has(fault.provider)) throw new ControlError(404, `provider: ${fault.provider} is not played here`)
    if (!playableFaults[fault.provider]?.includes(fault.fault)) {
      throw new ControlError(400, `fault: ${fault.provider} cannot play ${fault.fault}`)
    }
    world.faults.arm({ ...fault, times })
    return { armed: world.faults.list().length }
  })
  app.delete('/faults', async () => {
    world.faults.disarm()
    world.webhooks.release()
    return { armed: 0 }
  })

  app.post('/clock/advance', { preHandler }, async (request) => {
    const { seconds } = readControl(advanceBody, request.body)
    world.clock.advance(seconds)
    await world.webhooks.settled()
    return { now: world.clock.now().toISOString() }
  })
  void app.register(async (scope) => {
    registerForms(scope, hosts)
    scope.post('/clock', async (request, reply) => {
      const { seconds } = readControl(clockForm, request.body)
      world.clock.advance(Number(seconds))
      await world.webhooks.settled()
      return reply.redirect('/', 303)
    })
  })

  app.post('/reset', { preHandler }, async (request) => {
    readControl(noFields, request.body)
    world.clock.reset()
    world.faults.disarm()
    await world.webhooks.reset()
    world.book.clear()
    for (const provider of providers) provider.reset()
    return { ok: true }
  })

  app.get('/book', async (request) => world.book.list(readControl(bookQuery, request.query)))

  app.get('/webhooks', async () => world.webhooks.log())
  app.post<{ Params: { id: string } }>('/webhooks/:id/resend', { preHandler }, async (request) => {
    readControl(noFields, request.body)
    const delivery = await world.webhooks.resend(request.params.id)
    if (!delivery) throw notFound('delivery')
    return delivery
  })
}
