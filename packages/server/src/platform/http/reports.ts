import type { FastifyInstance } from 'fastify'

/** What browsers tell about broken rules of the content security policy; logged, never answered with anything. */
export const cspReports = async (app: FastifyInstance): Promise<void> => {
  const types = ['application/csp-report', 'application/reports+json', 'application/json']
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(null, null)
    }
  })
  app.post('/csp', { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }, async (request, reply) => {
    const report = (Array.isArray(request.body) ? request.body[0]?.body : (request.body as Record<string, unknown> | null)?.['csp-report']) as
      | Record<string, unknown>
      | undefined
    const directive = String(report?.['effective-directive'] ?? report?.effectiveDirective ?? 'unknown').slice(0, 60)
    request.log.warn({ cspDirective: directive }, 'content security policy violated')
    return reply.code(204).send()
  })
}
