import type { FastifyReply, FastifyRequest } from 'fastify'
import { agentOf } from './agent-rules.ts'
import type { ReplyHead, RequestFacts } from './ctx.ts'
import { isAwaited } from './deadline.ts'
import { HOME_ZONE } from './refusal.ts'
import { acceptedLanguage, knownTimeZone } from './requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Noted when the request comes in: once the caller has hung up it is lost. */
    network: string
  }
}

export const SESSION_COOKIE = '__Host-puente'
/** What `device-cookie.ts` signs. */
export const DEVICE_COOKIE = '__Host-puente-device'
/** A social login under way. Issuers send the browser back from their own site, some by a form. */
export const FLOW_COOKIE = '__Host-flow'

const replyHead = (reply: FastifyReply): ReplyHead => {
  const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const
  return {
    setCookie: (name, value, maxAge, sameSite = 'strict') =>
      void reply.setCookie(name, value, { ...attributes, sameSite, maxAge }),
    clearCookie: (name) => void reply.clearCookie(name, attributes),
    header: (name, value) => void reply.header(name, value),
  }
}

/** In which language and time zone the caller reads. */
export const readerOf = (request: FastifyRequest): Pick<RequestFacts, 'language' | 'timeZone'> => ({
  language: request.currentUser?.language ?? acceptedLanguage(request.headers['accept-language']),
  timeZone: knownTimeZone(request.headers['time-zone']) ?? request.currentUser?.timeZone ?? HOME_ZONE,
})

/** A header that can be a token of ours; anything else is as good as none. */
const tokenOf = (header: unknown): string | null =>
  typeof header === 'string' && /^[\w-]{43}$/.test(header) ? header : null

/** What a verb may know of the request beside its input. */
export const factsOf = (request: FastifyRequest, reply: FastifyReply): RequestFacts => ({
  requestId: request.id,
  ...readerOf(request),
  network: request.network,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  agent: () => agentOf(request.headers, knownTimeZone(request.headers['time-zone'])),
  sessionCookie: request.cookies[SESSION_COOKIE] ?? null,
  deviceCookie: request.cookies[DEVICE_COOKIE] ?? null,
  flowCookie: request.cookies[FLOW_COOKIE] ?? null,
  authorization: request.headers.authorization ?? null,
  stepUpToken: tokenOf(request.headers['step-up']),
  reply: replyHead(reply),
  isAwaited: () => isAwaited(reply),
})
