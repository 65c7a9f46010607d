import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { audit } from './audit.ts'
import { transaction } from './db/transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('an act is recorded with its transaction, and not without it', async () => {
  const actor = { kind: 'user', id: '0198c0de-0000-7000-8000-000000000001' } as const
  await transaction(database.db, 'test', (trx) =>
    audit(trx, {
      actor,
      action: 'password.changed',
      object: { type: 'user', id: actor.id },
      result: 'done',
      details: { factor: 'none' },
    }),
  )
  const undone = transaction(database.db, 'test', async (trx) => {
    await audit(trx, { actor, action: 'email.changed', result: 'refused', code: 'emailUsed' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const rows = await database.db.selectFrom('audit_log').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    actor_kind: 'user',
    actor_id: actor.id,
    action: 'password.changed',
    object_type: 'user',
    details: { factor: 'none' },
  })
})

test('what is recorded cannot be changed or removed by the application', async () => {
  const { pool } = database.db
  await expect(pool.query(`update audit_log set action = 'x.y'`)).rejects.toMatchObject({ code: '42501' })
  await expect(pool.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' })
})
