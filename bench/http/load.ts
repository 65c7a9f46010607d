/** Load from many people at once: every connection acts for people of its own, one call after the other. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { serverCpuMicroseconds } from '../lib/cpu.ts'
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

const WARM_UP_SECONDS = 1

/**
 * Runs the load and throws unless every single answer was a success. Before it the same load runs unmeasured: what the first call of a
 * session costs would be most of the tail of a few seconds.
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
  const shoot = async (duration: number): Promise<autocannon.Result> => {
    const result = await autocannon({ url, connections, duration, timeout: 20, requests: [{ setupRequest }] })
    if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
      throw new Error(
        `${kind}: ${result.non2xx} answers refused, ${result.errors} errors: ${JSON.stringify(result.statusCodeStats)}`,
      )
    return result
  }
  const used = async () => ({
    node: serverCpuMicroseconds(target.nodePid),
    postgres: serverCpuMicroseconds(target.postgresPid),
    wal: await target.walBytes(),
  })
  const warmUp = await shoot(WARM_UP_SECONDS)
  await target.watch()
  const before = await used()
  const result = await shoot(seconds)
  const after = await used()
  const { allocatedBytes, batches, commands } = await target.watched()
  const accepted = result['2xx']
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / accepted
  return {
    kind,
    connections,
    perSecond: accepted / result.duration,
    meanMs: result.latency.mean,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    accepted: accepted + warmUp['2xx'],
    nodeCpu: each(before.node, after.node),
    postgresCpu: each(before.postgres, after.postgres),
    walBytes: (after.wal - before.wal) / accepted,
    allocatedBytes: allocatedBytes / accepted,
    batch: batches === 0 ? 0 : commands / batches,
  }
}
