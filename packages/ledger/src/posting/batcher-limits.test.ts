/** What the batcher refuses: a full queue, a long wait, a deadline that has passed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPoster, batcherOf } from '../test/posters.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const turn = () => vi.advanceTimersByTimeAsync(0)

test('P15: a command that was not taken before its deadline is refused, never posted, and harms no other', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster])
  send(1)
  await turn()
  send(1, { deadlineMs: 1_000 })
  send(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toEqual(['busy'])
  poster.batches[0]!.end()
  await turn()
  expect(poster.sizes()).toEqual([1, 1])
  poster.batches[1]!.end()
  await turn()
  expect(ended).toEqual(['busy', 'posted', 'posted'])
})

test('P15: the deadline of a command that was taken into a batch has no effect: its outcome is awaited', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster])
  send(1, { deadlineMs: 1_000 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ended).toEqual([])
  poster.batches[0]!.end()
  await turn()
  expect(ended).toEqual(['posted'])
})

test('P15: a command without a deadline waits as long as the batcher allows', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster], { deadlineMs: 300 })
  send(1)
  await turn()
  send(2)
  await vi.advanceTimersByTimeAsync(300)
  expect(ended).toEqual(['busy', 'busy'])
})

test('P15: a full queue refuses at once', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster], { queueLimit: 3 })
  send(5)
  await turn()
  expect(ended).toEqual(['busy', 'busy'])
})

/** Three batches in a row that take so long each. */
const slowDown = async (poster: ReturnType<typeof aPoster>, send: (count: number) => unknown, ms: number) => {
  for (let n = 0; n < 3; n += 1) {
    send(1)
    await turn()
    await vi.advanceTimersByTimeAsync(ms)
    poster.batches.at(-1)!.end()
    await turn()
  }
}

test('P15: a command that would wait longer than the limit, at the pace of recent batches, is refused at once', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster])
  await slowDown(poster, send, 100)
  send(1)
  await turn()
  send(20)
  expect(ended).toHaveLength(3)
  send(1)
  await turn()
  expect(ended.slice(3)).toEqual(['busy'])
})

test('one slow batch among quick ones does not set the pace, and an idle batcher takes every command', async () => {
  const poster = aPoster()
  const { send, ended } = batcherOf([poster])
  await slowDown(poster, send, 10_000)
  send(1)
  await turn()
  poster.batches.at(-1)!.end()
  await turn()
  send(15)
  await turn()
  send(15)
  await turn()
  expect(ended).toEqual(Array.from({ length: 4 }, () => 'posted'))
})
