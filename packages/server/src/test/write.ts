import type { Write } from '@puente/ledger'
import type { ClientBase } from 'pg'

/** Writes as a batch does, outside of one; fails like it when a write does not touch the rows that it must. */
export const write = async (client: ClientBase, writes: readonly Write[]): Promise<void> => {
  for (const { statement, values, rows } of writes) {
    const { rowCount } = await client.query({ ...statement, values })
    if (rows !== undefined && rowCount !== rows) throw new Error(`${statement.name} touched ${rowCount} rows`)
  }
}
