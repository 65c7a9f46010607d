import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '#lib/api/api.ts'
import { fakeClock } from '#test/fake-clock.ts'
import { handles, server } from '#test/server.ts'
import { setClock } from './clock.ts'
import { learnTime, onDevice, productNow } from './product-time.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const HOUR_MS = 3_600_000
const says = (ms: number) => learnTime(new Date(ms).toUTCString())

beforeEach(() => void fakeClock(NOW))
afterEach(() => {
  says(NOW)
  setClock()
})

test.each([
  ['a clock put forward', 72 * HOUR_MS],
  ['a device that is ahead', -5 * HOUR_MS],
])('the time is that of the last answer, which goes on by itself: %s', async (_what, aheadMs) => {
  const clock = fakeClock(NOW)
  server.use(
    handles('health', () =>
      Response.json({ data: { ok: true } }, { headers: { Date: new Date(NOW + aheadMs).toUTCString() } }),
    ),
  )
  await call('health')
  expect(productNow()).toBe(NOW + aheadMs)
  await clock.advance(1500)
  expect(productNow()).toBe(NOW + aheadMs + 1500)
})

test('a wait until a moment of the server is as long on a device whose clock is wrong', () => {
  says(NOW + 72 * HOUR_MS)
  const resendAt = new Date(NOW + 72 * HOUR_MS + 30_000).toISOString()
  expect(onDevice(resendAt) - NOW).toBe(30_000)
})

test('what an answer took on its way moves nothing, and an answer without a date says nothing', () => {
  says(NOW - 4000)
  expect(productNow()).toBe(NOW)
  says(NOW + HOUR_MS)
  learnTime(null)
  expect(productNow()).toBe(NOW + HOUR_MS)
})
