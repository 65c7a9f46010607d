/**
 * What operators and their machines ask, on a port of its own that only this machine reaches, or the network that INTERNAL_HOST
 * opens it to: does the process answer, is it ready, how is it doing, what does its interface look like. The public port tells strangers nothing but that it is there.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** A part of the process, and what is wrong with it; null when all is well. */
export type Probe = { name: string; look: () => Promise<string | null> | string | null }

/** Of each part `ok` or what is wrong with it. */
type Health = { ready: boolean; parts: Record<string, string> }

/** A probe that hangs is a part that does not answer. */
const PROBE_MS = 2_000

const lookAt = async (probe: Probe): Promise<string> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('does not answer'), PROBE_MS)
  })
  try {
    return (await Promise.race([Promise.resolve().then(probe.look), late])) ?? 'ok'
  } catch {
    return 'does not answer' // the reason is in the log, and may hold addresses
  } finally {
    clearTimeout(timer)
  }
}

const healthOf = async (probes: readonly Probe[]): Promise<Health> => {
  const states = await Promise.all(probes.map(async (probe) => [probe.name, await lookAt(probe)] as const))
  return { ready: states.every(([, state]) => state === 'ok'), parts: Object.fromEntries(states) }
}

export type InternalOptions = {
  probes: readonly Probe[]
  metrics: Metrics
  /** The API document, as text. */
  openapi: () => Promise<string>
}

/** The application of the internal port. */
export const buildInternal = ({ probes, metrics, openapi }: InternalOptions): FastifyInstance => {
  const app = Fastify({ logger: false })
  app.get('/live', async () => ({ live: true }))
  app.get('/ready', async (_request, reply) => {
    const { ready } = await healthOf(probes)
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  app.get('/health', async (_request, reply) => {
    const health = await healthOf(probes)
    return reply.code(health.ready ? 200 : 503).send(health)
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(await openapi()))
  return app
}
