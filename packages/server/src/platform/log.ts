/**
 * Logging by allow-list: a field that is not named here does not reach the log, so that a body, a header or a token
 * cannot slip in with an object that somebody passes along. Errors keep type, message, code and stack.
 */
import type { FastifyBaseLogger } from 'fastify'
import pino, { type Logger } from 'pino'

/** What everybody logs to; the HTTP server takes the same one. */
export type Log = FastifyBaseLogger

const ALLOWED = `
  requestId reqId endpoint method route status code durationMs network userId sessionId transferId
  task jobId attempt count label batch key rail provider event migration level waitMs violations
  port address signal setting reason component cspDirective alert anchor`
const allowed: ReadonlySet<string> = new Set(ALLOWED.trim().split(/\s+/))

const URL_PASSWORD = /\b([a-z]+:\/\/[^\s:/@]*):[^\s@]*@/gi

/** Text as it may be written: without the password of a connection string, and not without end. */
const tidy = (text: string): string => text.replaceAll(URL_PASSWORD, '$1:***@').slice(0, 4_000)

/** An error without the fields that drivers hang on it: a query's values, a row's contents, an answer's body. */
export const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error, message: tidy(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: tidy(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: tidy(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

const scalar = (value: unknown): unknown => {
  if (typeof value === 'string') return tidy(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? '[object]' : value
}

/** The fields of a log line that may be written. */
const allowedFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'err' || name === 'error') return value === undefined ? [] : [['err', describeError(value)]]
      return allowed.has(name) ? [[name, scalar(value)]] : []
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
  return guarded(write ? pino(options, { write }) : pino(options))
}
