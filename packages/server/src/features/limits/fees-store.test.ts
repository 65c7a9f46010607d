import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { write } from '#test/write.ts'
import { countFreeOperations, freeOperationWrites } from './fees-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('of several free operations only the one that came to nothing is given back, to its owner alone', async () => {
  const [ana, ben] = [newId(), newId()]
  const [first, second, other] = [newId(), newId(), newId()]
  const at = new Date('2026-05-01T12:00:00Z')
  await withClient(database.appUrl, async (client) => {
    const taken = [
      { ownerId: ana, movementId: first },
      { ownerId: ana, movementId: second },
      { ownerId: ben, movementId: other },
    ]
    await write(client, freeOperationWrites(taken, [], at))
    await write(client, freeOperationWrites([], [{ ownerId: ana, movementId: first }], at))
    expect(await countFreeOperations(client, [ana, ben])).toEqual(
      new Map([
        [ana, 1],
        [ben, 1],
      ]),
    )
    // What never took one gives none back.
    await write(client, freeOperationWrites([], [{ ownerId: ben, movementId: first }], at))
    expect(await countFreeOperations(client, [ana, ben])).toEqual(
      new Map([
        [ana, 1],
        [ben, 1],
      ]),
    )
  })
})
