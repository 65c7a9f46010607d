import type { FastifyInstance } from 'fastify'
import { parseForm } from './form.ts'
import { requireSameOrigin } from './guard.ts'

/** The Host values the sandbox answers to. */
export type Hosts = () => readonly string[]

/** Lets the pages of a scope post plain forms, from themselves only. */
export const registerForms = (scope: FastifyInstance, hosts: Hosts) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, raw: string | Buffer) => parseForm(String(raw)),
  )
  const guard = requireSameOrigin(hosts)
  scope.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST') await guard(request, reply)
  })
}
