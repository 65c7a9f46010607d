import { expect, test } from 'vitest'
import { writtenIn } from './literals.ts'

const source = `
  const one = 'select count(*) from entries where kind = $1'
  const two = \`
    -- All of them.
    select sum(amount_cents) from entries where kind = 'x' and \${extra} limit 10\`
  // It's a comment, and so is \`this.
  const name = 'selected'
  const parts = \`select owner_id, \${columns.map((one) => \`max(\${one})\`).join(', ')} from entries group by owner_id\`
`

test('a statement is known by its words, whatever its values and its letter case', () => {
  const isWritten = writtenIn([source])
  expect(isWritten('SELECT count(*) FROM "entries" WHERE kind = $1;')).toBe(true)
  expect(isWritten("select count(*) from entries where kind = 'send'")).toBe(true)
  expect(isWritten('select count(*) from holds where kind = $1')).toBe(false)
  expect(
    writtenIn(["'select seq from entries where kind in (1, 2, 3)'"])(
      'select seq from entries where kind in ($1 /*, ... */)',
    ),
  ).toBe(true)
})

test('what is put together matches whatever was put in', () => {
  const isWritten = writtenIn([source])
  expect(isWritten('select sum(amount_cents) from entries where kind = $1 and seq > $2 limit $3')).toBe(true)
  expect(isWritten('select sum(amount_cents) from entries where seq > $2 limit $3')).toBe(false)
  expect(isWritten('select owner_id, max(seq), max(cents) from entries group by owner_id limit $1')).toBe(true)
})
