import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { DB, Trx } from '#platform/db/database.ts'
import { insertPerson, updatePerson } from './directory-store.ts'

const aTransaction = (): Trx =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Trx

const person = { id: 'one', handle: 'one', fullName: 'One', isBusiness: false, imageFileId: null, canReceive: false }

test('whoever is added to the directory is not changed in the same transaction, where two on a cluster would wait for each other', async () => {
  const trx = aTransaction()
  await insertPerson(trx, person)
  await expect(updatePerson(trx, 'one', { canReceive: true })).rejects.toThrow('in one transaction')
  await updatePerson(trx, 'one', {})
  await updatePerson(aTransaction(), 'one', { canReceive: true })
})
