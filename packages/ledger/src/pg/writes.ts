/**
 * What a batch writes, said before any of it is sent. Nothing that is written asks for anything back, so all of it goes to
 * the server at once, together with COMMIT. What must be true of it, namely how many rows it touches, the server itself
 * finds out: where that is not so, the statement fails and COMMIT, which comes after it, is skipped.
 */
import { InvalidCommand, RaceLost } from '../errors.ts'
import { sqlStateOf } from './failure.ts'
import type { Statement } from './sql.ts'

/**
 * One statement with its values. `rows`: how many it must touch; if it does not, nothing of the batch is kept.
 * `isIndependent`: it changes rows, and none that a neighbour reads or changes, so that they may be parts of one statement.
 */
export type Write = { statement: Statement; values: unknown[]; rows?: number; isIndependent?: true }

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'

const shifted = (text: string, by: number): string => text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + by}`)

/** By the names of its parts: the text is put together once. */
const composed = new Map<string, Statement>()

/**
 * Several writes as one statement, which fails with a division by zero when one of them did not touch as many rows as it
 * must. They must not depend on one another: each sees what was there before all of them.
 */
export const compose = (writes: readonly Write[]): { statement: Statement; values: unknown[] } => {
  const counted = writes.filter(({ rows }) => rows !== undefined)
  const values = [...writes.flatMap((write) => write.values), ...counted.map(({ rows }) => rows)]
  const key = writes.map(({ statement, rows }) => `${statement.name}${rows === undefined ? '' : '!'}`).join('+')
  const known = composed.get(key)
  if (known) return { statement: known, values }

  let given = 0
  const parts = writes.map(({ statement, values: own, rows }, index) => {
    const text = shifted(statement.text, given)
    given += own.length
    // What only reads would not be run at all.
    if (!/^\s*(insert|update)\b/.test(statement.text))
      throw new Error(`${statement.name} cannot be part of a statement`)
    return `w${index} as (${text}${rows === undefined ? '' : ' returning 1'})`
  })
  const checks = writes.flatMap(({ rows }, index) => {
    if (rows === undefined) return []
    given += 1
    return [`1 / ((select count(*) from w${index}) = $${given})::int`]
  })
  // A name may have 63 characters.
  const statement = {
    name: `ledger.composed_${composed.size}`,
    text: `with ${parts.join(', ')} select ${checks.join(', ') || '1'}`,
  }
  composed.set(key, statement)
  return { statement, values }
}

/** The same writes in their order, those together that may be one statement. */
export const grouped = (writes: readonly Write[]): Write[][] => {
  const groups: Write[][] = []
  for (const write of writes) {
    const last = groups.at(-1)
    if (write.isIndependent && last?.[0]?.isIndependent) last.push(write)
    else groups.push([write])
  }
  return groups
}

/** Rows that were not there as expected are a lost race; other errors stay what they are. */
export const orMiscounted = <Result>(writing: Promise<Result>): Promise<Result> =>
  writing.catch((error: unknown) => {
    if (sqlStateOf(error) !== DIVISION_BY_ZERO) throw error
    throw new RaceLost('a row was not as it was decided upon', { cause: error })
  })

/** Holds a transfer id in one account to one transfer; on distributed tables its name goes on with a number. */
const ONCE_PER_LEG = 'entries_once_per_leg'

const constraintOf = (error: unknown): string => (error as { constraint?: string }).constraint ?? ''

/**
 * So are rows that were there already, where nobody else writes. An entry under the same transfer id is no race: the
 * accounts are locked and the key was free, so the id belongs to another command.
 */
export const orTaken = <Result>(writing: Promise<Result>): Promise<Result> =>
  writing.catch((error: unknown) => {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error
    if (constraintOf(error).startsWith(ONCE_PER_LEG))
      throw new InvalidCommand('the transfer id was used under another key', { cause: error })
    throw new RaceLost('a row was written by somebody else', { cause: error })
  })
