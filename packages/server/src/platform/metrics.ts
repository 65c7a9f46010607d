/** What the process tells its monitoring: how long calls take and how they end, and how the parts behind them fare. */
import { statusOf, type ErrorCode } from '@puente/contract'
import type { BatchRun } from '@puente/ledger'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpointKey?: string
    /** The call moves money under a key. */
    isMoney?: boolean
  }
}

export type Metrics = {
  registry: Registry
  /** Times every answer of the application, by endpoint and status; unknown paths share one label. */
  observe: (app: FastifyInstance) => void
  /** Counts a refusal by its code. */
  refused: (code: ErrorCode) => void
  /** Counts a call that was refused because the process cannot keep up, by its priority and why. */
  shed: (priority: string, reason: string) => void
  /** Reads how many requests are being worked on, by the kind of place they hold. */
  watchInFlight: (read: () => Record<string, number>) => void
  /** One run of a batch of the ledger: how many commands, how long it took, what became of it. */
  batch: (run: BatchRun) => void
  job: (task: string, outcome: 'done' | 'failed' | 'waits', durationMs: number) => void
  streams: (change: 1 | -1) => void
  /** What the checker has come to, and whether money is frozen. */
  checked: (standing: {
    entries: bigint
    lagMs: number
    violations: number
    isFrozen: boolean
    at: Date | null
  }) => void
  /** How long the oldest batch waits that is under no seal, and the oldest that is under no checkpoint. */
  behind: (lag: { sealMs: number; proofMs: number }) => void
  /** Reported problems that are not decided, those whose deadline is near, and those whose deadline has passed. */
  disputes: (standing: { open: number; near: number; missed: number }) => void
  /** Rows that came under the seals of a chain. */
  sealed: (chain: string, rows: number) => void
  watchPool: (name: string, pool: Pool) => void
  /** Tells of each rail whether it refuses what is new. */
  watchBreakers: (read: () => [rail: string, isOpen: boolean][]) => void
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A counter that costs next to nothing to count up: what the registry does about its two labels is done when it is read. */
const frequentCounter = (registers: Registry[], name: string, help: string, labelNames: [string, string]) => {
  const fresh = new Map<string, Map<string, number>>()
  const counter = new Counter({
    name,
    help,
    labelNames,
    registers,
    collect: () => {
      const [one, other] = labelNames
      for (const [first, seconds] of fresh)
        for (const [second, count] of seconds) counter.inc({ [one]: first, [other]: second }, count)
      fresh.clear()
    },
  })
  return (first: string, second: string): void => {
    const seconds = fresh.get(first) ?? new Map<string, number>()
    fresh.set(first, seconds.set(second, (seconds.get(second) ?? 0) + 1))
  }
}

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
  const refusals = frequentCounter(registers, 'refusals_total', 'Refused calls by code', ['code', 'status'])
  const shed = frequentCounter(registers, 'shed_total', 'Requests refused before any work, by priority and reason', [
    'priority',
    'reason',
  ])
  const batchSize = new Histogram({
    name: 'ledger_batch_commands',
    help: 'Commands in one batch',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'ledger_batch_seconds',
    help: 'Time of one run of a batch, commit included',
    labelNames: ['outcome'] as const,
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
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers })
  const checkAt = gauge('ledger_check_last_look_seconds', 'When the checker looked last, in seconds since 1970')
  const checkEntries = gauge('ledger_check_entries', 'Entries that the checker has judged')
  const checkLag = gauge('ledger_check_lag_seconds', 'How long the oldest batch that is not judged yet has waited')
  const sealLag = gauge('ledger_seal_lag_seconds', 'How long the oldest batch that is under no seal has waited')
  const proofLag = gauge('ledger_proof_lag_seconds', 'How long the oldest batch that is under no checkpoint has waited')
  const broken = gauge('ledger_invariant_broken', 'Violations that the last look found')
  const frozen = gauge('money_frozen', '1 while all money is frozen')
  const disputes = new Gauge({
    name: 'disputes',
    help: 'Disputes that are not decided: all, with a deadline that is near, with one that has passed',
    labelNames: ['standing'] as const,
    registers,
  })
  const sealedRows = new Counter({
    name: 'sealed_rows_total',
    help: 'Rows that came under a seal, by chain',
    labelNames: ['chain'] as const,
    registers,
  })

  return {
    registry,
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        const endpoint = request.routeOptions.config.endpointKey ?? request.routeOptions.url ?? 'none'
        http.observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
      })
    },
    refused: (code) => refusals(code, String(statusOf[code])),
    shed,
    batch: ({ size, durationMs, outcome }) => {
      batchSize.observe(size)
      batchSeconds.observe({ outcome }, durationMs / 1000)
    },
    job: (task, outcome, durationMs) => jobs.observe({ task, outcome }, durationMs / 1000),
    streams: (change) => streams.inc(change),
    checked: ({ entries, lagMs, violations, isFrozen, at }) => {
      checkAt.set(at === null ? 0 : at.getTime() / 1000)
      checkEntries.set(Number(entries))
      checkLag.set(lagMs / 1000)
      broken.set(violations)
      frozen.set(isFrozen ? 1 : 0)
    },
    behind: ({ sealMs, proofMs }) => {
      sealLag.set(sealMs / 1000)
      proofLag.set(proofMs / 1000)
    },
    disputes: (standing) => {
      for (const [name, count] of Object.entries(standing)) disputes.set({ standing: name }, count)
    },
    sealed: (chain, rows) => sealedRows.inc({ chain }, rows),
    watchInFlight: (read) => {
      const gauge = new Gauge({
        name: 'requests_in_flight',
        help: 'Requests that are being worked on: money and others',
        labelNames: ['kind'] as const,
        registers,
        collect: () => {
          for (const [kind, count] of Object.entries(read())) gauge.set({ kind }, count)
        },
      })
    },
    watchBreakers: (read) => {
      const gauge = new Gauge({
        name: 'rail_breaker_open',
        help: '1 while this process refuses new payments of a rail, by rail',
        labelNames: ['rail'] as const,
        registers,
        collect: () => {
          for (const [rail, isOpen] of read()) gauge.set({ rail }, isOpen ? 1 : 0)
        },
      })
    },
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
