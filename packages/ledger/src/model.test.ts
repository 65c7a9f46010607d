import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from './index.ts'
import type { Ledger } from './index.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'
import { wallet, wordFor } from './test/factories.ts'
import { createModel, steps } from './test/model.ts'

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool(), batchLimit: 7, houseStripes: 2 })
})

afterAll(async () => {
  await ledger.close()
  await database.stop()
})

test(
  'random histories in batches, over a real database, end as the reference model says',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps(80), async (history) => {
        const model = createModel(ledger.house)
        const played = history.flatMap((step) => model.play(step) ?? [])
        const outcomes = await Promise.all(played.map(({ command }) => ledger.post(command)))
        expect(outcomes.map(wordFor)).toEqual(played.map(({ expected }) => expected))
        const balances = await Promise.all(model.users.map((id) => ledger.balance(wallet(id))))
        expect(
          balances.map(({ balanceCents, heldCents }) => ({ balance: Number(balanceCents), held: Number(heldCents) })),
        ).toEqual(model.standings())
      }),
      { numRuns: 60 },
    )
    expect((await ledger.check()).violations).toEqual([])
  },
)
