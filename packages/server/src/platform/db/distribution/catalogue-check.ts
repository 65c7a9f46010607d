/** What the tables themselves may not have, so that they can be spread over several machines. Read from the catalogue. */
import type { ClientBase } from 'pg'
import { columnOf, type Places } from './places.ts'

const FACTS = `
select 'table' as kind, relname as name, relname as on_table, '' as first_column, '{}'::text[] as columns
  from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
union all
select 'key', index.relname, owner.relname,
       (select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]),
       array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey))
  from pg_index join pg_class index on index.oid = indexrelid join pg_class owner on owner.oid = indrelid
 where indisunique and owner.relnamespace = 'public'::regnamespace
union all
select case contype when 'f' then 'foreign key' else 'exclusion' end, conname, conrelid::regclass::text, '', '{}'
  from pg_constraint where contype in ('f', 'x') and connamespace = 'public'::regnamespace
union all
select 'trigger', tgname, tgrelid::regclass::text, '', '{}'
  from pg_trigger join pg_class on pg_class.oid = tgrelid
 where not tgisinternal and relnamespace = 'public'::regnamespace`

type Fact = {
  kind: 'table' | 'key' | 'foreign key' | 'exclusion' | 'trigger'
  name: string
  on_table: string
  first_column: string
  columns: string[]
}

const brokenBy = ({ kind, name, on_table, first_column, columns }: Fact, places: Places): string[] => {
  if (kind === 'table')
    return places.has(name) ? [] : [`${name}: no place in packages/server/migrations/tables.ts; add a line for it`]
  // A foreign key could stay inside one owner, but then a plain check in the batch says the same and costs less.
  if (kind !== 'key') return [`${on_table}: ${kind} ${name}`]
  const place = places.get(on_table)
  const column = columnOf(place)
  if (column === null) return []
  if (place === 'owner')
    return first_column === column ? [] : [`${on_table}: unique ${name} does not begin with ${column}`]
  return columns.includes(column) ? [] : [`${on_table}: unique ${name} lacks ${column}`]
}

/** What in this database breaks the rules, in words; empty when nothing does. */
export const catalogueTroubles = async (client: Pick<ClientBase, 'query'>, places: Places): Promise<string[]> => {
  const { rows } = await client.query<Fact>(FACTS)
  const there = new Set(rows.filter(({ kind }) => kind === 'table').map(({ name }) => name))
  const gone = [...places.keys()]
    .filter((name) => !there.has(name))
    .map((name) => `${name}: in packages/server/migrations/tables.ts, but no table`)
  return [...gone, ...rows.flatMap((fact) => brokenBy(fact, places))].toSorted()
}
