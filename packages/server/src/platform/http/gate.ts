/**
 * The first that happens to a call: is there a place for it? A call that would only wait is refused before anything is
 * done for it, not even to find out who calls, because under overload refusals are most of the work, and what they cost is
 * missing for the calls that can be served. That is why the gate stands before the framework and, where a call is plain, before
 * the parser (see `refuse-unread`): there a refusal costs a half, and a third.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Endpoints } from '@puente/contract'
import type { Metrics } from '../metrics.ts'
import { type BusyAnswer, createBusyAnswers } from './busy-answer.ts'
import type { LoopDelay } from './loop-delay.ts'
import { createPace } from './pace.ts'
import { refuseUnread } from './refuse-unread.ts'
import { placesAt, type PlaceKind, type SheddablePriority, whyShed } from './shedding-rules.ts'
import { whenClosed } from './when-closed.ts'

export type GateOptions = {
  /** What is served below `/api`. */
  endpoints: Endpoints
  metrics: Pick<Metrics, 'refused' | 'shed' | 'watchInFlight'>
  loopDelayMs: LoopDelay
  /** What every answer has, whatever it is. */
  headers: Record<string, string>
}

type Call = { method: string | undefined; target: string | undefined; acceptLanguage: string | undefined }

export type Gate = {
  /** The answer to a call for which there is no place now; null when there is one. */
  refusalOf: (call: Call) => BusyAnswer | null
  /** Lets a call in and answers true, or refuses it. It takes its place once all of it has come. */
  enter: (request: IncomingMessage, response: ServerResponse) => boolean
}

type Rule = { priority: SheddablePriority; kind: PlaceKind }

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Calls back once all of a call has come, unless it was answered before. A place is for work, and a call that is still
 * arriving is none: a caller that sends slowly, or never finishes, takes nothing from others.
 */
const onceArrived = (request: IncomingMessage, response: ServerResponse, then: () => void): void => {
  if (!hasBody(request)) return then()
  const { socket } = request
  let isOver = false
  const end = (): void => {
    isOver = true
    socket.off('data', look)
  }
  const look = (): void => {
    if (isOver || !request.complete) return
    end()
    then()
  }
  socket.on('data', look)
  whenClosed(response, end)
  // Most bodies come together with their head, and have been read by the parser when this turn ends.
  process.nextTick(look)
}

/** By method and path; a parameter at its end is left out, one before its last part is a star. */
const rulesOf = (endpoints: Endpoints): Map<string, Rule> => {
  const rules = new Map<string, Rule>()
  for (const { method, path, idempotent, priority } of Object.values(endpoints)) {
    const plain = path.replace(/\{\w+\}$/, '').replace(/\{\w+\}(?=\/[^/]+$)/, '*')
    if (plain.includes('{')) throw new Error(`the gate does not know where this path has its parameters: ${path}`)
    if (priority !== 'always') rules.set(`${method} /api${plain}`, { priority, kind: idempotent ? 'money' : 'others' })
  }
  return rules
}

export const createGate = ({ endpoints, metrics, loopDelayMs, headers }: GateOptions): Gate => {
  const rules = rulesOf(endpoints)
  const busyAnswer = createBusyAnswers(headers)
  const inFlight: Record<PlaceKind, number> = { money: 0, others: 0 }
  const pace = { money: createPace(), others: createPace() }
  metrics.watchInFlight(() => inFlight)

  const ruleFor = ({ method, target = '' }: Pick<Call, 'method' | 'target'>): Rule | undefined => {
    const end = target.indexOf('?')
    const path = end < 0 ? target : target.slice(0, end)
    const last = path.lastIndexOf('/')
    return (
      rules.get(`${method} ${path}`) ??
      rules.get(`${method} ${path.slice(0, last + 1)}`) ??
      rules.get(`${method} ${path.slice(0, path.lastIndexOf('/', last - 1) + 1)}*${path.slice(last)}`)
    )
  }

  const refusalBy = (rule: Rule | undefined, accepts: string | undefined): BusyAnswer | null => {
    if (rule === undefined) return null
    const { priority, kind } = rule
    const places = placesAt(pace[kind].perSecond())
    const reason = whyShed(priority, { inFlight: inFlight[kind], places, delayMs: loopDelayMs() })
    if (reason === null) return null
    metrics.shed(priority, reason)
    metrics.refused('serviceUnavailable')
    return busyAnswer(accepts)
  }

  // A caller that hangs up gives the place back although the work goes on; the ledger's queue bounds how much that adds
  // up to.
  const takePlace = ({ kind }: Rule, response: ServerResponse): void => {
    inFlight[kind] += 1
    whenClosed(response, () => {
      inFlight[kind] -= 1
      pace[kind].ended()
    })
  }

  return {
    refusalOf: (call) => refusalBy(ruleFor(call), call.acceptLanguage),
    enter: (request, response) => {
      const rule = ruleFor({ method: request.method, target: request.url })
      const refusal = refusalBy(rule, request.headers['accept-language'])
      if (refusal) {
        response.writeHead(refusal.status, refusal.headers)
        response.end(refusal.body, 'latin1')
        // What is still coming of it is let go, so that the connection can be used again.
        request.resume()
        return false
      }
      if (rule) onceArrived(request, response, () => takePlace(rule, response))
      return true
    },
  }
}

/** Puts the gate in front of everything that listens for calls of the server. */
export const mountGate = (server: Server, gate: Gate): void => {
  const inside = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!gate.enter(request, response)) return
    for (const listener of inside) listener(request, response)
  })
  refuseUnread(server, (call) => gate.refusalOf(call)?.wire() ?? null)
}
