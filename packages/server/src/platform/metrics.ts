/** What the process tells its monitoring: how long calls take and how they end, and how the parts behind them fare. */
import { statusOf, type ErrorCode } from '@puente/contract'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpointKey?: string
  }
}

export type Metrics = {
  registry: Registry
  /** Times every answer of the application, by endpoint and status; unknown paths share one label. */
  observe: (app: FastifyInstance) => void
  /** Counts a refusal by its code. */
  refused: (code: ErrorCode) => void
  /** One batch of the ledger: how many commands, and how long it took. */
  batch: (size: number, durationMs: number) => void
  job: (task: string, outcome: 'done' | 'failed', durationMs: number) => void
  streams: (change: 1 | -1) => void
  watchPool: (name: string, pool: Pool) => void
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const http = new Histogram({
    name: 'http_request_seconds',
    help: 'Time until the answer was sent',
    labelNames: ['endpoint', 'status'] as const,
    buckets: SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Refused calls by code',
    labelNames: ['code', 'status'] as const,
    registers,
  })
  const batchSize = new Histogram({
    name: 'ledger_batch_commands',
    help: 'Commands in one batch',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'ledger_batch_seconds',
    help: 'Time of one batch, commit included',
    buckets: SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_seconds',
    help: 'Time of one run of a job',
    labelNames: ['task', 'outcome'] as const,
    buckets: SECONDS,
    registers,
  })
  const streams = new Gauge({ name: 'live_streams', help: 'Open live streams', registers })

  return {
    registry,
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        const endpoint = request.routeOptions.config.endpointKey ?? request.routeOptions.url ?? 'none'
        http.observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
      })
    },
    refused: (code) => refusals.inc({ code, status: String(statusOf[code]) }),
    batch: (size, durationMs) => {
      batchSize.observe(size)
      batchSeconds.observe(durationMs / 1000)
    },
    job: (task, outcome, durationMs) => jobs.observe({ task, outcome }, durationMs / 1000),
    streams: (change) => streams.inc(change),
    watchPool: (name, pool) => {
      const gauge = new Gauge({
        name: `pool_${name}_connections`,
        help: `Connections of the pool ${name}`,
        labelNames: ['state'] as const,
        registers,
        collect: () => {
          gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
          gauge.set({ state: 'idle' }, pool.idleCount)
          gauge.set({ state: 'waiting' }, pool.waitingCount)
        },
      })
    },
  }
}
