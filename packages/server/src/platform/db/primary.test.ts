import { expect, test } from 'vitest'
import { createPrimaryFinder, NoPrimary, type Probe } from './primary.ts'

/** Servers by name: the time line of a primary, null for a standby, and an error for one that does not answer. */
const servers = (state: Record<string, number | null | Error>): { probe: Probe; asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    probe: async (url) => {
      asked.push(url)
      const answer = state[url] ?? null
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

test('the server that is not in recovery is the primary, and is asked once for many connections', async () => {
  const { probe, asked } = servers({ a: null, b: 1, c: new Error('gone') })
  const finder = createPrimaryFinder(['a', 'b', 'c'], probe)
  expect(await Promise.all([finder.find(), finder.find(), finder.find()])).toEqual(['b', 'b', 'b'])
  expect(asked).toEqual(['a', 'b', 'c'])
})

test('a suspected primary is located again, and holders of connections learn where it is', async () => {
  const state: Record<string, number | null | Error> = { a: 1, b: null }
  const found: string[] = []
  const finder = createPrimaryFinder(['a', 'b'], servers(state).probe)
  finder.onFound((url) => found.push(url))
  expect(await finder.find()).toBe('a')
  Object.assign(state, { a: new Error('gone'), b: 2 })
  finder.suspect('a')
  await expect.poll(() => found).toEqual(['a', 'b'])
  expect(await finder.find()).toBe('b')
})

test('of two servers that both believe to be the primary, the one on the newer time line is', async () => {
  const finder = createPrimaryFinder(['a', 'b'], servers({ a: 1, b: 2 }).probe)
  expect(await finder.find()).toBe('b')
})

test('a newer primary is found while the one it replaced still answers, and a look that changes nothing announces nothing', async () => {
  const state: Record<string, number | null | Error> = { a: 1, b: null }
  const found: string[] = []
  const finder = createPrimaryFinder(['a', 'b'], servers(state).probe)
  finder.onFound((url) => found.push(url))
  await finder.find()
  await finder.refresh()
  state['a'] = new Error('too busy to answer')
  await finder.refresh()
  expect([await finder.find(), ...found]).toEqual(['a', 'a'])
  Object.assign(state, { a: 1, b: 2 })
  await finder.refresh()
  expect([await finder.find(), ...found]).toEqual(['b', 'a', 'b'])
})

test('a server that is behind what was seen before is never gone back to', async () => {
  const state: Record<string, number | null | Error> = { a: 1, b: 2 }
  const finder = createPrimaryFinder(['a', 'b'], servers(state).probe)
  expect(await finder.find()).toBe('b')
  state['b'] = new Error('gone')
  finder.suspect('b')
  await expect(finder.find()).rejects.toThrow(NoPrimary)
})

test('while no server takes writes the search ends with an error that may be tried again', async () => {
  const finder = createPrimaryFinder(['a', 'b'], servers({ a: null, b: new Error('gone') }).probe)
  await expect(finder.find()).rejects.toMatchObject({ name: 'NoPrimary', code: 'ECONNREFUSED' })
})
