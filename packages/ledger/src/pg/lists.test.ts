import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { bigints, booleans, integers, smallints, texts, timestamps, uuids } from './lists.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.stop())

/** What the server read, as text and element by element. */
const read = async (type: string, list: Buffer): Promise<(string | null)[]> => {
  const { rows } = await database.admin.query<{ value: string | null }>(
    `select value::text as value from unnest($1::${type}[]) with ordinality as list (value, n) order by n`,
    [list],
  )
  return rows.map(({ value }) => value)
}

const withNulls = <T>(value: fc.Arbitrary<T>) => fc.array(fc.option(value), { maxLength: 20 })
const int64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)
const visible = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))

test.each([
  ['uuid', withNulls(fc.uuid()), uuids],
  ['text', withNulls(visible), texts],
  ['bigint', withNulls(int64), bigints],
  ['integer', withNulls(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), integers],
  ['smallint', withNulls(fc.integer({ min: -32_768, max: 32_767 })), smallints],
  ['boolean', withNulls(fc.boolean()), booleans],
] as const)(
  'the server reads a list of %s as it was written, nulls and the empty list included',
  async (type, values, write) => {
    await fc.assert(
      fc.asyncProperty(values as fc.Arbitrary<unknown[]>, async (list) => {
        const expected = list.map((value) => (value === null ? null : `${value as string | bigint | number}`))
        expect(await read(type, (write as (list: unknown[]) => Buffer)(list))).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  },
)

test.each([
  ['smallint', smallints([-32_768, 32_767]), ['-32768', '32767']],
  ['integer', integers([-2_147_483_648, 2_147_483_647]), ['-2147483648', '2147483647']],
  ['bigint', bigints([-(2n ** 63n), 2n ** 63n - 1n]), ['-9223372036854775808', '9223372036854775807']],
  ['boolean', booleans([false, true]), ['false', 'true']],
  ['text', texts(['', '\u{10FFFF}'.repeat(100_000)]), ['', '\u{10FFFF}'.repeat(100_000)]],
  [
    'uuid',
    uuids(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']),
    ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ],
] as const)('the least and the greatest %s arrive as they are', async (type, list, values) => {
  expect(await read(type, list)).toEqual(values)
})

test.each([
  ['smallint', () => smallints([32_768])],
  ['integer', () => integers([2_147_483_648])],
  ['bigint', () => bigints([2n ** 63n])],
] as const)('a number beyond %s is an error, and never another number', (_, make) => {
  expect(make).toThrow(RangeError)
})

test('an upper-case uuid is the same uuid', async () => {
  expect(await read('uuid', uuids(['0190AF3C-DEAD-7BEE-8ABC-0123456789AB']))).toEqual([
    '0190af3c-dead-7bee-8abc-0123456789ab',
  ])
})

test('the server reads a list of timestamps to the millisecond, before the year 2000 too', async () => {
  const moments = [new Date('2026-11-21T18:25:43.511Z'), null, new Date('1999-12-31T23:59:59.999Z'), new Date(0)]
  const { rows } = await database.admin.query<{ value: Date | null }>(
    'select value from unnest($1::timestamptz[]) with ordinality as list (value, n) order by n',
    [timestamps(moments)],
  )
  expect(rows.map(({ value }) => value)).toEqual(moments)
})
