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

/** What keeps a row without a reason out of each table, and the columns that it is about. */
const KEPT_OUT = {
  movements_held_with_reason: ['state', 'hold_reason'],
  movements_cancelled_with_reason: ['state', 'cancel_reason'],
  kyc_items_denied_with_reason: ['status', 'reason'],
  account_freezes_operators_explain: ['cause', 'public_reason'],
  schedules_reason_when_ended: ['state', 'end_reason'],
} as const

const textsOf = async (language: string): Promise<Record<string, Record<string, string>>> => {
  const path = new URL(`../../web/src/texts/${language}/why.json`, import.meta.url)
  return JSON.parse(await readFile(fileURLToPath(path), 'utf8')) as Record<string, Record<string, string>>
}

test('X-29 no table accepts a row that waits, ended, was denied or is restricted without its reason', async () => {
  const checks = await withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string; says: string }>(
      `select conname as name, pg_get_constraintdef(oid) as says from pg_constraint where contype = 'c'`,
    )
    return new Map(rows.map(({ name, says }) => [name, says]))
  })
  for (const [name, columns] of Object.entries(KEPT_OUT))
    for (const column of columns) expect(checks.get(name) ?? `${name} is missing`, name).toContain(column)
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
