/**
 * The moment of a batch is the server's time after the locks were taken: of two movements of an account the later one in
 * `seq` never carries the earlier time. What participants read under the locks often depends on it, and would have to wait
 * for it; on one machine it is therefore kept in the transaction, where statements sent along with the locks find it.
 */
import type { QueryConfig } from 'pg'
import type { Asks, Statement } from './sql.ts'

/** Stands among the values of a statement for the moment of the batch that it is read in. */
export const MOMENT = Symbol('the moment of the batch')

/** Where it is known already, itself. */
export type Moment = Date | typeof MOMENT

const found = `(select current_setting('puente.moment')::timestamptz)`

/** Reads the moment, in milliseconds as all times are, and whether money is frozen. `$1`: by how many to shift it. */
export const readMoment: Statement = {
  name: 'ledger.read_moment',
  text: `with moment as materialized (
      select date_trunc('milliseconds', clock_timestamp()) + $1::float8 * interval '1 millisecond' as at
    )
    select at, frozen, set_config('puente.moment', at::text, true) from moment cross join money_frozen`,
}

/** By name, a statement that finds the moment by itself. */
const finding = new Map<string, string>()

/** The text with the parameter at `place` (from 1) found in the transaction instead; those behind it move up. */
const textFinding = (text: string, place: number): string =>
  text.replace(/\$(\d+)/g, (_, digits: string) => {
    const n = Number(digits)
    return n === place ? found : `$${n > place ? n - 1 : n}`
  })

const findMoment = ({ name, text, values = [], ...rest }: QueryConfig<unknown[]>): QueryConfig => {
  const place = values.indexOf(MOMENT)
  if (place === -1) return { name, text, values, ...rest } as QueryConfig
  if (name === undefined || values.includes(MOMENT, place + 1))
    throw new Error('a statement that is read at the moment of the batch has a name, and has it among its values once')
  const known = finding.get(name) ?? textFinding(text, place + 1)
  finding.set(name, known)
  return { ...rest, name: `${name}@moment`, text: known, values: values.toSpliced(place, 1) }
}

/** The connection as whoever reads under the locks sees it: its statements may have `MOMENT` among their values. */
export const knowingMoment = (db: Asks): Asks => ({ query: (config) => db.query(findMoment(config)) })
