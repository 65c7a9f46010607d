import { readHead, sealNext, verifyChain } from '@puente/ledger'
import type { Anchor } from '@puente/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { audit } from './audit.ts'
import { auditSeals } from './audit-seals.ts'
import { createPool, withClient } from './db/pool.ts'
import { transaction } from './db/transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  for (let n = 0; n < 12; n += 1) await act(n)
  while ((await sealNext(database.db.pool, auditSeals, 5)) > 0);
})
afterAll(() => database.close())

/** Two lines in one transaction. */
const act = (n: number): Promise<void> =>
  transaction(database.db, 'test', async (trx) => {
    const actor = { kind: 'system', id: 'test' } as const
    await audit(trx, { actor, action: 'thing.done', object: { type: 'thing', id: String(n) }, result: 'done' })
    await audit(trx, { actor, action: 'thing.told', result: 'done', details: { n, far: true } })
  })

const verify = async (anchors: Anchor[] = []) => {
  const pool = createPool({ url: database.auditorUrl, log: { warn: () => {} }, max: 1 })
  try {
    return await verifyChain(pool, auditSeals, anchors)
  } finally {
    await pool.end()
  }
}

const asSuperuser = (...statements: string[]): Promise<void> =>
  withClient(database.superuserUrl, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** What is found after a change, which is then taken back. */
const foundAfter = async (change: string): Promise<string[]> => {
  await asSuperuser('create table kept as select * from audit_log', change)
  const { tampering } = await verify()
  await asSuperuser('truncate audit_log', 'insert into audit_log select * from kept', 'drop table kept')
  expect((await verify()).tampering).toEqual([])
  return tampering.map(({ kind, name }) => `${kind} ${name}`)
}

const idAt = async (offset: number): Promise<string> => {
  const text = `select id from audit_log order by transaction_number, id limit 1 offset ${offset}`
  const { rows } = await database.db.pool.query<{ id: string }>(text)
  return rows[0]!.id
}

test('what is written is sealed whole transactions at a time, and found as it was', async () => {
  const report = await verify()
  expect(report).toMatchObject({ rows: 24n, tampering: [] })
  expect(report.seals).toBe(6n)
})

test.each(['action', 'code', 'object_id', 'actor_id'])('I7: an altered %s names its row', async (column) => {
  const id = await idAt(7)
  const found = await foundAfter(`update audit_log set ${column} = 'x.y' where id = '${id}'`)
  expect(found).toEqual([`altered audit ${id}`])
})

test('I7: altered details name their row', async () => {
  const id = await idAt(4)
  expect(await foundAfter(`update audit_log set details = '{"n":0}' where id = '${id}'`)).toEqual([
    `altered audit ${id}`,
  ])
})

test('I7: a deleted row, and a tail that was cut off, are named', async () => {
  const [middle, last] = [await idAt(11), await idAt(23)]
  expect(await foundAfter(`delete from audit_log where id = '${middle}'`)).toEqual([`deleted audit ${middle}`])
  expect(await foundAfter(`delete from audit_log where id = '${last}'`)).toEqual([`deleted audit ${last}`])
})

test('I7: a row that was put in between is named', async () => {
  const invented = '0198c0de-0000-7000-8000-00000000abcd'
  const found = await foundAfter(`insert into audit_log (id, at, actor_kind, action, result, transaction_number)
    select '${invented}', at, 'system', 'thing.done', 'done', transaction_number from audit_log where id = '${await idAt(9)}'`)
  expect(found).toEqual([`inserted audit ${invented}`])
})

test('I7: a row that was moved to another place is named', async () => {
  const id = await idAt(2)
  const found =
    await foundAfter(`update audit_log set transaction_number = (select max(transaction_number) from audit_log)
    where id = '${id}'`)
  expect(found).toEqual([`reordered audit ${id}`])
})

test('I7: a chain that was cut and sealed again does not contain the head that the log has kept', async () => {
  const head = await readHead(database.db.pool, auditSeals)
  const anchors = [{ n: head!.n, hash: head!.hash }]
  expect((await verify(anchors)).tampering).toEqual([])
  await asSuperuser('truncate audit_seals', `delete from audit_log where id = '${await idAt(23)}'`)
  while ((await sealNext(database.db.pool, auditSeals, 5)) > 0);
  expect((await verify()).tampering).toEqual([])
  expect((await verify(anchors)).tampering).toMatchObject([{ kind: 'anchor' }])
})

test('P16: the product may not change, remove or empty the seals', async () => {
  const { pool } = database.db
  for (const statement of [
    'update audit_seals set n = 9',
    'delete from audit_seals',
    'truncate audit_seals',
    'truncate audit_log',
  ])
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})
