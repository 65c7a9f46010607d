/**
 * Everything of a person's that waits, ended, was denied, is restricted or limited says why, by a public reason: the tables refuse a row
 * without one, the screens have words for each in three languages, and no closed list has one that nobody is told about.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  CANCEL_REASONS,
  COOLING_CAUSES,
  FREEZE_CAUSES,
  FREEZE_REASONS,
  HOLD_REASONS,
  KYC_REASONS,
  LIMIT_OVERRIDE_REASONS,
  PUBLIC_REASONS,
} from '@puente/contract'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const LISTS = {
  hold: HOLD_REASONS,
  cancel: CANCEL_REASONS,
  identityCheck: KYC_REASONS,
  restriction: [...FREEZE_REASONS, ...FREEZE_CAUSES.filter((cause) => cause !== 'operator')],
  limit: ['usual', ...COOLING_CAUSES, ...LIMIT_OVERRIDE_REASONS],
} as const

/** What a row has to explain, as the tables write it; besides an operator's act, where the table keeps a public reason. */
const EXPLAINED = ['ON HOLD', 'CANCELLED', 'Denied', 'ended']

/** Of each column that may hold something to explain: all values that the catalogue's checks allow, and those to explain. */
const explainedColumns = async (client: Client) => {
  const { rows: checks } = await client.query<{ table: string; says: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as says from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  const { rows: optional } = await client.query<{ table: string }>(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'public_reason' and is_nullable = 'YES'`,
  )
  const ofOperators = new Set(optional.map(({ table }) => table))
  return checks.flatMap(({ table, says }) => {
    const [, column = '', list = ''] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(says) ?? []
    const values = Array.from(list.matchAll(/'([^']+)'/g), ([, value = '']) => value)
    const explained = values.filter(
      (value) => EXPLAINED.includes(value) || (value === 'operator' && ofOperators.has(table)),
    )
    return explained.length === 0 ? [] : [{ table, column, values, explained }]
  })
}

/** Which of these values a table refuses in a row that has nothing else, no reason either, by a check of its reason. */
const refusedBare = async (client: Client, table: string, column: string, values: readonly string[]) => {
  await client.query(`create temp table bare (like ${table} including constraints)`)
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'bare'::regclass and attnum > 0 and attnotnull`,
  )
  for (const { name } of rows) await client.query(`alter table bare alter column ${name} drop not null`)
  const refused = []
  for (const value of values)
    try {
      await client.query(`insert into bare (${column}) values ($1)`, [value])
    } catch (error) {
      expect(error).toMatchObject({ code: '23514', constraint: expect.stringMatching(/reason|explain/) as string })
      refused.push(value)
    }
  await client.query('drop table bare')
  return refused
}

const textsOf = async (language: string): Promise<Record<string, Record<string, string>>> => {
  const path = new URL(`../../web/src/texts/${language}/why.json`, import.meta.url)
  return JSON.parse(await readFile(fileURLToPath(path), 'utf8')) as Record<string, Record<string, string>>
}

test('X-29 no table accepts a row that waits, ended, was denied or is restricted without its reason', async () => {
  await withClient(database.superuserUrl, async (client) => {
    const columns = await explainedColumns(client)
    const tables = columns.map(({ table }) => table)
    expect(tables).toEqual(expect.arrayContaining(['account_freezes', 'kyc_items', 'movements', 'schedules']))
    for (const { table, column, values, explained } of columns)
      expect(await refusedBare(client, table, column, values), table).toEqual(explained)
    // What is limited has its reason in a column that is never empty.
    const { rows } = await client.query<{ table: string }>(
      `select table_name as table from information_schema.columns where is_nullable = 'NO'
       and (table_name, column_name) in (('coolings', 'cause'), ('limit_overrides', 'public_reason'))`,
    )
    expect(rows).toHaveLength(2)
  })
  // The lists of the contract are those of the tables.
  const { rows } = await withClient(database.superuserUrl, (client) =>
    client.query<{ says: string }>(
      `select pg_get_constraintdef(oid) as says from pg_constraint where conname in ('coolings_cause_known', 'kyc_items_reason_known', 'account_freezes_reason_known')`,
    ),
  )
  const said = rows.map(({ says }) => says).join('\n')
  for (const reason of [...COOLING_CAUSES, ...KYC_REASONS, ...FREEZE_REASONS]) expect(said).toContain(`'${reason}'`)
})

test.each(['en', 'es', 'ko'])(
  'X-29 every public reason says in %s what is needed, and who acts next',
  async (language) => {
    const texts = await textsOf(language)
    for (const [group, reasons] of Object.entries(LISTS)) {
      const known = PUBLIC_REASONS[group as keyof typeof PUBLIC_REASONS] as Record<string, string>
      expect(Object.keys(known).toSorted(), group).toEqual([...reasons].toSorted())
      expect(Object.keys(texts[group] ?? {}).toSorted(), group).toEqual([...reasons].toSorted())
      for (const reason of reasons) {
        expect(texts[group]?.[reason], `${group}.${reason}`).toMatch(/\S/)
        expect(texts['actor']?.[known[reason] ?? ''], `${group}.${reason}`).toMatch(/\S/)
      }
    }
  },
)
