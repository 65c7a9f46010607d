import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { startIntegrity } from './integrity.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const metric = async (name: string): Promise<number> => {
  const found = (await app.services.metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name))
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('checker and sealer work on their thread and tell this process what they came to', async () => {
  const { services } = app
  const tasks = startIntegrity(services)
  await transaction(services.db, 'test', (trx) =>
    audit(trx, { actor: { kind: 'system', id: 'test' }, action: 'thing.done', result: 'done' }),
  )
  await expect.poll(() => metric('sealed_rows_total'), { timeout: 15_000 }).toBeGreaterThan(0)
  await expect.poll(() => metric('ledger_check_last_look_seconds'), { timeout: 15_000 }).toBeGreaterThan(0)
  const standing = await services.ledger.checkProgress()
  expect(standing.violations).toEqual([])
  await tasks.stop()

  const { rows } = await services.db.pool.query(`select from pg_stat_activity where application_name = 'integrity'`)
  expect(rows).toHaveLength(0)
})
