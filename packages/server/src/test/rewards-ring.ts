/** Ten accounts that send money around to earn rewards: what they can gain, over random histories. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { countTakenBack } from '#features/rewards/count-movements.ts'
import { countVerified } from '#features/rewards/count-verified.ts'
import { withClient } from '#platform/db/pool.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'
import { rewardsIn } from './rewards.ts'

const RING = 10
const HOUR_MS = 3_600_000
const CAP_HOURS = 720

type Sent = { from: number; to: number; cents: number; at: number }

const aStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('send' as const),
      from: fc.nat(RING - 1),
      by: fc.integer({ min: 1, max: RING - 1 }),
      cents: fc.integer({ min: 4_00, max: 20_00 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('count' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('return' as const), user: fc.nat(RING - 1) }) },
)

/** As many rewards for sends as there could be if nothing ever came back: one send a day to each person, of five dollars or more. */
const mostTens = (sent: readonly Sent[], user: number): number => {
  const counted: Sent[] = []
  for (const one of sent.filter(({ from, cents }) => from === user && cents >= 5_00))
    if (!counted.some(({ to, at }) => to === one.to && one.at - at < 24 * HOUR_MS)) counted.push(one)
  return Math.floor(counted.length / 10)
}

/** From now on one person gets no more than this in thirty days. */
const setCap = (app: TestApp, cents: number): Promise<unknown> =>
  withClient(app.database.consoleUrl, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(
      'select * from reward_programme order by valid_from desc limit 1',
    )
    const next = { ...rows[0], valid_from: app.clock.now(), person_cap_cents: cents }
    await client.query(
      `insert into reward_programme (${Object.keys(next).join()}) values (${Object.keys(next)
        .map((_, index) => `$${index + 1}`)
        .join()})`,
      Object.values(next),
    )
  })

/**
 * That they gain no more than their caps, that each reward is made of what counts, and that every screen shows the sum of the entries. Each
 * history begins with twenty sends of one of them that count, of which the cap lets the first ten be paid.
 */
export const tryRing = async (app: TestApp, { steps, runs }: { steps: number; runs: number }): Promise<void> => {
  const world = rewardsIn(app)
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: steps, maxLength: steps }), async (history) => {
      const [forCheck, forTen] = [world.today(1_00), world.today(25)]
      const capCents = forCheck + forTen
      await setCap(app, capCents)
      const since = app.clock.now().getTime()
      const ring: TestUser[] = []
      for (let n = 0; n < RING; n += 1) ring.push(await world.someone(500_00))
      const [host] = ring as [TestUser]
      for (const friend of ring.slice(1)) await world.invite(friend, host)
      for (const user of ring) await countVerified(app.services, user.id, app.clock.now())
      const everyone = [...ring, await world.someone()]
      const sent: Sent[] = []
      const lastOf = new Map<number, string>()
      const send = async (from: number, to: number, cents: number): Promise<void> => {
        const id = await world.send(everyone[from] as TestUser, everyone[to] as TestUser, cents)
        lastOf.set(from, Buffer.from(id).subarray(4).toString())
        sent.push({ from, to, cents, at: app.clock.now().getTime() })
      }
      for (const hours of [0, 25]) {
        app.clock.advance(hours * HOUR_MS)
        for (let to = 1; to <= RING; to += 1) await send(0, to, 5_00)
      }
      await world.settle()
      const { capUsed, rules } = await world.summaryOf(host)
      expect([capUsed, rules.find(({ rule }) => rule === 'inAppSends')?.paid]).toEqual([capCents, forTen])
      expect(await world.historyOf(host)).toContainEqual(
        expect.objectContaining({ rule: 'inAppSends', state: 'refused', reason: 'personCap' }),
      )
      for (const step of history) {
        if (step.act === 'wait') app.clock.advance(step.hours * HOUR_MS)
        else if (step.act === 'count') await world.settle()
        else if (step.act === 'return') {
          const id = lastOf.get(step.user)
          if (id !== undefined) await countTakenBack(app.services, ring[step.user]?.id ?? '', id)
        } else {
          const { from, by, cents } = step
          if ((await world.balanceOf(ring[from] as TestUser)) >= cents) await send(from, (from + by) % RING, cents)
        }
      }
      await world.settle()
      await world.settle()
      let gained = 0
      for (const [n, user] of ring.entries()) {
        const summary = await world.summaryOf(user)
        const entries = await world.entriesOf(user)
        gained += entries
        expect([summary.paid, summary.rules.reduce((sum, { paid }) => sum + paid, 0)]).toEqual([entries, entries])
        expect(summary.capUsed).toBeLessThanOrEqual(capCents)
        const ofSends = summary.rules.find(({ rule }) => rule === 'inAppSends')?.paid ?? 0
        expect(ofSends).toBeLessThanOrEqual(50 * mostTens(sent, n))
        const broken = await app.services.db.pool.query(
          `select r.reward_id from rewards r where r.owner_id = $1 and r.rule = 'inAppSends' and r.state = 'paid' and 10 <> (
             select count(*) from reward_facts f where f.owner_id = r.owner_id and f.reward_id = r.reward_id and f.state = 'used')`,
          [user.id],
        )
        expect(broken.rows).toEqual([])
      }
      const spans = Math.floor((app.clock.now().getTime() - since) / (CAP_HOURS * HOUR_MS)) + 1
      expect(gained).toBeLessThanOrEqual(RING * spans * capCents)
    }),
    { numRuns: runs, endOnFailure: true },
  )
}
