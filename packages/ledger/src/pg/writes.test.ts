import { expect, test } from 'vitest'
import { composeWrites, groupIndependent } from './writes.ts'
import type { Write } from './writes.ts'

const aWrite = (name: string, text: string, isIndependent = false): Write => ({
  statement: { name, text },
  values: [name],
  ...(isIndependent ? { isIndependent: true } : {}),
})

test('neighbouring independent writes are grouped, and the order stays', () => {
  const insert = 'insert into notes values ($1)'
  const writes = [
    aWrite('a', insert, true),
    aWrite('b', insert, true),
    aWrite('c', insert),
    aWrite('d', insert),
    aWrite('e', insert, true),
  ]
  const names = groupIndependent(writes).map((group) => group.map(({ statement }) => statement.name).join(''))
  expect(names).toEqual(['ab', 'c', 'd', 'e'])
})

test('writes are composed into one statement, with their values in order', () => {
  const { statement, values } = composeWrites([
    aWrite('test.one', 'insert into one values ($1)', true),
    { ...aWrite('test.two', 'update two set n = $1', true), rows: 3 },
  ])
  expect(statement.text).toBe(
    'with w0 as (insert into one values ($1)), w1 as (update two set n = $2 returning 1) ' +
      'select 1 / ((select count(*) from w1) = $3)::int',
  )
  expect(values).toEqual(['test.one', 'test.two', 3])
})

test('a statement that only reads is never composed: the server would not run it', () => {
  const call = aWrite('test.call', 'select add_job($1)', true)
  expect(() => composeWrites([call])).toThrow('test.call cannot be part of a statement')
})
