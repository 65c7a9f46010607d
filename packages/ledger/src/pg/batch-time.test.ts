/** What participants read at the time of their batch: with the locks on one PostgreSQL, behind them on several machines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BATCH_TIME, createLedger, forParticipant } from '../index.ts'
import type { Ledger, Participant } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aDeposit, aUser } from '../test/factories.ts'
import { isAnyWaiting, isSpread } from '../test/topology.ts'
import { withBatchTime } from './batch-time.ts'
import type { QueryRunner } from './sql.ts'

type Seen = { before: string; seen: string; after: string; notes: number }

/** Reads the batch time between two other values, and the number of the owner's notes. */
const witness: Participant<string, Seen[], null, { seen: number; at: Date; around: string; notes: number }> = {
  name: 'witness',
  phase: 'before',
  load: async (db, needs, at) => {
    const { rows } = await db.query<Seen>({
      name: 'test.witness',
      text: `select $1::text as before, (extract(epoch from $2::timestamptz) * 1000)::text as seen, $3::text as after, count(*)::int as notes
        from test_notes where owner_id = $4 and $2 > '2000-01-01'`,
      values: ['before', at, 'after', needs[0]?.need],
    })
    return rows
  },
  decide: ([row], _need, facts) => ({
    change: null,
    fact: {
      seen: Number(row?.seen ?? -1),
      at: facts.at,
      around: `${row?.before} ${row?.after}`,
      notes: row?.notes ?? -1,
    },
  }),
  apply: () => {},
  save: () => [],
}

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  for (const text of ['create table test_notes (owner_id uuid not null)', 'grant select on test_notes to app'])
    await database.admin.query(text)
})

afterAll(async () => {
  await database.stop()
})

describe.each([...(isSpread ? [] : [{ distributed: false }]), { distributed: true }])(
  'distributed: $distributed',
  ({ distributed }) => {
    let ledger: Ledger
    let offsetMs = 0

    beforeAll(() => {
      ledger = createLedger({
        pool: database.pool(),
        participants: [witness],
        distributed,
        clock: { offsetMs: () => offsetMs },
      })
    })

    afterAll(() => ledger.close())

    const look = async (ownerId: string) => {
      let found: { seen: number; at: Date; around: string; notes: number } | undefined
      const deposit = aDeposit(ledger, ownerId, 1n, {
        participants: forParticipant(witness, ownerId),
        answer: (facts) => {
          found = facts.of(witness)
          return null
        },
      })
      await ledger.post(deposit)
      return found
    }

    test('a participant reads at the exact time of its batch, to the millisecond, whatever the clock says', async () => {
      const ana = await aUser(ledger)
      for (const offset of [0, 90_061_007, -86_400_000]) {
        offsetMs = offset
        const found = await look(ana)
        expect(found?.seen).toBe(found?.at.getTime())
        expect(Math.abs((found?.at.getTime() ?? 0) - offset - Date.now())).toBeLessThan(60_000)
        expect(found?.around).toBe('before after')
      }
      offsetMs = 0
    })

    test('a participant reads everything that was committed before the locks were taken', async () => {
      const ana = await aUser(ledger, 1n)
      const other = await database.admin.connect()
      await other.query('begin')
      await other.query('select from accounts where owner_id = $1 for update', [ana])
      const waiting = look(ana)
      await expect.poll(() => isAnyWaiting(database)).toBe(true)
      await other.query('insert into test_notes values ($1)', [ana])
      await other.query('commit')
      other.release()
      expect((await waiting)?.notes).toBe(1)
    })
  },
)

describe('a statement that takes the batch time', () => {
  const nowhere = withBatchTime({ query: () => Promise.reject(new Error('was sent')) } as QueryRunner)

  test('takes it once and has a name', () => {
    expect(() =>
      nowhere.query({ name: 'test.twice', text: 'select $1, $2', values: [BATCH_TIME, BATCH_TIME] }),
    ).toThrow(/once/)
    expect(() => nowhere.query({ text: 'select $1', values: [BATCH_TIME] })).toThrow(/name/)
  })
})
