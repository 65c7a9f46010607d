/**
 * Logging by allow-list: a field that is not named here does not compile, and does not reach the log either, so that a body,
 * a header or a token cannot slip in with an object that is passed along. Errors keep type, message, code, kind and stack.
 */
import type { FastifyBaseLogger } from 'fastify'
import pino, { type Logger } from 'pino'

const FIELDS = [
  ...(['requestId', 'reqId', 'code', 'network', 'transferId', 'rail', 'provider', 'event'] as const),
  ...(['component', 'task', 'jobId', 'attempt', 'count', 'key', 'label', 'reason', 'port', 'signal', 'route'] as const),
  ...(['cspDirective', 'alert', 'anchor', 'violations'] as const),
  // What the ledger says of a batch that failed.
  ...(['failure', 'isDoubtful', 'tries', 'size', 'commands', 'participant'] as const),
] as const

type Loggable = string | number | bigint | boolean | Date | readonly string[] | null | undefined
type LogFields = { [Name in (typeof FIELDS)[number]]?: Loggable } & { err?: unknown }
/** The fields as they are, and nothing that is not listed: an object in a variable is checked like a literal. */
type Listed<Fields> = Fields & { [Name in Exclude<keyof Fields, keyof LogFields>]: never }
type LogCall = <Fields extends LogFields>(fields: Listed<Fields>, message: string) => void

/** What every part of the server logs to. */
export type Log = { [Level in 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal']: LogCall }

declare module 'pino' {
  /** Fastify's own loggers (`request.log`) would take any object: with this they take none, and `Log` is what is left. */
  interface LogFnFields {
    useTheLogOfServices: never
  }
}

const allowed: ReadonlySet<string> = new Set(FIELDS)

const URL_PASSWORD = /\b([a-z]+:\/\/[^\s:/@]*):[^\s@]*@/gi

/** Text as it may be written: without the password of a connection string, and not without end. */
const tidy = (text: string): string => text.replaceAll(URL_PASSWORD, '$1:***@').slice(0, 4_000)

const MOST_OF_A_LIST = 10

/** An error without the fields that drivers hang on it: a query's values, a row's contents, an answer's body. */
export const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error, message: tidy(String(error)) }
  const { code, kind } = error as { code?: unknown; kind?: unknown }
  const several: unknown[] = error instanceof AggregateError ? error.errors : []
  return {
    type: error.name,
    message: tidy(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof kind === 'string' ? { kind } : {}),
    stack: tidy(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    // Such as one for every address of a server that could not be reached; its own message is empty.
    ...(several.length === 0 ? {} : { errors: several.slice(0, MOST_OF_A_LIST).map(describeError) }),
  }
}

const loggable = (value: unknown): unknown => {
  if (typeof value === 'string') return tidy(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, MOST_OF_A_LIST).map((item) => tidy(String(item)))
  return typeof value === 'object' && value !== null ? '[object]' : value
}

/** The fields of a log line that may be written. */
const allowedFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'err' || name === 'error') return value === undefined ? [] : [['err', describeError(value)]]
      return allowed.has(name) ? [[name, loggable(value)]] : []
    }),
  )

export type LogOptions = {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** Where lines go; standard output by default. */
  write?: (line: string) => void
}

/** Children take their fields past the formatters of the parent; so the rule is put in their way as well. */
const guarded = (logger: Logger): Logger => {
  const child = logger.child.bind(logger)
  const makeChild = (fields: pino.Bindings, options?: pino.ChildLoggerOptions): Logger =>
    guarded(child(allowedFields(fields), options))
  return Object.assign(logger, { child: makeChild })
}

/** JSON lines, one per event. Children (per request, per component) keep the rule of the parent. */
export const createLog = ({ level, write }: LogOptions): Log => {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: allowedFields },
    // What is left to serialise was made plain by the formatter.
    serializers: { err: (value: unknown) => (value instanceof Error ? describeError(value) : value) },
  }
  return guarded(write ? pino(options, { write }) : pino(options)) as unknown as Log
}

/** The same log for Fastify's own use, which brings objects of its own: what is not listed is left out of the line. */
export const fastifyLog = (log: Log): FastifyBaseLogger => log as unknown as FastifyBaseLogger
