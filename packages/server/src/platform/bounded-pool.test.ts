import { expect, test } from 'vitest'
import { boundedPool, PoolBusy } from './bounded-pool.ts'

test('only so many run at once, only so many wait, and the rest is refused with a time to come back', async () => {
  const pooled = boundedPool(2, 1)
  let running = 0
  let most = 0
  const doors: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, (running += 1))
    await new Promise<void>((resolve) => doors.push(resolve))
    running -= 1
  }
  const three = [pooled(work), pooled(work), pooled(work)]
  await expect(pooled(work)).rejects.toBeInstanceOf(PoolBusy)
  doors.shift()?.()
  await expect.poll(() => doors.length).toBe(2)
  for (const open of doors) open()
  await Promise.all(three)
  expect(most).toBe(2)
  expect(await pooled(async () => 'again')).toBe('again')
})

test('a work that fails gives its place on', async () => {
  const pooled = boundedPool(1, 1)
  await expect(pooled(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await pooled(async () => 1)).toBe(1)
})
