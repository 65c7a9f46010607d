/** Load from many people at once: every connection acts for people of its own, one call after the other. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { serverCpuMicroseconds } from '../lib/cpu.ts'
import { mean, percentile } from '../lib/figures.ts'
import type { Person, Watched } from './protocol.ts'
import { NO_OP_PATH } from './protocol.ts'

export const PEOPLE = 1_024

export const kinds = ['no-op', 'send', 'send to one', 'list', 'home'] as const
export type Kind = (typeof kinds)[number]

type Call = { method: 'GET' | 'POST'; path: string; body?: object; isMoney?: boolean }

const sendOf = (payee: Person | undefined) => ({ toUser: payee?.userId, amount: 1, currency: 'USD', note: 'bench' })

/** The n-th call of a person; `payee` is another person. */
const callOf = (kind: Kind, n: number, payee: Person | undefined): Call => {
  switch (kind) {
    case 'no-op':
      return { method: 'POST', path: NO_OP_PATH, body: sendOf(payee) }
    case 'send':
    case 'send to one':
      return { method: 'POST', path: '/send/in-app', body: sendOf(payee), isMoney: true }
    case 'list':
      return { method: 'POST', path: '/transactions/list', body: { limit: 20 } }
    case 'home': {
      const home: Call[] = [
        { method: 'GET', path: '/clients/me' },
        { method: 'GET', path: '/clients/wallet' },
        { method: 'POST', path: '/transactions/list', body: { limit: 10 } },
      ]
      return home[n % home.length] as Call
    }
  }
}

/** Figures of one call each; the times of PostgreSQL and Node are `null` where the kernel does not tell. */
export type Run = {
  kind: Kind
  connections: number
  /** From the first connection until every one has had its first answer. */
  openMs: number
  perSecond: number
  meanMs: number
  p50Ms: number
  p99Ms: number
  accepted: number
  nodeCpu: number | null
  postgresCpu: number | null
  walBytes: number
  allocatedBytes: number
  /** Commands in one transaction, on average; 0 where the calls post nothing. */
  batch: number
}

export type Target = {
  url: string
  nodePid: number
  postgresPid: number
  people: Person[]
  watch: () => Promise<unknown>
  watched: () => Promise<Watched>
  /** Bytes of WAL since the server was made. */
  walBytes: () => Promise<number>
}

type Context = { connection?: number; n?: number }

const WARM_UP_MS = 1_500
/** Nothing opens connections for so long; a load that is never stopped ends then. */
const LONGEST_SECONDS = 120

/**
 * Runs the load and throws unless every single answer was a success. Measured are connections that are open and warm: Node
 * accepts one in a turn of its loop, so that the last of 256 opened at a time under load waits for a second, which would be most
 * of the tail of a few. How long that takes is a figure of its own, `openMs`.
 */
export const run = async (target: Target, kind: Kind, connections: number, seconds: number): Promise<Run> => {
  const { people, url } = target
  const share = Math.floor((people.length - 1) / connections)
  let opened = 0
  const setupRequest = (request: autocannon.Request, context: object): autocannon.Request => {
    const own = context as Context
    own.connection ??= opened++ % connections
    own.n = (own.n ?? -1) + 1
    const person = people[own.connection * share + (own.n % share)]
    // The last person makes no calls: they are the payee when all pay one, so that no payer pays themselves.
    const payee =
      kind === 'send to one' ? people.at(-1) : people[(own.connection * share + own.n * 7 + 1) % (people.length - 1)]
    const other = payee === person ? people.at(-1) : payee
    const { method, path, body, isMoney } = callOf(kind, own.n, other)
    return {
      ...request,
      method,
      path: `/api${path}`,
      headers: {
        authorization: person?.authorization ?? '',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(isMoney ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }
  }
  const used = async () => ({
    node: serverCpuMicroseconds(target.nodePid),
    postgres: serverCpuMicroseconds(target.postgresPid),
    wal: await target.walBytes(),
  })
  const startedAt = performance.now()
  const ended = Promise.withResolvers<autocannon.Result>()
  const isOpen = Promise.withResolvers<number>()
  const open = new Set<object>()
  let times: number[] = []
  const load = autocannon(
    { url, connections, duration: LONGEST_SECONDS, timeout: 20, requests: [{ setupRequest }] },
    (error, result) => (error ? ended.reject(error) : ended.resolve(result)),
  )
  load.on('response', (connection, _status, _bytes, ms) => {
    times.push(ms)
    if (open.size < connections && open.add(connection).size === connections)
      isOpen.resolve(performance.now() - startedAt)
  })
  const openMs = await Promise.race([isOpen.promise, ended.promise])
  if (typeof openMs !== 'number') throw new Error(`${kind}: ${open.size} of ${connections} connections had an answer`)
  await delay(Math.max(0, WARM_UP_MS - openMs))
  await target.watch()
  const before = await used()
  const measuredFrom = performance.now()
  times = []
  await delay(seconds * 1_000)
  const measured = times
  times = []
  const elapsedMs = performance.now() - measuredFrom
  const after = await used()
  const { allocatedBytes, batches, commands } = await target.watched()
  load.stop()
  const result = await ended.promise
  if (result.non2xx > 0 || result.errors > 0 || measured.length === 0)
    throw new Error(
      `${kind}: ${result.non2xx} answers refused, ${result.errors} errors: ${JSON.stringify(result.statusCodeStats)}`,
    )
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / measured.length
  return {
    kind,
    connections,
    openMs,
    perSecond: (measured.length * 1_000) / elapsedMs,
    meanMs: mean(measured),
    p50Ms: percentile(measured, 0.5),
    p99Ms: percentile(measured, 0.99),
    accepted: result['2xx'],
    nodeCpu: each(before.node, after.node),
    postgresCpu: each(before.postgres, after.postgres),
    walBytes: (after.wal - before.wal) / measured.length,
    allocatedBytes: allocatedBytes / measured.length,
    batch: batches === 0 ? 0 : commands / batches,
  }
}
