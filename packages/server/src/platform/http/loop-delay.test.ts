import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { measureLoopDelay } from './loop-delay.ts'

const block = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
}

test('a loop whose turns stay long is late, and is in time again when they are short', async () => {
  const delay = measureLoopDelay()
  onTestFinished(delay.stop)
  let isBusy = true
  const working = (async () => {
    for (; isBusy; await setImmediate()) block(80)
  })()
  await expect.poll(delay.read, { timeout: 10_000 }).toBeGreaterThan(30)
  isBusy = false
  await working
  await expect.poll(delay.read, { timeout: 10_000 }).toBeLessThan(30)
})

test('one long turn alone says nothing', async () => {
  const delay = measureLoopDelay()
  onTestFinished(delay.stop)
  let most = 0
  block(1_200)
  for (const until = performance.now() + 1_500; performance.now() < until; await setImmediate())
    most = Math.max(most, delay.read())
  expect(most).toBeLessThan(250)
})
