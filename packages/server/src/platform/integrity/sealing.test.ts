import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { audit } from '../audit.ts'
import { withClient } from '../db/pool.ts'
import { transaction } from '../db/transaction.ts'
import { createFailpoint, type Failpoint } from '../failpoints.ts'
import { sealWritten } from './sealing.ts'
import { verifySeals } from './verify-seals.ts'
import { watchLag } from './watch-lag.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const act = (): Promise<void> =>
  transaction(database.db, 'test', (trx) =>
    audit(trx, { actor: { kind: 'system', id: 'test' }, action: 'thing.done', result: 'done' }),
  )

const seal = (failpoint: Failpoint): Promise<void> =>
  sealWritten({ db: database.db, log: { info: () => {} }, metrics: { sealed: () => {} }, failpoint })

/** How many lines of the audit trail are under seals, and what does not fit. */
const sealed = async () => {
  const [audits] = await verifySeals(database.db.pool, {})
  return { rows: audits?.rows, tampering: audits?.tampering }
}

test('T2: what stops before a seal is written has sealed nothing, and the next turn seals the same rows once', async () => {
  await act()
  const armed = createFailpoint([{ point: 'seal.write', action: 'throw', nth: 1 }])
  await expect(seal(armed)).rejects.toThrow('seal.write')
  expect((await database.db.pool.query('select from audit_seals')).rowCount).toBe(0)

  await act()
  await seal(armed)
  expect(await sealed()).toEqual({ rows: 2n, tampering: [] })
})

test('a turn without anything to seal passes no failpoint', async () => {
  await seal(createFailpoint([]))
  await seal(createFailpoint([{ point: 'seal.write', action: 'throw', nth: 1 }]))
  expect(await sealed()).toMatchObject({ tampering: [] })
})

test('a batch that waits for its seal, and one that waits for a checkpoint, page when it takes too long', async () => {
  const error = vi.fn()
  const behind = vi.fn()
  const watch = () => watchLag({ db: database.db, log: { error }, metrics: { behind } })
  await watch()
  expect(behind).toHaveBeenLastCalledWith({ sealMs: 0, proofMs: 0 })
  await withClient(database.superuserUrl, (client) =>
    client.query(`insert into batches (owner_ids, accounts, seqs_before, seqs_after, at)
      values ('{}', '{}', '{}', '{}', now() - interval '11 minutes')`),
  )
  await watch()
  expect(error.mock.calls).toEqual([[{ alert: true, component: 'seal' }, expect.stringContaining('sealed')]])
  await withClient(database.superuserUrl, (client) =>
    client.query(`update batches set at = now() - interval '27 hours'`),
  )
  await watch()
  expect(error).toHaveBeenLastCalledWith({ alert: true, component: 'checker' }, expect.stringContaining('checkpoint'))
})
