import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => app.close())

test('all addresses of one network share the budget of reports, and another network has its own', async () => {
  const report = async (from: string) => {
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' }
    return (await fetch(`${app.url}/csp`, { method: 'POST', headers, body: '{}' })).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 61; n += 1) statuses.push(await report(`203.0.113.${n + 1}`))
  expect(statuses.slice(0, 60).every((status) => status === 204)).toBe(true)
  expect(statuses[60]).toBe(429)
  expect(await report('198.51.100.1')).toBe(204)
})
