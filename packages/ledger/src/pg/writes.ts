/**
 * Everything a batch writes is prepared before any of it is sent. No write returns anything, so all of them travel with
 * COMMIT. The server checks how many rows each one touches: if the count is wrong the statement fails, and the COMMIT
 * behind it is skipped.
 */
import { InvalidCommand, RaceLost } from '../errors.ts'
import { sqlStateOf } from './failure.ts'
import type { Statement } from './sql.ts'

/**
 * One statement with its values. `rows`: how many it must touch, otherwise the whole batch is rolled back.
 * `isIndependent`: it neither reads nor changes rows that its neighbours change, so they may share one statement.
 */
export type Write = { statement: Statement; values: unknown[]; rows?: number; isIndependent?: true }

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'

const shifted = (text: string, by: number): string => text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + by}`)

/** Composed statements by the names of their parts. */
const composed = new Map<string, Statement>()

/**
 * Several independent writes as one statement, which fails with a division by zero when one of them touched a wrong number
 * of rows. Each sees the rows as they were before all of them.
 */
export const composeWrites = (writes: readonly Write[]): { statement: Statement; values: unknown[] } => {
  const counted = writes.filter(({ rows }) => rows !== undefined)
  const values = [...writes.flatMap((write) => write.values), ...counted.map(({ rows }) => rows)]
  const key = writes.map(({ statement, rows }) => `${statement.name}${rows === undefined ? '' : '!'}`).join('+')
  const known = composed.get(key)
  if (known) return { statement: known, values }

  let parameters = 0
  const parts = writes.map(({ statement, values: own, rows }, index) => {
    const text = shifted(statement.text, parameters)
    parameters += own.length
    // PostgreSQL does not run a SELECT in a WITH that is never read.
    if (!/^\s*(insert|update)\b/.test(statement.text))
      throw new Error(`${statement.name} cannot be part of a statement`)
    return `w${index} as (${text}${rows === undefined ? '' : ' returning 1'})`
  })
  const checks = writes.flatMap(({ rows }, index) => {
    if (rows === undefined) return []
    parameters += 1
    return [`1 / ((select count(*) from w${index}) = $${parameters})::int`]
  })
  // A number, since a name may have only 63 characters.
  const statement = {
    name: `ledger.composed_${composed.size}`,
    text: `with ${parts.join(', ')} select ${checks.join(', ') || '1'}`,
  }
  composed.set(key, statement)
  return { statement, values }
}

/** Groups neighbouring independent writes; the order stays. */
export const groupIndependent = (writes: readonly Write[]): Write[][] => {
  const groups: Write[][] = []
  for (const write of writes) {
    const last = groups.at(-1)
    if (write.isIndependent && last?.[0]?.isIndependent) last.push(write)
    else groups.push([write])
  }
  return groups
}

/** Turns a wrong row count into `RaceLost`; other errors pass unchanged. */
export const mapRowCountMismatch = <Result>(writing: Promise<Result>): Promise<Result> =>
  writing.catch((error: unknown) => {
    if (sqlStateOf(error) !== DIVISION_BY_ZERO) throw error
    throw new RaceLost('a row was not as the decision had read it', { cause: error })
  })

/** Ties a transfer id in one account to one transfer; on distributed tables a shard number follows the name. */
const ONCE_PER_LEG = 'entries_once_per_leg'

const constraintOf = (error: unknown): string => (error as { constraint?: string }).constraint ?? ''

/**
 * Turns a duplicate row into `RaceLost`. A duplicate transfer id is no race: the accounts are locked and the key was free,
 * so the id belongs to another command.
 */
export const mapUniqueViolation = <Result>(writing: Promise<Result>): Promise<Result> =>
  writing.catch((error: unknown) => {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error
    if (constraintOf(error).startsWith(ONCE_PER_LEG))
      throw new InvalidCommand('the transfer id was used under another key', { cause: error })
    throw new RaceLost('another process wrote the row', { cause: error })
  })
