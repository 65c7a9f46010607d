/**
 * One layer that plays armed faults on every HTTP wire. It sits around the handler: `addFaultsBefore` acts once the request
 * is read and before it has any effect, `addFaultsAfter` acts on the finished answer. A provider adds its own hooks
 * (Stripe's stored answers) between the two, so that what it stores is what the wire carried.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fault } from '../core/faults.ts'
import { isRecord } from '../core/shape.ts'
import type { ProviderName } from '../core/provider-name.ts'
import type { World } from '../core/provider.ts'

/** What differs between providers when something fails. Bodies are the provider's own words. */
export type Dialect = {
  provider: ProviderName
  serverError: object
  rejection: { status: number; body: object }
  /** Field names that carry amounts and statuses in answers. */
  amountFields: readonly string[]
  statusFields: readonly string[]
}

const changed = (json: unknown, fields: readonly string[], change: (value: unknown) => unknown): boolean => {
  if (Array.isArray(json)) return json.map((item) => changed(item, fields, change)).includes(true)
  if (!isRecord(json)) return false
  const own = fields.filter((field) => json[field] !== undefined && json[field] !== null)
  for (const field of own) json[field] = change(json[field])
  const below = Object.values(json).map((value) => changed(value, fields, change))
  return own.length > 0 || below.includes(true)
}

/** A cent more, whether amounts are whole cents or decimal text. */
const oneMore = (value: unknown): unknown => {
  if (typeof value === 'string' && /^\d+\.\d\d$/.test(value)) return (Number(value) + 0.01).toFixed(2)
  return typeof value === 'number' ? value + 1 : value
}

/** Half of the payload under the full length, then the connection is cut. */
const halfOf = (payload: string) => {
  const bytes = Buffer.from(payload)
  return Readable.from(
    (async function* () {
      yield bytes.subarray(0, Math.floor(bytes.length / 2))
      await pause(20)
      throw new Error('cut by a fault')
    })(),
    { objectMode: false },
  )
}

export const createFaultLayer = (world: World, dialect: Dialect) => {
  const chosen = new WeakMap<FastifyRequest, Fault>()
  const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''

  /** Faults that stand for a lost effect wait for a request that has one, unless a path was named. */
  const suits = (request: FastifyRequest) => (fault: Fault) =>
    request.method === 'POST' || fault.path !== undefined || fault.fault === 'slow' || fault.fault === 'cutMidBody'

  const addFaultsBefore = (scope: FastifyInstance) => {
    scope.addHook('preHandler', async (request, reply) => {
      const names = ['timeoutAfterCommit', 'error500', 'slow', 'cutMidBody', 'reject'] as const
      const fault = world.faults.take(dialect.provider, names, pathOf(request), suits(request))
      if (!fault) return
      if (fault.fault === 'error500' && !fault.after) return reply.code(500).send(dialect.serverError)
      if (fault.fault === 'reject') return reply.code(dialect.rejection.status).send(dialect.rejection.body)
      chosen.set(request, fault)
    })

    // Runs before the provider's own onSend: a spoilt answer is also the one a repeated key gets.
    scope.addHook('onSend', async (request, reply, payload) => {
      if (chosen.get(request)?.fault === 'error500') {
        reply.code(500)
        return JSON.stringify(dialect.serverError)
      }
      if (typeof payload !== 'string' || reply.statusCode >= 300) return payload
      const json: unknown = JSON.parse(payload)
      const spoil = (
        name: 'wrongAmount' | 'unknownStatus',
        fields: readonly string[],
        change: (value: unknown) => unknown,
      ) => world.faults.take(dialect.provider, [name], pathOf(request), () => changed(json, fields, change)) !== null
      const isSpoilt = [
        spoil('wrongAmount', dialect.amountFields, oneMore),
        spoil('unknownStatus', dialect.statusFields, () => 'a_word_from_the_future'),
      ]
      return isSpoilt.includes(true) ? JSON.stringify(json) : payload
    })
  }

  const addFaultsAfter = (scope: FastifyInstance) => {
    scope.addHook('onSend', async (request, reply, payload) => {
      const fault = chosen.get(request)
      if (fault?.fault === 'slow') await pause(fault.delayMs ?? 5000, undefined, { ref: false })
      if (fault?.fault === 'timeoutAfterCommit' && !request.raw.socket.destroyed) {
        await new Promise<void>((resolve) => request.raw.socket.once('close', () => resolve()))
      }
      if (fault?.fault !== 'cutMidBody' || typeof payload !== 'string') return payload
      reply.header('content-length', Buffer.byteLength(payload))
      return halfOf(payload)
    })
  }

  return {
    addFaultsBefore,
    addFaultsAfter,
    /** Lets this request's answer never arrive, as an armed fault would. */
    hang: (request: FastifyRequest) =>
      chosen.set(request, { provider: dialect.provider, fault: 'timeoutAfterCommit', times: 1 }),
  }
}
