/**
 * Who may talk to the sandbox. It stands on loopback, but any web page the developer visits can aim requests at loopback
 * too. So: the Host must be the sandbox's own (no DNS rebinding), control calls must be JSON (a page cannot send that
 * across origins without a preflight, which is never answered), and the forms of the pages must come from those pages.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Issue, read } from '../core/shape.ts'
import type { Shape } from '../core/shape.ts'

/** A refusal of the control interface or of a page. */
export class ControlError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** `hosts` answers the accepted Host values, with port. */
export const guardHost = (app: FastifyInstance, hosts: () => readonly string[]) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!hosts().includes((request.headers.host ?? '').toLowerCase())) {
      await reply.code(421).send({ error: 'host: this is not the sandbox you are looking for' })
    }
  })
}

/** For the preHandler of every changing control call. */
export const requireJson = async (request: FastifyRequest, reply: FastifyReply) => {
  const [type] = (request.headers['content-type'] ?? '').split(';')
  if (type?.trim().toLowerCase() !== 'application/json') {
    await reply.code(415).send({ error: 'content-type: must be application/json' })
  }
}

/** For the preHandler of page forms: browsers always say where a form came from. */
export const requireSameOrigin =
  (hosts: () => readonly string[]) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isForeign =
      (site !== undefined && site !== 'same-origin') ||
      (origin !== undefined && !(URL.canParse(origin) && hosts().includes(new URL(origin).host)))
    if (isForeign) await reply.code(403).send({ error: 'origin: this form belongs to another site' })
  }

/** Reads a control body; an issue becomes 400 `{ error }` naming the field. */
export const readControl = <T>(shape: Shape<T>, body: unknown): T => {
  try {
    return read(shape, body ?? {})
  } catch (error) {
    if (error instanceof Issue) throw new ControlError(400, `${error.path || 'body'}: ${error.message}`)
    throw error
  }
}

export const notFound = (what: string) => new ControlError(404, `${what}: there is none with this id`)
export const conflict = (why: string) => new ControlError(409, why)
