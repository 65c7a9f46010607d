import type { FastifyReply } from 'fastify'

/**
 * Calls back once the answer has been sent or its reader has left, at once when that has happened already: a reader may
 * leave while it is still being found out who they are, and no event comes after that.
 */
export const onceClosed = ({ raw }: Pick<FastifyReply, 'raw'>, then: () => void): void => {
  if (raw.destroyed) then()
  else raw.once('close', then)
}
