/**
 * The same cases over every rail and kind of payment, against its provider's own wire. A new rail joins by its
 * driver and one line in `test/rails/all.ts`. Whatever happens, the end is asked for the same things: see `expectInOrder` in `test/rails/play.ts`.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import type { Point } from '#platform/failpoints.ts'
import { createBreaker } from '#providers/breaker.ts'
import { guardedAch } from '#providers/ach/guarded.ts'
import { achOf } from '#providers/ach/index.ts'
import { ProviderError } from '#providers/types.ts'
import { dieAt } from '#test/die-at.ts'
import type { TestApp } from '#test/app.ts'
import { rails } from '#test/rails/all.ts'
import { bankWithdrawalByFile } from '#test/rails/bank-by-file.ts'
import type { CaseName, DriverOf, Parties, RailDriver } from '#test/rails/driver.ts'
import { playing, type Playing } from '#test/rails/play.ts'
import { appOfFile } from '#test/suite.ts'

/** The rails of the usual configuration, and in an app of its own what is there instead of one of them. */
const usual = appOfFile()
const byFile = appOfFile({ ACH_PROVIDER: 'nacha' })
const played: [rail: string, app: TestApp, driverOf: DriverOf][] = [
  ...Object.entries(rails).map(([rail, driverOf]): [string, TestApp, DriverOf] => [rail, usual, driverOf]),
  ['bank withdrawal by file', byFile, bankWithdrawalByFile],
]

type Played = {
  app: TestApp
  driver: RailDriver
  play: Playing
  parties: Parties
  was: { owner: number; other: number }
}

/** How each case goes; it answers with the state it must end in, or with none where either end is right. */
type Case = { free?: boolean; skip?: CaseName; plays: (played: Played) => Promise<{ ref: string; ends?: string }> }

const COMPLETED = 'COMPLETED'
const TOO_LATE = { status: 404, code: 'invalidTransactionId' }
const IMPATIENT_MS = 400
const SWEPT_TIMES = 50

/** Runs what is due, and counts the jobs that failed before and will be tried again. */
const repeatedJobs = async (app: TestApp): Promise<number> => {
  await app.runJobs()
  const text = 'select count(*)::int as n from graphile_worker.jobs where attempts > 0 and attempts < max_attempts'
  return withClient(
    app.database.superuserUrl,
    async (client) => (await client.query<{ n: number }>(text)).rows[0]?.n ?? 0,
  )
}

/** Begun and paid, with nothing wrong; what the events do is left to the case. */
const paid = async ({ driver, play, parties }: Played): Promise<string> => {
  await play.begun(parties)
  const ref = await play.refOf(parties)
  await driver.pay(ref)
  return ref
}

const settled = async (played: Played): Promise<string> => {
  const ref = await paid(played)
  await played.play.byEvents(played.parties, ref, COMPLETED)
  return ref
}

const failAt = (app: TestApp, point: Point): void => {
  const { failpoint } = app.services
  app.services.failpoint = async (here) => {
    if (here !== point) return
    app.services.failpoint = failpoint
    throw new Error(`the fault armed at ${point}`)
  }
}

const killedAt =
  (point: Point): Case['plays'] =>
  async ({ app, driver, play, parties }) => {
    const died = dieAt(app, point)
    void play.begun(parties)
    await died
    const ref = await play.refOf(parties)
    await play.bySweep(parties, ref)
    await driver.pay(ref)
    await play.bySweep(parties, ref)
    return { ref, ends: COMPLETED }
  }

const failingAt =
  (point: Point): Case['plays'] =>
  async (played) => {
    failAt(played.app, point)
    const ref = await paid(played)
    await played.play.byEvents(played.parties, ref, COMPLETED)
    await played.play.bySweep(played.parties, ref)
    return { ref, ends: COMPLETED }
  }

const givenUp: Case['plays'] = async ({ app, driver, play, parties }) => {
  driver.holdBack?.before()
  const before = await play.standing(parties)
  await driver.start(parties)
  const ref = await play.refOf(parties)
  const meanwhile = await play.standing(parties)
  expect(meanwhile.used).not.toEqual(before.used)
  expect(meanwhile.freeLeft).toBe(Math.max(before.freeLeft - 1, 0))
  expect(await play.cancel(parties, ref)).toMatchObject({ data: { state: 'CANCELLED' } })
  expect(await play.standing(parties)).toEqual(before)
  await driver.pay(ref).catch(() => {})
  await app.runJobs()
  await play.bySweep(parties, ref)
  expect(await play.cancel(parties, ref)).toMatchObject(TOO_LATE)
  return { ref, ends: 'CANCELLED' }
}

const cases: Record<string, Case> = {
  'goes through when all is well, told by events, and cannot be cancelled any more': {
    plays: async (played) => {
      const ref = await settled(played)
      expect(await played.play.cancel(played.parties, ref)).toMatchObject(TOO_LATE)
      return { ref, ends: COMPLETED }
    },
  },
  'declined, it leaves no trace in anybody’s money': {
    free: true,
    skip: 'declined',
    plays: async ({ driver, play, parties }) => {
      await play.begun(parties)
      const ref = await play.refOf(parties)
      await driver.decline(ref)
      await play.byEvents(parties, ref, 'CANCELLED')
      return { ref, ends: 'CANCELLED' }
    },
  },
  'done over there, and no answer in time: found, and not done again': {
    skip: 'lostAnswer',
    plays: async ({ driver, play, parties }) => {
      await play.fault('timeoutAfterCommit', { path: driver.faults.path })
      driver.around((make) => make(IMPATIENT_MS))
      await play.begun(parties)
      const ref = await play.refOf(parties)
      await driver.pay(ref)
      await play.bySweep(parties, ref)
      return { ref, ends: COMPLETED }
    },
  },
  'lost on the way there: asked for again': {
    skip: 'lostRequest',
    plays: async ({ driver, play, parties }) => {
      driver.around(() => Promise.reject(new ProviderError('unknownOutcome', 'lost')))
      await play.begun(parties)
      const ref = await play.refOf(parties)
      await play.bySweep(parties, ref)
      await driver.pay(ref)
      await play.bySweep(parties, ref)
      return { ref, ends: COMPLETED }
    },
  },
  'told by an event before the answer of the call that made it': {
    skip: 'earlyEvent',
    plays: async ({ app, driver, play, parties }) => {
      const seen = await play.seenEvents()
      driver.around(async (make) => {
        const made = await make(10_000)
        await driver.pay(await play.refOf(parties))
        await play.eventsSince(seen)
        await app.runJobs()
        return made
      })
      await play.begun(parties)
      const ref = await play.refOf(parties)
      await play.bySweep(parties, ref)
      return { ref, ends: COMPLETED }
    },
  },
  'twenty copies of its event change nothing': {
    skip: 'events',
    plays: async (played) => {
      const seen = await played.play.seenEvents()
      const ref = await settled(played)
      const [event] = await played.play.eventsSince(seen)
      await played.play.copies(event?.id ?? '', 20)
      await played.app.runJobs()
      return { ref, ends: COMPLETED }
    },
  },
  'a forged event is refused and changes nothing': {
    skip: 'events',
    plays: async (played) => {
      const { app, play, parties } = played
      const seen = await play.seenEvents()
      await play.fault('badSignature', { times: SWEPT_TIMES })
      await play.begun(parties)
      // Else a job that is still to come would ask by itself.
      await expect.poll(() => repeatedJobs(app), { timeout: 20_000 }).toBe(0)
      const ref = await play.refOf(parties)
      await played.driver.pay(ref)
      const forged = await play.eventsSince(seen)
      expect(forged.map(({ attempts }) => attempts[0]?.status)).toEqual(forged.map(() => 400))
      await app.runJobs()
      expect(await play.stateOf(parties, ref)).toBe('PENDING')
      await play.bySweep(parties, ref)
      return { ref, ends: COMPLETED }
    },
  },
  'events in the wrong order lead to the same end': {
    skip: 'events',
    plays: async (played) => {
      await played.play.fault('reorderWebhooks', { times: 6 })
      const ref = await paid(played)
      await played.app.control('DELETE', '/faults')
      await played.play.byEvents(played.parties, ref, COMPLETED)
      return { ref, ends: COMPLETED }
    },
  },
  'no event ever comes: the sweep alone ends it': {
    skip: 'events',
    plays: async (played) => {
      await played.play.fault('dropWebhook', { times: SWEPT_TIMES })
      const ref = await paid(played)
      await played.play.bySweep(played.parties, ref)
      return { ref, ends: COMPLETED }
    },
  },
  'cancelled in the moment in which it is paid, it has one end': {
    free: true,
    plays: async ({ driver, play, parties }) => {
      driver.holdBack?.before()
      await driver.start(parties)
      const ref = await play.refOf(parties)
      const pay = async () => driver.pay(ref).catch(() => {})
      const letGo = driver.holdBack?.race ?? driver.tell
      await Promise.all([play.cancel(parties, ref), letGo ? letGo(parties) : pay()])
      if (letGo) await pay()
      await play.bySweep(parties, ref)
      return { ref }
    },
  },
  'X-23 cancelled before it is paid, it gives back everything, the limits and the free place too, and can be neither paid nor cancelled any more':
    { free: true, plays: givenUp },
  'cancelled before it is paid, it gives back its fee': { plays: givenUp },
  'a process dies before it tells the provider': {
    skip: 'killedBeforeProvider',
    plays: killedAt('provider.before'),
  },
  'a process dies when it has told the provider': {
    skip: 'killedAfterProvider',
    plays: killedAt('provider.after'),
  },
  'a process fails when it has stored an event': { skip: 'events', plays: failingAt('webhook.stored') },
  'a process fails when it has applied an event': { skip: 'failingEvent', plays: failingAt('webhook.applied') },
}

beforeEach(async () => {
  await usual.control('DELETE', '/faults')
  // What one case does to a breaker is no matter of the next.
  const { services } = usual
  services.payouts = { ...services.payouts, bank: guardedAch(achOf(services.config), createBreaker()) }
})
afterEach(() => usual.control('DELETE', '/faults'))

const begin = async (app: TestApp, driverOf: DriverOf, free: boolean): Promise<Played> => {
  const driver = driverOf(app)
  const play = playing(app, driver)
  const parties = await play.parties({ free })
  return { app, driver, play, parties, was: await play.balances(parties) }
}

describe.each(played)('%s', (_rail, app, driverOf) => {
  const { skips } = driverOf(app)
  for (const [name, { free = false, skip, plays }] of Object.entries(cases)) {
    // What cannot happen on a rail is said, with the reason, by its driver.
    if (skip && skips[skip] !== undefined) continue
    test(name, async () => {
      const played = await begin(app, driverOf, free)
      const { ref, ends } = await plays(played)
      played.driver.holdBack?.after()
      const state = await played.play.expectInOrder(played.parties, ref, played.was)
      if (ends !== undefined) expect(state).toBe(ends)
    })
  }

  if (skips.lateReturn !== undefined) return
  test('its money goes back after it had settled: once, and all of it', async () => {
    const played = await begin(app, driverOf, false)
    const { driver, play, parties, was } = played
    const ref = await settled(played)
    const seen = await play.seenEvents()
    await driver.goBack(ref)
    await (driver.hear ?? (() => play.eventsSince(seen)))()
    await app.runJobs()
    await app.runJobs()
    await play.expectInOrder(parties, ref, was, { isBack: true })
  })
})
