import { AsyncLocalStorage } from 'node:async_hooks'
import { type Connection, Query } from 'pg'
import { vi } from 'vitest'

/** A statement sent on any connection, alone or in a pipeline. */
type Sent = { text?: string; submit: (connection: Connection) => unknown }

/**
 * The statements that an act sends to the database, sorted: two acts that send the same take the same path, which this shows
 * however busy the machine is. Acts that share a pipeline share their statements, so one is watched at a time. `end` it when done.
 */
export const watchStatements = () => {
  const sent = new AsyncLocalStorage<string[]>()
  const query = Query.prototype as unknown as Sent
  const { submit } = query
  const watched = vi.spyOn(query, 'submit').mockImplementation(function (this: Sent, connection) {
    sent.getStore()?.push(this.text ?? '')
    return submit.call(this, connection)
  })
  return {
    during: async <T>(act: () => Promise<T>): Promise<{ answer: T; statements: string[] }> => {
      const statements: string[] = []
      return { answer: await sent.run(statements, act), statements: statements.toSorted() }
    },
    end: () => watched.mockRestore(),
  }
}
