/**
 * The time of a batch is the server's time once the locks are held: of two postings to an account, the one with the higher
 * `seq` does not carry the earlier time, unless the server's clock was set back between them, or a standby took over whose clock is
 * behind. Much of what participants read depends on it. To save them from waiting for it, the
 * transaction keeps it in a setting on a single PostgreSQL, so that their statements can travel with the locks.
 */
import type { QueryConfig } from 'pg'
import type { QueryRunner, Statement } from './sql.ts'

/** Stands for the batch's time among the values of a statement. */
export const BATCH_TIME = Symbol('batch time')

/** The time itself where it is already known. */
export type BatchTime = Date | typeof BATCH_TIME

const setting = `(select current_setting('puente.batch_time')::timestamptz)`

/** Reads the time, to the millisecond like all times, and whether money is frozen. `$1`: by how many milliseconds to shift it. */
export const readBatchTime: Statement = {
  name: 'ledger.read_batch_time',
  text: `with batch_time as materialized (
      select date_trunc('milliseconds', clock_timestamp()) + $1::float8 * interval '1 millisecond' as at
    )
    select at, frozen, set_config('puente.batch_time', at::text, true) from batch_time cross join money_frozen`,
}

/** Texts that read the setting, by the name of their statement. */
const inlined = new Map<string, string>()

/** Replaces parameter number `position` by the setting; the parameters after it move up. */
const inlineSetting = (text: string, position: number): string =>
  text.replace(/\$(\d+)/g, (_, digits: string) => {
    const n = Number(digits)
    return n === position ? setting : `$${n > position ? n - 1 : n}`
  })

const substituteBatchTime = ({ name, text, values = [], ...rest }: QueryConfig<unknown[]>): QueryConfig => {
  const index = values.indexOf(BATCH_TIME)
  if (index === -1) return { name, text, values, ...rest } as QueryConfig
  if (name === undefined || values.includes(BATCH_TIME, index + 1))
    throw new Error('a statement that takes the batch time must have a name and take it once')
  const known = inlined.get(name) ?? inlineSetting(text, index + 1)
  inlined.set(name, known)
  return { ...rest, name: `${name}@batch_time`, text: known, values: values.toSpliced(index, 1) }
}

/** Accepts statements with `BATCH_TIME` among their values and has them read the transaction's setting. */
export const withBatchTime = (db: QueryRunner): QueryRunner => ({
  query: (config) => db.query(substituteBatchTime(config)),
})
