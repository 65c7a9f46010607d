/**
 * Statements that do not wait for one another travel together, with a single Sync at their end, and the server answers all
 * of them in one go. The driver by itself ends every statement with a Sync of its own, for which the server sends, and this
 * process reads, once more; for a batch of a few commands that is most of the work. What is large enough goes on its way
 * while the rest is still being made, so that both sides work. How a statement describes its rows is asked once.
 *
 * After a failure the server skips what follows up to the Sync: nothing is done after what went wrong.
 */
import { DatabaseError, Query, Result } from 'pg'
import type {
  Connection,
  CustomTypesConfig,
  PoolClient,
  QueryConfig,
  QueryResult,
  Submittable,
  types as driverTypes,
} from 'pg'
import { StatementSkipped } from '../errors.ts'
import type { Asks } from './sql.ts'

/** What the driver's `Query` has besides what its types tell: it is handed the server's messages. */
type Handling = Query & {
  name?: string
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: Connection) => void
  handleReadyForQuery: (connection: Connection) => void
  handleError: (error: unknown, connection: Connection) => void
}

/** The same for its `Connection`, which remembers by name the statements that it has sent. */
type Wire = Connection & { submittedNamedStatements: Record<string, string | undefined> }

type Done = (error: Error | undefined, result: unknown) => void

const FLUSH_BYTES = 16_384

/** By connection and name, how a statement describes its rows; `null` when it has none. */
const described = new WeakMap<Connection, Map<string, unknown>>()

const descriptionsOf = (wire: Wire): Map<string, unknown> => {
  const known = described.get(wire) ?? new Map<string, unknown>()
  described.set(wire, known)
  return known
}

/**
 * The connection as one statement among others sees it: what it sends is collected in `chunks`, the names of the statements
 * that are new to the server in `taking`; when to ask for answers is not its business, nor for a description that is known.
 */
const collecting = (wire: Wire, chunks: Buffer[], taking: (string | undefined)[]) => {
  const stream = { writable: true, write: (chunk: Buffer) => chunks.push(chunk) }
  let isDescribed = false
  const seen = Object.assign(Object.create(wire) as Wire, {
    stream: stream as unknown as Wire['stream'],
    sync: () => {},
    describe: (message: never, more: boolean) => {
      if (!isDescribed) wire.describe.call(seen, message, more)
    },
    parse: (statement: never, more: boolean) => {
      taking.push((statement as { name?: string }).name)
      wire.parse.call(seen, statement, more)
    },
  })
  return {
    /** What keeps the statement from being sent, if anything does; nothing of it is sent then. */
    add: (query: Handling, description: unknown): unknown => {
      const [chunksBefore, takingBefore] = [chunks.length, taking.length]
      const { handleError } = query
      isDescribed = description !== undefined
      let problem: unknown = null
      query.handleError = (error) => {
        problem = error
      }
      problem = (query.submit(seen) as unknown) ?? problem
      query.handleError = handleError
      if (problem === null) return null
      chunks.length = chunksBefore
      for (const name of taking.splice(takingBefore)) if (name !== undefined) delete wire.submittedNamedStatements[name]
      return problem
    },
    end: () => wire.sync.call(seen),
  }
}

/**
 * The driver copies a configuration property by property, descriptors included, which takes longer than all that it does with
 * the statement otherwise; of a text it has nothing to copy.
 */
const handling = ({ name, text, values, types }: QueryConfig, known: CustomTypesConfig, done: Done): Handling => {
  const result = new Result('', (types ?? known) as typeof driverTypes)
  const query = new Query(text, values, done) as Handling
  // A statement without values would otherwise end the pipeline: the simple protocol has a Sync of its own.
  return Object.assign(query, { name, queryMode: 'extended', _result: result, _results: result })
}

const createPipeline = () => {
  /** On their way, in order, and not on their way yet. */
  const queries: Handling[] = []
  const waiting: Handling[] = []
  let wire: Wire | null = null
  let answered = 0
  let isBroken = false
  let isWhole = false
  /** The names of statements that the server is to take, in order; how many it took. */
  const taking: (string | undefined)[] = []
  let taken = 0
  const chunks: Buffer[] = []
  let collected: ReturnType<typeof collecting> | null = null

  const countTaken = () => {
    taken += 1
  }
  /** One that cannot be sent is like one that failed: those behind it are not sent either. */
  const sendOne = (query: Handling, on: Wire) => {
    if (isBroken) return query.handleError(new StatementSkipped(), on)
    const description = query.name === undefined ? undefined : descriptionsOf(on).get(query.name)
    const problem = collected?.add(query, description) ?? null
    if (problem !== null) {
      isBroken = true
      return query.handleError(problem, on)
    }
    queries.push(query)
    if (description !== undefined && description !== null) query.handleRowDescription(description)
  }
  const flush = (on: Wire) => {
    on.stream.write(Buffer.concat(chunks))
    chunks.length = 0
  }
  const send = () => {
    if (!wire) return
    for (const query of waiting.splice(0)) sendOne(query, wire)
    if (isWhole) collected?.end()
    if (isWhole || chunks.reduce((bytes, chunk) => bytes + chunk.length, 0) >= FLUSH_BYTES) flush(wire)
  }
  /** What the server did not come to take is sent anew the next time. */
  const end = (on: Connection) => {
    messages.callback()
    on.off('parseComplete', countTaken)
    for (const name of taking.slice(taken)) if (name !== undefined) delete (on as Wire).submittedNamedStatements[name]
  }

  const messages = {
    // The driver puts its own time limit around this, when the connection has one.
    callback: () => {},
    submit: (connection: Connection) => {
      wire = connection as Wire
      wire.on('parseComplete', countTaken)
      collected = collecting(wire, chunks, taking)
      send()
      return null
    },
    handleRowDescription: (message: unknown) => {
      const query = queries[answered]
      if (query?.name !== undefined && wire) descriptionsOf(wire).set(query.name, message)
      query?.handleRowDescription(message)
    },
    handleDataRow: (message: unknown) => queries[answered]?.handleDataRow(message),
    handleCommandComplete: (message: unknown, connection: Connection) => {
      const query = queries[answered]
      if (!query) return
      query.handleCommandComplete(message, connection)
      const descriptions = descriptionsOf(connection as Wire)
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
        // A lost connection leaves open what the server did; its own word does not.
        const isSkipped = index > failed && error instanceof DatabaseError
        if (index < failed) query.handleReadyForQuery(connection)
        else query.handleError(isSkipped ? new StatementSkipped() : error, connection)
      }
    },
  } satisfies Submittable & Record<string, unknown>

  return {
    messages,
    add: (query: Handling) => {
      waiting.push(query)
      send()
    },
    end: () => {
      isWhole = true
      send()
    },
  }
}

/**
 * Sends the statements that `send` asks of its connection at once as one pipeline. What is asked of it later, after
 * something was awaited, goes by itself.
 */
export const inOnePipeline = <Result>(client: PoolClient, send: (pipeline: Asks) => Result): Result => {
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
      add(handling(config, types, done))
    })
  }
  try {
    return send({ query: query as Asks['query'] })
  } finally {
    isOver = true
    ;(pipeline as ReturnType<typeof createPipeline> | null)?.end()
  }
}
