/**
 * Sends statements that do not depend on one another with a single Sync at their end, and the server answers them in one
 * go. The driver ends every statement with a Sync, for which the server sends, and this process reads, once more; for a
 * batch of a few commands that is most of the work. Statements are flushed as soon as there are enough bytes, so that the
 * server starts while the rest is still being made. A statement's row description is requested once per connection.
 *
 * After a failure the server skips everything up to the Sync.
 */
import { DatabaseError } from 'pg'
import type { Connection, PoolClient, QueryConfig, QueryResult, Submittable } from 'pg'
import { StatementSkipped } from '../errors.ts'
import { createCollector, descriptionsOf, toDriverQuery } from './driver.ts'
import type { DriverConnection, DriverQuery } from './driver.ts'
import type { QueryRunner } from './sql.ts'

const FLUSH_BYTES = 16_384

const createPipeline = () => {
  /** Sent, in order; and given before there was a connection. */
  const queries: DriverQuery[] = []
  const waiting: DriverQuery[] = []
  let driver: DriverConnection | null = null
  let answered = 0
  let isBroken = false
  let isComplete = false
  /** Names of the statements that the server is to parse, in order, and how many it has parsed. */
  const parsing: (string | undefined)[] = []
  let parsed = 0
  const chunks: Buffer[] = []
  let collector: ReturnType<typeof createCollector> | null = null

  const countParsed = () => {
    parsed += 1
  }
  /** A query that cannot be sent counts as failed: those behind it are not sent either. */
  const sendOne = (query: DriverQuery, on: DriverConnection) => {
    if (isBroken) return query.handleError(new StatementSkipped(), on)
    const description = query.name === undefined ? undefined : descriptionsOf(on).get(query.name)
    const problem = collector?.add(query, description) ?? null
    if (problem !== null) {
      isBroken = true
      return query.handleError(problem, on)
    }
    queries.push(query)
    if (description !== undefined && description !== null) query.handleRowDescription(description)
  }
  const flush = (on: DriverConnection) => {
    on.stream.write(Buffer.concat(chunks))
    chunks.length = 0
  }
  const send = () => {
    if (!driver) return
    for (const query of waiting.splice(0)) sendOne(query, driver)
    if (isComplete) collector?.end()
    if (isComplete || chunks.reduce((bytes, chunk) => bytes + chunk.length, 0) >= FLUSH_BYTES) flush(driver)
  }
  /** The driver must send statements again that the server has not parsed. */
  const end = (on: Connection) => {
    messages.callback()
    on.off('parseComplete', countParsed)
    const { submittedNamedStatements } = on as DriverConnection
    for (const name of parsing.slice(parsed)) if (name !== undefined) delete submittedNamedStatements[name]
  }

  const messages = {
    // The driver wraps this in the connection's time limit, if there is one.
    callback: () => {},
    submit: (connection: Connection) => {
      driver = connection as DriverConnection
      driver.on('parseComplete', countParsed)
      collector = createCollector(driver, chunks, parsing)
      send()
      return null
    },
    handleRowDescription: (message: unknown) => {
      const query = queries[answered]
      if (query?.name !== undefined && driver) descriptionsOf(driver).set(query.name, message)
      query?.handleRowDescription(message)
    },
    handleDataRow: (message: unknown) => queries[answered]?.handleDataRow(message),
    handleCommandComplete: (message: unknown, connection: Connection) => {
      const query = queries[answered]
      if (!query) return
      query.handleCommandComplete(message, connection)
      const descriptions = descriptionsOf(connection as DriverConnection)
      if (query.name !== undefined && !descriptions.has(query.name)) descriptions.set(query.name, null)
      answered += 1
    },
    handleReadyForQuery: (connection: Connection) => {
      end(connection)
      for (const query of queries) query.handleReadyForQuery(connection)
    },
    handleError: (error: unknown, connection: Connection) => {
      end(connection)
      const failed = answered
      for (const [index, query] of [...queries, ...waiting].entries()) {
        // Only an error from the server proves that it skipped the rest; after a lost connection nothing is known.
        const isSkipped = index > failed && error instanceof DatabaseError
        if (index < failed) query.handleReadyForQuery(connection)
        else query.handleError(isSkipped ? new StatementSkipped() : error, connection)
      }
    },
  } satisfies Submittable & Record<string, unknown>

  return {
    messages,
    add: (query: DriverQuery) => {
      waiting.push(query)
      send()
    },
    end: () => {
      isComplete = true
      send()
    },
  }
}

/**
 * Sends the statements that `send` runs synchronously as one pipeline. A statement that it runs later, after an await, is
 * sent alone.
 */
export const inOnePipeline = <Result>(client: PoolClient, send: (pipeline: QueryRunner) => Result): Result => {
  const types = { getTypeParser: client.getTypeParser.bind(client) }
  let pipeline: ReturnType<typeof createPipeline> | null = null
  let isOver = false

  const open = () => {
    const opened = createPipeline()
    client.query(opened.messages)
    return opened
  }
  const query = (config: QueryConfig): Promise<QueryResult> => {
    if (isOver) return client.query(config)
    pipeline ??= open()
    const { add } = pipeline
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result: unknown) =>
        error ? reject(error) : resolve(result as QueryResult)
      add(toDriverQuery(config, types, done))
    })
  }
  try {
    return send({ query: query as QueryRunner['query'] })
  } finally {
    isOver = true
    ;(pipeline as ReturnType<typeof createPipeline> | null)?.end()
  }
}
