/**
 * A list is unnested as the type that its own column has: a narrower one refuses what the column could hold, and a counter
 * then stops whatever is written beside it.
 */
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movementOf } from '#features/wallet/movement.ts'
import { movementWrites } from '#features/wallet/movements-batch-store.ts'
import { newId } from '#platform/ids.ts'
import { withClient } from '#platform/db/pool.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

type Unnested = { statement: string; name: string; type: string }

const UNNEST = /unnest\(((?:\s*\$\d+::\w+\[\],?)+)\s*\)\s*(?:with ordinality\s+)?as\s+\w+\s*\(([^)]*)\)/g

const unnestedIn = (statement: string): Unnested[] =>
  [...statement.matchAll(UNNEST)].flatMap(([, lists = '', names = '']) => {
    const types = [...lists.matchAll(/::(\w+)\[\]/g)].map(([, type = '']) => type)
    const named = names.split(',').map((name) => name.trim())
    return types.map((type, n) => ({ statement, name: named[n] ?? '', type }))
  })

const writtenStatements = async (): Promise<string[]> => {
  const packages = fileURLToPath(new URL('../../', import.meta.url))
  const found: string[] = []
  for await (const file of glob('{server,ledger}/src/**/*.ts', { cwd: packages })) {
    if (file.includes('.test.')) continue
    const source = await readFile(`${packages}${file}`, 'utf8')
    for (const [, text = ''] of source.matchAll(/`([^`]*\bunnest\([^`]*)`/g)) found.push(text)
  }
  return found
}

/** The statements of movements are put together from their columns. */
const movementStatements = (): string[] => {
  const draft = {
    ownerId: newId(),
    movementId: newId(),
    type: 'sent',
    state: 'COMPLETED',
    method: 'wallet',
    direction: -1,
    amountCents: 1n,
    counterpart: null,
    note: '',
    reference: 'PU-1',
  } as const
  const movement = movementOf(draft, new Date(), null)
  return movementWrites([movement], [movement]).map(({ statement }) => statement.text)
}

/** By table and column, the type. */
const readColumns = (): Promise<Map<string, Map<string, string>>> =>
  withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ of: string; name: string; type: string }>(
      `select attrelid::regclass::text as of, attname as name, regexp_replace(format_type(atttypid, null), ' with.*', 'tz') as type
         from pg_attribute join pg_class on pg_class.oid = attrelid
        where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
    )
    const tables = new Map<string, Map<string, string>>()
    for (const { of, name, type } of rows) tables.set(of, (tables.get(of) ?? new Map<string, string>()).set(name, type))
    return tables
  })

const tablesIn = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:insert into|update|join|from|using)\s+(\w+)/g)].map(([, name = '']) => name)

/** What is written as text and cast. */
const isCast = (listed: string, column: string): boolean => listed === 'text' && /^(?:jsonb?|date)$/.test(column)

test('every list that a statement unnests has the type of the column it is written to or compared with', async () => {
  const columns = await readColumns()
  const unnested = [...(await writtenStatements()), ...movementStatements()].flatMap(unnestedIn)
  const compared = unnested.flatMap(({ statement, name, type }) =>
    tablesIn(statement).flatMap((table) => {
      const column = columns.get(table)?.get(name)
      return column === undefined ? [] : [{ where: `${table}.${name}`, type, column }]
    }),
  )
  expect(compared.filter(({ type, column }) => type !== column && !isCast(type, column))).toEqual([])
  expect(compared.map(({ where }) => where)).toEqual(
    expect.arrayContaining([
      'movements.version',
      'movements.direction',
      'entries.leg',
      'entries.seq',
      'accounts.seq',
      'holds.amount_cents',
      'idempotency.key',
      'limit_usage.at',
    ]),
  )
})
