import { afterAll, beforeAll, expect } from 'vitest'
import type { AppOptions } from '../app.ts'
import { type TestApp, testApp } from './app.ts'

/**
 * The server of a whole test file, there from its first test on; `env` overrides settings. After the last test its books
 * must balance, whatever the tests were about.
 */
export const appOfFile = (env: Record<string, string> = {}, options: AppOptions = {}): TestApp => {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await testApp(env, options))
  })
  afterAll(async () => {
    expect((await app.services.ledger.check()).violations).toEqual([])
    await app.close()
  })
  return app
}
