import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LedgerUnavailable } from '../errors.ts'
import { aPoster, batcherOf, commands, options } from '../test/posters.ts'
import { createBatcher } from './batcher.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const turn = () => vi.advanceTimersByTimeAsync(0)

test('an idle batcher posts the commands of one turn at once, and queues those that come meanwhile', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster])
  send(3)
  await turn()
  send(2)
  send(2)
  await turn()
  expect(poster.sizes()).toEqual([3])
  poster.batches[0]!.end()
  await turn()
  expect(poster.sizes()).toEqual([3, 4])
  poster.batches[1]!.end()
  await turn()
  expect(ended).toHaveLength(7)
})

test('a command posted as soon as an outcome arrives is posted too, however often', async () => {
  const batcher = createBatcher([async (batch) => batch.map(() => ({ error: new Error('refused') }))], options)
  let refusals = 0
  for (let n = 0; n < 20; n += 1)
    await batcher.post(commands(1)[0]!).catch(() => {
      refusals += 1
    })
  expect(refusals).toBe(20)
})

test('no batch is larger than its limit, and the order of commands is kept', async () => {
  const poster = aPoster()
  const { batcher } = batcherOf([poster], { batchLimit: 2 })
  const sent = commands(5)
  const posted = sent.map((command) => batcher.post(command))
  await turn()
  for (let n = 0; n < 3; n += 1) {
    poster.batches[n]!.end()
    await turn()
  }
  expect(poster.sizes()).toEqual([2, 2, 1])
  expect(poster.batches.flatMap((batch) => batch.commands)).toEqual(sent)
  await Promise.all(posted)
})

test('a second batch starts beside the first only when enough have gathered', async () => {
  const [first, second] = [aPoster(), aPoster()]
  const { send } = batcherOf([second, first])
  send(1)
  await turn()
  send(4)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], []])
  send(1)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], [5]])
  send(7)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], [5]])
  second.batches[0]!.end()
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], [5, 7]])
})

test('where batches may not overlap there is one at a time, however many wait', async () => {
  const [first, second] = [aPoster(), aPoster()]
  const { send } = batcherOf([second, first], { mayOverlap: () => false })
  send(10)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[10], []])
  send(9)
  first.batches[0]!.write()
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[10], []])
  first.batches[0]!.end()
  await turn()
  expect([...first.sizes(), ...second.sizes()]).toEqual([10, 9])
})

test('commands of one turn that are enough for two batches are shared between both posters', async () => {
  const [first, second] = [aPoster(), aPoster()]
  const { send } = batcherOf([second, first])
  send(13)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[7], [6]])
  send(8)
  first.batches[0]!.end()
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[7, 7], [6]])
})

test('a command that shares an owner with a running batch waits for it, and too few others do not start a second one', async () => {
  const [first, second] = [aPoster(), aPoster()]
  const { send } = batcherOf([second, first])
  const ownerId = uuidv7()
  send(1, { ownerId })
  await turn()
  send(20, { ownerId })
  send(4)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], []])
  send(5)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], [9]])
  first.batches[0]!.end()
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1, 10], [9]])
})

test('where all commands touch the same rows, one batch is decided while the one before it is written', async () => {
  const [first, second] = [aPoster(), aPoster()]
  const { send } = batcherOf([second, first], { batchLimit: 100 })
  const ownerId = uuidv7()
  send(20, { ownerId })
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[10], []])
  first.batches[0]!.write()
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[10], [10]])
  first.batches[0]!.end()
  send(10, { ownerId })
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[10], [10]])
  second.batches[0]!.write()
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[10, 10], [10]])
})

test('beside a batch that is being written, very few commands wait for its end', async () => {
  const [first, second] = [aPoster(), aPoster()]
  const { send } = batcherOf([second, first])
  send(1)
  await turn()
  first.batches[0]!.write()
  send(1)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], []])
  send(1)
  await turn()
  expect([first.sizes(), second.sizes()]).toEqual([[1], [2]])
})

test('a poster that throws fails its batch and no other', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster], { batchLimit: 2 })
  send(3)
  await turn()
  poster.batches[0]!.fail(new Error('broken'))
  await turn()
  poster.batches[1]!.end()
  await turn()
  expect(ended).toEqual(['failed', 'failed', 'posted'])
})

test('closing takes no more commands and waits for every running batch', async () => {
  const [first, second] = [aPoster(), aPoster()]
  const { batcher, send, ended } = batcherOf([second, first])
  send(1)
  await turn()
  send(6)
  await turn()
  let isClosed = false
  const closing = batcher.close().then(() => {
    isClosed = true
  })
  await expect(batcher.post(commands(1)[0]!)).rejects.toThrow(LedgerUnavailable)
  first.batches[0]!.end()
  await turn()
  expect(isClosed).toBe(false)
  second.batches[0]!.end()
  await closing
  expect(ended).toHaveLength(7)
})
