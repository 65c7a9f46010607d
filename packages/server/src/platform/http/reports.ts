import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { networkOf } from './requests.ts'

type Report = Record<string, unknown> | undefined

/** The rule that was broken, in the old and the new form of such reports. */
const directiveOf = (body: unknown): string => {
  const report = Array.isArray(body)
    ? ((body[0] as Report)?.body as Report)
    : ((body as Report)?.['csp-report'] as Report)
  const directive = report?.['effective-directive'] ?? report?.effectiveDirective
  return typeof directive === 'string' ? directive.slice(0, 60) : 'unknown'
}

/** What browsers tell about broken rules of the content security policy; logged, never answered with anything. */
export const cspReports = async (app: FastifyInstance, log: Pick<Log, 'warn'>): Promise<void> => {
  const types = ['application/csp-report', 'application/reports+json', 'application/json']
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(null, null)
    }
  })
  // Of a network, as every budget of calls without a session.
  const rateLimit = { max: 60, timeWindow: 60_000, keyGenerator: ({ ip }: { ip: string }) => `csp:${networkOf(ip)}` }
  app.post('/csp', { config: { rateLimit } }, async (request, reply) => {
    const directive = directiveOf(request.body)
    log.warn({ requestId: request.id, cspDirective: directive }, 'content security policy violated')
    return reply.code(204).send()
  })
}
