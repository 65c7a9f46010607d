/**
 * Why a test's server answered 500: a test sees only the status, since the answer reveals nothing internal. Read from
 * the server's own log, so that it covers every caller.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createLog, type Log } from '#platform/log.ts'

type LoggedError = { message?: string; code?: string | number; stack?: string; cause?: LoggedError }
type Line = { msg?: string; err?: LoggedError }

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** The migration that makes a table, as a path in the repository. */
const migrationOf = (table: string): string => {
  const makes = new RegExp(String.raw`^create table ${table}\b`, 'm')
  const file = readdirSync(MIGRATIONS).find(
    (name) => name.endsWith('.sql') && makes.test(readFileSync(`${MIGRATIONS}${name}`, 'utf8')),
  )
  return `packages/server/migrations/${file ?? '<timestamp>_<feature>.sql'}`
}

/** What mends the errors that a new table or participant meets first; empty for all others. */
const remedyOf = ({ message = '', code }: Pick<LoggedError, 'message' | 'code'>): string => {
  const [, table] = (code === '42501' && /permission denied for table (\w+)/.exec(message)) || []
  if (table)
    return (
      `The role \`app\` has no such right on \`${table}\`. Grant what the statement does in ${migrationOf(table)}, ` +
      `behind the table and a line of \`--;;\`: grant select, insert, update, delete on ${table} to app`
    )
  const [, participant] = /there is no participant (\w+)/.exec(message) ?? []
  if (participant) return `Add the participant "${participant}" to \`participants\` in packages/server/src/compose.ts`
  return ''
}

const chainOf = (error: LoggedError | undefined): LoggedError[] => (error ? [error, ...chainOf(error.cause)] : [])

/** A stack without the frames of the runtime and of packages. */
const ownFrames = (stack: string): string =>
  stack
    .split('\n')
    .filter((frame) => !/^\s+at .*(node:|node_modules)/.test(frame))
    .join('\n')

/** What to print for a line of the log; null for one that tells of no 500. */
export const causeIn = (line: string): string | null => {
  const { msg, err } = JSON.parse(line) as Line
  if (msg !== 'unexpected error') return null
  const errors = chainOf(err)
  const stacks = errors.map(
    ({ stack = '', message = '' }, at) => `${at === 0 ? '' : 'caused by '}${ownFrames(stack || message)}`,
  )
  const remedies = new Set(errors.map(remedyOf).filter((remedy) => remedy !== ''))
  return ['The server answered 500, because of', ...stacks, ...remedies].join('\n')
}

/** A log that writes nothing but the causes of answers of 500, each once, to the standard error of the tests. */
export const logOfCauses = (): Log => {
  const told = new Set<string>()
  return createLog({
    level: 'error',
    write: (line) => {
      const cause = causeIn(line)
      if (cause === null || told.has(cause)) return
      told.add(cause)
      process.stderr.write(`\n${cause}\n\n`)
    },
  })
}
