/**
 * A call that is not done by its deadline is answered all the same. What is under way goes on, and a money call's key
 * tells later what became of it. The framework's own `handlerTimeout` does not do: it forgets its timer once the request
 * has been read to its end, so that no call with a body would ever be cut short.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'
import { hasArrived } from './requests.ts'
import { whenClosed } from './when-closed.ts'

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

/** When each call will have been answered, by the clock of `performance.now`. */
const deadlines = new WeakMap<FastifyReply, number>()

/** How long its caller will still wait, in milliseconds; at least one. */
export const leftMsOf = (reply: FastifyReply): number => {
  const deadline = deadlines.get(reply)
  if (deadline === undefined) throw new Error('a call has no deadline')
  return Math.max(1, Math.round(deadline - performance.now()))
}

/** Whether its caller still waits: at the deadline it was asked to come back. */
export const isAwaited = (reply: FastifyReply): boolean => performance.now() < (deadlines.get(reply) ?? Infinity)

/**
 * Refuses a call whose body has not come after so long, and ends its connection: what comes of it later is no request. Far
 * shorter than the time for the whole call, so that a sender who has stopped keeps nothing.
 */
export const keepBodyDeadline = (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
  const timer = setTimeout(() => {
    if (hasArrived(request.raw) || reply.sent || reply.raw.headersSent) return
    void reply.header('connection', 'close').send(new Refusal('invalidRequest', { reason: 'tooSlow' }))
  }, ms)
  whenClosed(reply.raw, () => clearTimeout(timer))
}

/** To be called as the first thing of a call; answers with `DeadlinePassed` unless it was answered by then. */
export const keepDeadline = (reply: FastifyReply, ms: number): void => {
  deadlines.set(reply, performance.now() + ms)
  const timer = setTimeout(() => {
    if (!reply.sent && !reply.raw.headersSent) void reply.send(new DeadlinePassed(`not done within ${ms} ms`))
  }, ms)
  whenClosed(reply.raw, () => clearTimeout(timer))
}
