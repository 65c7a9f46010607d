/**
 * Spreads the tables of a migrated database over the machines of a Citus cluster, as the manifests say: tables by owner all
 * cut the same way, so that everything of one person is on one machine; claims by themselves; reference tables everywhere.
 */
import type { ClientBase } from 'pg'
import pg from 'pg'
import { columnOf, type Places } from './places.ts'

export type Step = { table: string; statement: string }

const nameOf = (table: string): string => pg.escapeLiteral(`public.${table}`)

/** What the others are laid beside: a table that has been there from the first release, whatever names are added. */
const ANCHOR = 'account_terms'

/** What is to be done for all tables, in order. */
export const distributionPlan = (places: Places): Step[] => {
  const all = [...places].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const byOwner = all.filter(([, place]) => place === 'owner').map(([table]) => table)
  const anchor = byOwner.find((table) => table === ANCHOR) ?? byOwner[0]
  return all
    .map(([table, place]): Step[] => {
      if (place === 'reference') return [{ table, statement: `select create_reference_table(${nameOf(table)})` }]
      const column = columnOf(place)
      if (column === null) return []
      const beside = place === 'owner' && anchor !== undefined && table !== anchor ? `public.${anchor}` : 'none'
      const [at, with_] = [pg.escapeLiteral(column), pg.escapeLiteral(beside)]
      return [
        { table, statement: `select create_distributed_table(${nameOf(table)}, ${at}, colocate_with => ${with_})` },
      ]
    })
    .flat()
    .toSorted((one, other) => Number(other.table === anchor) - Number(one.table === anchor))
}

/** The database is no coordinator of a Citus cluster. */
export class NotCitus extends Error {
  override readonly name = 'NotCitus'
}

/**
 * Does what is not done yet, one statement at a time, and answers with it; running it again does nothing. `coordinator` is
 * connected to the migrated database as a superuser or the tables' owner.
 */
export const distribute = async (coordinator: Pick<ClientBase, 'query'>, places: Places): Promise<Step[]> => {
  const { rows: found } = await coordinator.query<{ citus: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as citus`,
  )
  if (!found[0]?.citus)
    throw new NotCitus('This database knows nothing of Citus: create extension citus, add the workers.')
  const { rows } = await coordinator.query<{ name: string }>(
    'select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid',
  )
  const done = new Set(rows.map(({ name }) => name))
  const steps = distributionPlan(places).filter(({ table }) => !done.has(table))
  for (const { statement } of steps) await coordinator.query(statement)
  return steps
}
