/**
 * A call that is not done by its deadline is answered all the same. What is under way goes on, and a money call's key
 * tells later what became of it. The framework's own `handlerTimeout` does not do: it forgets its timer once the request
 * has been read to its end, so that no call with a body would ever be cut short.
 */
import type { FastifyReply } from 'fastify'

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

/** Whether its caller still waits: after the deadline it was told to come back. */
export const isAwaited = (reply: FastifyReply): boolean => performance.now() < (deadlines.get(reply) ?? Infinity)

/** To be called as the first thing of a call; answers with `DeadlinePassed` unless it was answered by then. */
export const keepDeadline = (reply: FastifyReply, ms: number): void => {
  deadlines.set(reply, performance.now() + ms)
  const timer = setTimeout(() => {
    if (!reply.sent && !reply.raw.headersSent) void reply.send(new DeadlinePassed(`not done within ${ms} ms`))
  }, ms)
  reply.raw.once('close', () => clearTimeout(timer))
}
