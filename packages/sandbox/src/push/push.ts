/**
 * The service that browsers get messages from (RFC 8030), and the browsers as well: a control call makes a subscription with keys of
 * its own, and what arrives is decrypted and shown. It answers as the services of browsers do: 201, 410 once a subscription has
 * ended, 403 for another sender's.
 */
import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createBoundedMap } from '../core/bounded.ts'
import type { Provider, World } from '../core/provider.ts'
import { object, optional, text } from '../core/shape.ts'
import { createFaultLayer } from '../http/fault-layer.ts'
import { ControlError, notFound, readControl, requireJson } from '../http/guard.ts'
import { sendPage } from '../pages/layout.ts'
import { decryptPush, Undecipherable } from './decrypt.ts'
import { type PushMessage, pushPage } from './page.ts'
import { vapidTrouble } from './vapid.ts'

const LARGEST_BODY_BYTES = 4096

type Subscription = {
  id: string
  applicationServerKey: string
  receiver: ECDH
  auth: Buffer
  hasEnded: boolean
}

const newSubscription = object({
  applicationServerKey: text({ pattern: /^[\w-]{87}$/, expected: 'a point of P-256 in base64url' }),
})
const messagesQuery = object({ subscription: optional(text({ max: 60 })) })

const refused = (status: number, reason: string) => new ControlError(status, `push: ${reason}`)

export const createPushProvider = (world: World): Provider => {
  const subscriptions = createBoundedMap<Subscription>()
  let messages: PushMessage[] = []

  const endpointOf = ({ id }: Subscription) => `${world.urls.public}/wire/push/${id}`

  const subscribe = (applicationServerKey: string) => {
    const receiver = createECDH('prime256v1')
    receiver.generateKeys()
    const id = randomBytes(24).toString('base64url')
    const made = { id, applicationServerKey, receiver, auth: randomBytes(16), hasEnded: false }
    subscriptions.set(id, made)
    return {
      id,
      subscription: {
        endpoint: endpointOf(made),
        expirationTime: null,
        keys: { p256dh: receiver.getPublicKey('base64url'), auth: made.auth.toString('base64url') },
      },
    }
  }

  const take = (id: string, headers: Record<string, string | string[] | undefined>, body: Buffer): PushMessage => {
    const said = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
    const found = subscriptions.get(id)
    if (!found) throw refused(404, 'there is no such subscription')
    if (found.hasEnded) throw refused(410, 'the subscription has ended')
    const { applicationServerKey } = found
    const { origin } = new URL(world.urls.public)
    // Tokens live by the wall clock.
    const trouble = vapidTrouble(said('authorization'), { applicationServerKey, origin, now: new Date() })
    if (trouble) throw refused(trouble.status, trouble.reason)
    const ttl = said('ttl')
    if (ttl === undefined || !/^\d{1,9}$/.test(ttl)) throw refused(400, 'TTL is missing')
    if (said('content-encoding') !== 'aes128gcm') throw refused(415, 'Content-Encoding must be aes128gcm')
    const topic = said('topic') ?? null
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic))
      throw refused(400, 'Topic is at most 32 characters of base64url')
    if (body.length > LARGEST_BODY_BYTES) throw refused(413, 'the body is too large')
    const message = {
      id: `push_${randomBytes(8).toString('hex')}`,
      subscription: id,
      text: decryptPush(found.receiver, found.auth, body),
      topic,
      urgency: said('urgency') ?? 'normal',
      ttlSeconds: Number(ttl),
      at: new Date().toISOString(),
    }
    messages = [message, ...messages].slice(0, 5_000)
    world.book.record({
      provider: 'push',
      kind: 'delivered',
      ref: topic,
      providerId: message.id,
      amountCents: null,
      at: message.at,
    })
    return message
  }

  return {
    name: 'push',
    register(app: FastifyInstance) {
      void app.register(
        async (scope) => {
          const layer = createFaultLayer(world, {
            provider: 'push',
            serverError: { error: 'the service is not well' },
            rejection: { status: 403, body: { error: 'refused' } },
            amountFields: [],
            statusFields: [],
          })
          scope.removeAllContentTypeParsers()
          scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
          scope.setErrorHandler((error, _request, reply) => {
            if (error instanceof Undecipherable) return reply.code(400).send({ error: error.message })
            if (error instanceof ControlError) return reply.code(error.statusCode).send({ error: error.message })
            world.log(`push: ${error instanceof Error ? error.message : 'failed'}`)
            return reply.code(500).send({ error: 'the service is not well' })
          })
          layer.addFaultsBefore(scope)
          layer.addFaultsAfter(scope)
          scope.post<{ Params: { id: string } }>('/:id', async (request, reply) => {
            const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
            const { id } = take(request.params.id, request.headers, body)
            return reply.code(201).header('location', `${world.urls.public}/push/messages/${id}`).send()
          })
        },
        { prefix: '/wire/push' },
      )

      app.post('/push/subscriptions', { preHandler: requireJson }, async (request) =>
        subscribe(readControl(newSubscription, request.body).applicationServerKey),
      )
      app.post<{ Params: { id: string } }>(
        '/push/subscriptions/:id/end',
        { preHandler: requireJson },
        async (request) => {
          const found = subscriptions.get(request.params.id)
          if (!found) throw notFound('subscription')
          found.hasEnded = true
          return { ended: true }
        },
      )
      app.get('/push', async (request, reply) => {
        const { subscription } = readControl(messagesQuery, request.query)
        const found = messages.filter((one) => subscription === undefined || one.subscription === subscription)
        const wantsPage = (request.headers.accept ?? '').includes('text/html')
        reply.header('vary', 'accept')
        return wantsPage ? sendPage(reply, pushPage(found, world.urls.app)) : found
      })
    },
    reset() {
      subscriptions.clear()
      messages = []
    },
  }
}
