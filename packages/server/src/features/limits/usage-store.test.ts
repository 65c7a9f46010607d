/** Usage against a model that knows nothing of buckets: it keeps every operation and adds up those inside the window. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { write } from '#test/write.ts'
import { OPERATION_GROUPS, WINDOW_MS } from './limit-state-rules.ts'
import type { LimitGroup, RollingWindow, Usage } from './limit-state-rules.ts'
import { partsOfOwner, readParts } from './usage-parts-store.ts'
import { restoreWrites, readUsage, usageWrites } from './usage-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

type Counted = {
  movementId: string
  operations: readonly LimitGroup[]
  amountCents: bigint
  countedAt: Date
  isGivenBack: boolean
}

const WINDOWS = Object.keys(WINDOW_MS) as RollingWindow[]
const QUARTER_MS = 15 * 60_000

/** What the rows of a model come to at a moment, in the form in which the store tells it. */
const modelUsage = (all: Counted[], at: Date): Record<string, unknown> => {
  const usage: Record<string, unknown> = {}
  for (const one of all) {
    for (const operation of one.isGivenBack ? [] : one.operations) {
      for (const window of WINDOWS) {
        if (one.countedAt.getTime() <= at.getTime() - WINDOW_MS[window]) continue
        const key = `${operation} ${window}`
        const { cents, oldestAt } = (usage[key] ?? { cents: 0n, oldestAt: one.countedAt }) as Counted & {
          cents: bigint
          oldestAt: Date
        }
        usage[key] = {
          cents: cents + one.amountCents,
          oldestAt: one.countedAt < oldestAt ? one.countedAt : oldestAt,
        }
      }
    }
  }
  return usage
}

const flat = (usage: Usage | undefined): Record<string, unknown> =>
  Object.fromEntries(
    [...(usage ?? [])].flatMap(([operation, windows]) =>
      WINDOWS.filter((window) => (windows[window]?.cents ?? 0n) > 0n).map((window) => [
        `${operation} ${window}`,
        windows[window],
      ]),
    ),
  )

/** Clocks change, months and years end, a leap day comes: none of it may matter to a rolling window. */
const starts = fc.constantFrom(
  '2026-03-08T06:59:59.999Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2024-02-29T00:00:00.000Z',
  '2026-12-31T23:45:00.000Z',
)
/**
 * From one step to the next: nothing, a moment, a part of a bucket, a bucket, and the lengths of the windows; or back, as
 * when a clock is set right.
 */
const pause = fc.constantFrom(
  -QUARTER_MS - 1,
  -1_000,
  -1,
  0,
  1,
  1_000,
  QUARTER_MS - 1,
  QUARTER_MS,
  QUARTER_MS + 1,
  ...WINDOWS.flatMap((window) => [WINDOW_MS[window] - 1, WINDOW_MS[window], WINDOW_MS[window] / 3]),
)
const every: readonly { send: readonly LimitGroup[]; deposit: readonly LimitGroup[] | null }[] =
  Object.values(OPERATION_GROUPS)
const groups = fc.constantFrom(...every.flatMap(({ send, deposit }) => (deposit ? [send, deposit] : [send])))
const step = fc.record({
  pauseMs: pause,
  taken: fc.array(fc.record({ operations: groups, amountCents: fc.bigInt({ min: 1n, max: 1_000_00n }) }), {
    maxLength: 4,
  }),
  /** Which of those that count so far come to nothing. */
  ended: fc.array(fc.nat(), { maxLength: 2 }),
})

/** Of a plain list, newest first, what was used at which moment, and how much after it. */
const modelParts = (all: Counted[], operation: LimitGroup, window: RollingWindow, at: Date) => {
  const inside = all.filter(
    (one) =>
      !one.isGivenBack &&
      one.operations.includes(operation) &&
      one.countedAt.getTime() > at.getTime() - WINDOW_MS[window],
  )
  let newerCents = 0n
  return [...Map.groupBy(inside, ({ countedAt }) => countedAt.getTime())]
    .toSorted(([a], [b]) => b - a)
    .map(([time, some]) => {
      const part = {
        at: new Date(time),
        cents: some.reduce((sum, { amountCents }) => sum + amountCents, 0n),
        newerCents,
      }
      newerCents += part.cents
      return part
    })
}

/** Just before, at and just after every moment at which something that was counted, or its bucket, leaves a window. */
const bordersOf = (all: readonly Counted[]): Date[] => {
  const counted = new Set(all.map(({ countedAt }) => countedAt.getTime()))
  const buckets = [...counted].map((at) => Math.floor(at / QUARTER_MS) * QUARTER_MS)
  const moments = new Set([...counted, ...buckets, ...buckets.map((start) => start + QUARTER_MS)])
  return WINDOWS.flatMap((window) =>
    [...moments].flatMap((at) => [-1, 0, 1].map((ms) => new Date(at + WINDOW_MS[window] + ms))),
  )
}

test('P7, A-09: used and oldest part are those of a plain list, to the millisecond, whatever is given back', async () => {
  await withClient(database.appUrl, async (client) => {
    // Whatever zone a connection speaks of, a day there has 24 hours.
    await client.query("set time zone 'America/New_York'")
    await fc.assert(
      fc.asyncProperty(starts, fc.array(step, { minLength: 1, maxLength: 12 }), async (start, steps) => {
        const [ownerId, stranger] = [newId(), newId()]
        const all: Counted[] = []
        let at = new Date(start)
        await write(
          client,
          usageWrites([{ ownerId: stranger, movementId: newId(), operations: ['inApp'], amountCents: 7n }], at),
        )
        for (const { pauseMs, taken, ended } of steps) {
          at = new Date(at.getTime() + pauseMs)
          const fresh = taken.map((one) => ({ ...one, movementId: newId(), countedAt: at, isGivenBack: false }))
          await write(
            client,
            usageWrites(
              fresh.map(({ movementId, operations, amountCents }) => ({
                ownerId,
                movementId,
                operations,
                amountCents,
              })),
              at,
            ),
          )
          all.push(...fresh)
          for (const nth of ended) {
            const open = all.filter(({ isGivenBack }) => !isGivenBack)
            const one = open[nth % Math.max(open.length, 1)]
            if (!one) continue
            await write(client, restoreWrites([{ ownerId, movementId: one.movementId, countedAt: one.countedAt }], at))
            one.isGivenBack = true
          }
          const moments = [
            at,
            ...WINDOWS.flatMap((window) => [-1, 0, 1].map((ms) => new Date(at.getTime() + WINDOW_MS[window] + ms))),
          ]
          for (const moment of moments) {
            const read = await readUsage(client, [ownerId], moment)
            expect(flat(read.get(ownerId))).toEqual(modelUsage(all, moment))
          }
          const sums = [0n, 100_00n, 1_500_00n].flatMap((highCents) =>
            WINDOWS.map((window) => ({
              operation: 'outgoing' as const,
              window,
              highCents,
              lowCents: highCents - 300_00n,
            })),
          )
          const parts = partsOfOwner(
            await readParts(
              client,
              sums.map((one) => ({ ...one, ownerId })),
              at,
            ),
            ownerId,
          )
          for (const { lowCents, ...one } of sums)
            expect(parts(one)).toEqual(
              modelParts(all, one.operation, one.window, at).filter(
                ({ cents, newerCents }) => newerCents <= one.highCents && newerCents + cents > lowCents,
              ),
            )
        }
        for (const moment of bordersOf(all)) {
          const read = await readUsage(client, [ownerId], moment)
          expect(flat(read.get(ownerId)), moment.toISOString()).toEqual(modelUsage(all, moment))
        }
        expect(flat((await readUsage(client, [stranger], new Date(start))).get(stranger))).toMatchObject({
          'inApp 24h': { cents: 7n },
        })
      }),
      { numRuns: 25 },
    )
  })
})

test('several owners are read at once, and those without usage are missing', async () => {
  const [ana, ben, cleo] = [newId(), newId(), newId()]
  const at = new Date('2026-05-01T12:00:00Z')
  await withClient(database.appUrl, async (client) => {
    const counted = (ownerId: string, amountCents: bigint) => ({
      ownerId,
      movementId: newId(),
      operations: ['inApp', 'outgoing'] as const,
      amountCents,
    })
    await write(client, usageWrites([counted(ana, 1n), counted(ben, 2n), counted(ana, 4n)], at))
    const read = await readUsage(client, [ana, ben, cleo], at)
    expect([ana, ben, cleo].map((id) => read.get(id)?.get('outgoing')?.['24h']?.cents)).toEqual([5n, 2n, undefined])
  })
})

test('giving back what was never counted, or twice, is a defect and not a silence', async () => {
  const ownerId = newId()
  const movementId = newId()
  const at = new Date('2026-05-01T12:00:00Z')
  await withClient(database.appUrl, async (client) => {
    await write(client, usageWrites([{ ownerId, movementId, operations: ['inApp'], amountCents: 1n }], at))
    const restore = (countedAt: Date) => write(client, restoreWrites([{ ownerId, movementId, countedAt }], at))
    await expect(restore(new Date(at.getTime() + 1))).rejects.toThrow('limits.restore touched 0 rows')
    await restore(at)
    await expect(restore(at)).rejects.toThrow('limits.restore touched 0 rows')
  })
})

test('behind the edge of a window, what was given back in the middle of a bucket does not count', async () => {
  const ownerId = newId()
  const start = new Date('2026-05-01T12:00:00Z')
  const after = (ms: number) => new Date(start.getTime() + ms)
  const operations = ['inApp'] as const
  await withClient(database.appUrl, async (client) => {
    const [first, middle, last] = [newId(), newId(), newId()]
    await write(client, usageWrites([{ ownerId, movementId: first, operations, amountCents: 1n }], start))
    await write(client, usageWrites([{ ownerId, movementId: middle, operations, amountCents: 20n }], after(2_000)))
    await write(client, usageWrites([{ ownerId, movementId: last, operations, amountCents: 300n }], after(4_000)))
    await write(client, restoreWrites([{ ownerId, movementId: middle, countedAt: after(2_000) }], after(5_000)))
    const read = await readUsage(client, [ownerId], after(WINDOW_MS['24h'] + 1_000))
    expect(flat(read.get(ownerId))['inApp 24h']).toEqual({ cents: 300n, oldestAt: after(4_000) })
  })
})
