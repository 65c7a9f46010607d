import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

type One = { n: number; owners: string[] }

const queueOf = (...owners: string[]) => {
  const queue = createQueue<One>()
  const all = owners.map((letters, n) => ({ n, owners: letters.split('') }))
  for (const one of all) queue.add(one)
  return { queue, all, take: (limit = 100, atLeast = 0) => queue.take(limit, atLeast).map(({ n }) => n) }
}

test('with no batch running the first commands are taken, in order, whatever they share', () => {
  const { queue, take } = queueOf('ab', 'ab', 'c')
  expect(take(2)).toEqual([0, 1])
  expect(queue.size()).toBe(1)
})

test('a batch beside an undecided one shares no owner with it', () => {
  const { take } = queueOf('ab', 'bc', 'de', 'a', 'f')
  expect(take(1)).toEqual([0])
  expect(take()).toEqual([2, 4])
})

test('no command overtakes one that was passed over and shares an owner with it', () => {
  const { queue, all, take } = queueOf('h', 'hx', 'xy', 'y', 'z')
  expect(take(1)).toEqual([0])
  expect(take()).toEqual([4])
  queue.release([all[0]!])
  expect(take()).toEqual([1, 2, 3])
})

test('a command that needs what two batches hold in turn is not starved', () => {
  const { queue, all, take } = queueOf('a', 'b', 'ab', 'a', 'b')
  expect(take(1)).toEqual([0])
  expect(take(1)).toEqual([1])
  queue.release([all[0]!])
  expect(take()).toEqual([])
  queue.release([all[1]!])
  expect(take()).toEqual([2, 3, 4])
})

test('too few for a batch stay where they are', () => {
  const { queue, take } = queueOf('a', 'a', 'b')
  expect(take(1)).toEqual([0])
  expect(take(100, 2)).toEqual([])
  expect(queue.size()).toBe(2)
  expect(take(100, 1)).toEqual([2])
})

test('a command past its deadline leaves the queue', () => {
  const { queue, all, take } = queueOf('a', 'b')
  queue.remove(all[0]!)
  expect(take()).toEqual([1])
})

test('undecided batches never share an owner, commands of one owner keep their order, and every command is taken', () => {
  const owners = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 })
  const turns = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 4 }), ends: fc.nat(1) }), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(owners, { maxLength: 30 }), turns, (commands, plan) => {
      const queue = createQueue<One>()
      commands.forEach((letters, n) => queue.add({ n, owners: letters }))
      const underWay: One[][] = []
      const served: One[] = []
      const step = (limit: number, ends: number) => {
        if (underWay.length === 2) queue.release(underWay.splice(ends, 1)[0]!)
        const batch = queue.take(limit, 0)
        const others = new Set(underWay.flat().flatMap((one) => one.owners))
        expect(batch.flatMap((one) => one.owners).filter((owner) => others.has(owner))).toEqual([])
        underWay.push(batch)
        served.push(...batch)
      }
      for (const { limit, ends } of plan) step(limit, ends)
      for (let n = 0; n < 2 * commands.length + 2; n += 1) step(4, 0)
      expect(served).toHaveLength(commands.length)
      for (const letter of ['a', 'b', 'c', 'd']) {
        const order = served.filter((one) => one.owners.includes(letter)).map(({ n }) => n)
        expect(order).toEqual(order.toSorted((left, right) => left - right))
      }
    }),
  )
})
