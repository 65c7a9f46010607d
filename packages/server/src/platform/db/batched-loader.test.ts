import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { batchedLoader } from './batched-loader.ts'

const db = {} as Db

/** A table whose loads end when the test ends them. */
const aTable = () => {
  const asked: { keys: number[]; answer: (rows: Map<string, string>) => void; fail: (error: Error) => void }[] = []
  const find = batchedLoader<Db, number, string>(
    (key) => `k${key}`,
    (_db, keys) => new Promise((answer, fail) => asked.push({ keys, answer, fail })),
  )
  const end = (nth: number) =>
    asked[nth]?.answer(new Map(asked[nth].keys.filter((key) => key > 0).map((key) => [`k${key}`, `row ${key}`])))
  return { asked, find: (key: number) => find(db, key), end }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('concurrent lookups share a statement, and each gets its own answer', async () => {
  const { asked, find, end } = aTable()
  const found = Promise.all([find(1), find(2), find(1), find(-3)])
  await settle()
  expect(asked.map(({ keys }) => keys)).toEqual([[1, 2, -3]])
  end(0)
  expect(await found).toEqual(['row 1', 'row 2', 'row 1', null])
})

test('a later lookup is answered by a statement that was sent after it', async () => {
  const { asked, find, end } = aTable()
  const first = find(1)
  await settle()
  const others = [find(2), find(1)]
  await settle()
  const late = [find(3), find(1)]
  await settle()
  // Two are under way; those who came last wait for one of them.
  expect(asked.map(({ keys }) => keys)).toEqual([[1], [2, 1]])
  end(0)
  end(1)
  await settle()
  expect(asked.map(({ keys }) => keys)).toEqual([[1], [2, 1], [3, 1]])
  end(2)
  expect(await Promise.all([first, ...others, ...late])).toEqual(['row 1', 'row 2', 'row 1', 'row 3', 'row 1'])
})

test('a statement that fails does so for its own lookups, and for none after them', async () => {
  const { asked, find, end } = aTable()
  const together = Promise.allSettled([find(1), find(2)])
  await settle()
  asked[0]?.fail(new Error('lost'))
  expect((await together).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = find(1)
  await settle()
  end(1)
  expect(await next).toBe('row 1')
})
