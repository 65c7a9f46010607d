import type { Pool, PoolClient } from 'pg'
import { classify } from '../db/classify.ts'

/** An error of this code is one that the queue's library waits out, asking again up to a hundred times. */
const WAITED_OUT = 'ETIMEDOUT'

const relabelled = (error: unknown): never => {
  const meaning = classify(error)
  if (error instanceof Error && (meaning === 'transient' || meaning === 'overload'))
    throw Object.assign(new Error(error.message, { cause: error }), { code: WAITED_OUT })
  throw error
}

/**
 * Has the queue's library wait while the database cannot be reached or has no place for us. It knows few such errors by itself, and
 * writes off a finished job without waiting for the answer: any other failure of that is one that nothing catches, and the
 * process would end.
 */
export const patientPool = (pool: Pool): Pool => {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const answer = query(...args)
      return answer instanceof Promise ? answer.catch(relabelled) : answer
    }) as PoolClient['query']
  })
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => {
    // The worker has stopped: what it still wants to write off is taken up again when its lock has run out.
    if (pool.ending && typeof args[0] !== 'function') return new Promise(() => {})
    const answer = connect(...args)
    return answer instanceof Promise ? answer.catch(relabelled) : answer
  }) as Pool['connect']
  return pool
}
