/**
 * The first that happens to a call: is there a place for it? A call that would only wait is refused before anything is
 * done for it, not even to find out who calls, because under overload refusals are most of the work, and what they cost is
 * missing for the calls that can be served. That is why the gate stands before the framework: there a refusal costs half.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type EndpointKey, endpointOf, endpoints, LANGUAGES, type Language, statusOf } from '@puente/contract'
import type { Metrics } from '../metrics.ts'
import type { LoopDelay } from './loop-delay.ts'
import { refusalMessage } from './refusal.ts'
import { acceptedLanguage } from './requests.ts'
import { type PlaceKind, SHED_AS, type ShedClass, type ShedReason, whyShed } from './shedding-rules.ts'

export type GateOptions = { metrics: Pick<Metrics, 'refused' | 'shed' | 'watchPlaces'>; loopDelayMs: LoopDelay }

/** Lets a call in and answers true, or refuses it. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean

type Rule = { shedAs: ShedClass; kind: PlaceKind }

/** Who is sent away does not come back together with everybody else who was. */
const WAITS_SECONDS = [1, 2, 3]

const HEADERS = [
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'no-store',
  'content-security-policy',
  "default-src 'none'",
  'x-content-type-options',
  'nosniff',
]

const escaped = (unit: string): string => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
/** JSON in plain ASCII, which leaves with its head in one cheap write. */
const asciiJson = (value: unknown): string => JSON.stringify(value).replaceAll(/[^ -~]/g, escaped)

/** The words of a refusal but for its request's id, which goes where the body is cut. */
const bodiesIn = (language: Language): string[] =>
  WAITS_SECONDS.map((retryAfterSeconds) => {
    const details = { retryAfterSeconds, reason: 'busy' }
    const message = refusalMessage('serviceUnavailable', details, language)
    return asciiJson({ code: 'serviceUnavailable', message, details, requestId: '' }).slice(0, -2)
  })

const refuse = (request: IncomingMessage, response: ServerResponse, bodies: string[], turn: number): void => {
  const at = turn % WAITS_SECONDS.length
  const body = `${bodies[at]}${randomUUID()}"}`
  const own = ['retry-after', String(WAITS_SECONDS[at]), 'content-length', String(body.length)]
  response.writeHead(statusOf.serviceUnavailable, [...HEADERS, ...own])
  response.end(body, 'latin1')
  // What is still coming of it is let go, so that the connection can be used again.
  request.resume()
}

/** By method and path; a parameter at its end is left out. */
const rulesOf = (): Map<string, Rule> => {
  const rules = new Map<string, Rule>()
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const { method, path, idempotent } = endpointOf(key)
    const shedAs = SHED_AS[key]
    const plain = path.replace(/\{\w+\}$/, '')
    if (plain.includes('{')) throw new Error(`the gate does not know parameters inside a path: ${path}`)
    if (shedAs !== 'never') rules.set(`${method} /api${plain}`, { shedAs, kind: idempotent ? 'money' : 'others' })
  }
  return rules
}

export const createGate = ({ metrics, loopDelayMs }: GateOptions): Gate => {
  const rules = rulesOf()
  const bodies = Object.fromEntries(LANGUAGES.map((language) => [language, bodiesIn(language)])) as Record<
    Language,
    string[]
  >
  const atWork: Record<PlaceKind, number> = { money: 0, others: 0 }
  let refusals = 0
  metrics.watchPlaces(() => atWork)

  const ruleFor = ({ method, url = '' }: IncomingMessage): Rule | undefined => {
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    return rules.get(`${method} ${path}`) ?? rules.get(`${method} ${path.slice(0, path.lastIndexOf('/') + 1)}`)
  }

  const turnAway = (request: IncomingMessage, response: ServerResponse, as: ShedClass, reason: ShedReason): void => {
    metrics.shed(as, reason)
    metrics.refused('serviceUnavailable')
    refuse(request, response, bodies[acceptedLanguage(request.headers['accept-language'])], (refusals += 1))
  }

  return (request, response) => {
    const rule = ruleFor(request)
    if (rule === undefined) return true
    const { shedAs, kind } = rule
    const reason = whyShed(shedAs, { kind, atWork: atWork[kind], delayMs: loopDelayMs() })
    if (reason) {
      turnAway(request, response, shedAs, reason)
      return false
    }
    atWork[kind] += 1
    // Whoever hangs up gives the place back although the work goes on; what that adds up to the ledger's queue bounds.
    response.once('close', () => {
      atWork[kind] -= 1
    })
    return true
  }
}

/** Puts the gate in front of everything that listens for calls of the server. */
export const mountGate = (server: Server, gate: Gate): void => {
  const inside = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!gate(request, response)) return
    for (const listener of inside) listener(request, response)
  })
}
