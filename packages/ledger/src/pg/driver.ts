/** What a pipeline needs of the driver beyond its types: queries that others send, and a connection that only collects. */
import { Query, Result } from 'pg'
import type { Connection, CustomTypesConfig, QueryConfig, types as driverTypes } from 'pg'

/** The driver's `Query` with the message handlers that its types leave out. */
export type DriverQuery = Query & {
  name?: string
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: Connection) => void
  handleReadyForQuery: (connection: Connection) => void
  handleError: (error: unknown, connection: Connection) => void
}

/** The driver's `Connection`, which remembers by name the statements it has sent. */
export type DriverConnection = Connection & { submittedNamedStatements: Record<string, string | undefined> }

/** Row descriptions by connection and statement name; `null` for a statement without rows. */
const described = new WeakMap<Connection, Map<string, unknown>>()

export const descriptionsOf = (connection: DriverConnection): Map<string, unknown> => {
  const known = described.get(connection) ?? new Map<string, unknown>()
  described.set(connection, known)
  return known
}

/**
 * Builds the driver's query without handing it the whole configuration: it would copy that property by property,
 * descriptors included, which takes longer than everything else it does with the statement.
 */
export const toDriverQuery = (
  { name, text, values, types }: QueryConfig,
  defaults: CustomTypesConfig,
  done: (error: Error | undefined, result: unknown) => void,
): DriverQuery => {
  const result = new Result('', (types ?? defaults) as typeof driverTypes)
  const query = new Query(text, values, done) as DriverQuery
  // Without values the driver would use the simple protocol, whose Sync ends the pipeline.
  return Object.assign(query, { name, queryMode: 'extended', _result: result, _results: result })
}

/**
 * A view of the connection that writes to `chunks`, sends no Sync, leaves out descriptions that are known, and adds the
 * names of statements that are new to the server to `parsing`.
 */
export const createCollector = (connection: DriverConnection, chunks: Buffer[], parsing: (string | undefined)[]) => {
  const stream = { writable: true, write: (chunk: Buffer) => chunks.push(chunk) }
  let isDescribed = false
  const view = Object.assign(Object.create(connection) as DriverConnection, {
    stream: stream as unknown as DriverConnection['stream'],
    sync: () => {},
    describe: (message: never, more: boolean) => {
      if (!isDescribed) connection.describe.call(view, message, more)
    },
    parse: (statement: never, more: boolean) => {
      parsing.push((statement as { name?: string }).name)
      connection.parse.call(view, statement, more)
    },
  })
  return {
    /** Returns what kept the statement from being sent, or null. Then none of it has been collected. */
    add: (query: DriverQuery, description: unknown): unknown => {
      const [chunksBefore, parsingBefore] = [chunks.length, parsing.length]
      const { handleError } = query
      isDescribed = description !== undefined
      let problem: unknown = null
      query.handleError = (error) => {
        problem = error
      }
      problem = (query.submit(view) as unknown) ?? problem
      query.handleError = handleError
      if (problem === null) return null
      chunks.length = chunksBefore
      for (const name of parsing.splice(parsingBefore))
        if (name !== undefined) delete connection.submittedNamedStatements[name]
      return problem
    },
    end: () => connection.sync.call(view),
  }
}
