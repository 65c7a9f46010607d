/** Load from many people at once: every connection acts for people of its own, one call after the other. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { serverCpuMicroseconds } from '../lib/cpu.ts'
import type { Person } from './protocol.ts'
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

export type Run = {
  kind: Kind
  connections: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  accepted: number
  nodeCpu: number | null
  postgresCpu: number | null
}

export type Target = { url: string; nodePid: number; postgresPid: number; people: Person[] }

type Context = { connection?: number; n?: number }

/** Runs the load and throws unless every single answer was a success. */
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
  const cpu = () => ({
    node: serverCpuMicroseconds(target.nodePid),
    postgres: serverCpuMicroseconds(target.postgresPid),
  })
  const before = cpu()
  const result = await autocannon({ url, connections, duration: seconds, timeout: 20, requests: [{ setupRequest }] })
  const after = cpu()
  const accepted = result['2xx']
  if (result.non2xx > 0 || result.errors > 0 || accepted === 0)
    throw new Error(
      `${kind}: ${result.non2xx} answers refused, ${result.errors} errors: ${JSON.stringify(result.statusCodeStats)}`,
    )
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / accepted
  return {
    kind,
    connections,
    perSecond: accepted / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    accepted,
    nodeCpu: each(before.node, after.node),
    postgresCpu: each(before.postgres, after.postgres),
  }
}
