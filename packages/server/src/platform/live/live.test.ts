import { createLedger, forParticipant } from '@puente/ledger'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { systemClock, testClock } from '../clock.ts'
import { withClient } from '../db/pool.ts'
import { transaction } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { createLive, type Live, type LiveOptions, type StreamRequest } from './live.ts'
import { type Announcement, KEPT_PER_OWNER, MOST_IN_A_ROW, pruneEvents } from './live-store.ts'
import type { SessionEnd } from './session-watch.ts'

let database: TestDatabase
const opened: Live[] = []
let ended: Map<string, NonNullable<SessionEnd>>
let ownerId: string

const create = (options: Partial<LiveOptions> = {}): Live => {
  const live = createLive({
    db: database.db,
    listenUrl: database.appUrl,
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    readContent: async () => '',
    readSessions: async (refs) => refs.map(({ sessionId }) => ended.get(sessionId) ?? null),
    pollEveryMs: 60_000,
    ...options,
  })
  opened.push(live)
  return live
}
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  ended = new Map()
  ownerId = newId()
})
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})
afterAll(() => database.close())

const ROW = `txn_${'0'.repeat(32)}` as const
const changed = (version: number, owner = ownerId): Announcement => ({
  ownerId: owner,
  event: 'transaction',
  data: { id: ROW, version },
})
const publish = (live: Live, ...announcements: Announcement[]): Promise<void> =>
  transaction(database.db, 'test', (trx) => live.publish(trx, ...announcements))

type Heard = { id?: number; event: string; data: unknown }
const parse = (frame: string): Heard | string => {
  const match = /^(?:id: (\d+)\n)?event: (\w+)\ndata: (.*)\n\n$/.exec(frame)
  if (!match) return frame
  return {
    ...(match[1] === undefined ? {} : { id: Number(match[1]) }),
    event: match[2]!,
    data: JSON.parse(match[3]!) as unknown,
  }
}
/** Follows a stream in the background. */
const follow = (live: Live, request: Partial<StreamRequest> = {}) => {
  const leaving = new AbortController()
  const heard: (Heard | string)[] = []
  const sessionId = newId()
  const frames = live.stream({
    ownerId,
    sessionId,
    after: null,
    until: new Date(Date.now() + 300_000),
    signal: leaving.signal,
    ...request,
  })
  const done = (async () => {
    for await (const frame of frames) heard.push(parse(frame))
  })()
  return { heard, done, sessionId, leave: () => leaving.abort() }
}
const ready = (last: number): Heard => ({ id: last, event: 'ready', data: { last } })
const told = (id: number, version: number): Heard => ({ id, event: 'transaction', data: { id: ROW, version } })

/** As if all up to `id` had become too old. */
const forget = async (id: number): Promise<void> => {
  await sql`update live_events set created_at = now() - interval '25 hours' where owner_id = ${ownerId} and id <= ${id}`.execute(
    database.db,
  )
  await pruneEvents(database.db)
}

test('a stream begins with ready and tells what is committed, in order', async () => {
  const live = create()
  const stream = follow(live)
  await expect.poll(() => stream.heard).toEqual([ready(0)])
  await publish(live, changed(1), changed(2))
  await publish(live, changed(3))
  await expect.poll(() => stream.heard).toEqual([ready(0), told(1, 1), told(2, 2), told(3, 3)])
  stream.leave()
  await stream.done
})

test('what rolls back is never told', async () => {
  const live = create()
  const stream = follow(live)
  await expect.poll(() => stream.heard).toHaveLength(1)
  const undone = transaction(database.db, 'test', async (trx) => {
    await live.publish(trx, changed(1))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await publish(live, changed(2))
  await expect.poll(() => stream.heard).toEqual([ready(0), told(1, 2)])
})

test('a stream tells only its own person', async () => {
  const live = create()
  const stream = follow(live)
  await expect.poll(() => stream.heard).toHaveLength(1)
  await publish(live, changed(7, newId()), changed(8))
  await expect.poll(() => stream.heard).toEqual([ready(0), told(1, 8)])
})

test('a stream that comes back gets exactly what it missed', async () => {
  const live = create()
  await publish(live, changed(1), changed(2), changed(3))
  const stream = follow(live, { after: 1 })
  await expect.poll(() => stream.heard).toEqual([ready(1), told(2, 2), told(3, 3)])
})

test('what is too old is one reset, and so is a number that was never given', async () => {
  const live = create()
  for (const version of [1, 2, 3]) await publish(live, changed(version))
  await forget(2)
  for (const after of [0, 1, 99]) {
    const stream = follow(live, { after })
    await expect.poll(() => stream.heard).toEqual([{ event: 'reset', data: {} }, ready(3)])
  }
  const stream = follow(live, { after: 2 })
  await expect.poll(() => stream.heard).toEqual([ready(2), told(3, 3)])
})

test.each([
  ['some of what follows is kept', 2],
  ['nothing of it is kept', 3],
])('a reader so slow that events it has not read are forgotten has to start over: %s', async (_, forgotten) => {
  const live = create()
  const leaving = new AbortController()
  const until = new Date(Date.now() + 300_000)
  const frames = live.stream({ ownerId, sessionId: newId(), after: null, until, signal: leaving.signal })
  const next = async () => parse((await frames.next()).value ?? '')
  expect(await next()).toEqual(ready(0))
  await publish(live, changed(1))
  expect(await next()).toEqual(told(1, 1))

  for (const version of [2, 3]) await publish(live, changed(version))
  await forget(forgotten)
  expect([await next(), await next()]).toEqual([{ event: 'reset', data: {} }, ready(3)])
  await publish(live, changed(4))
  expect(await next()).toEqual(told(4, 4))
  leaving.abort()
  expect((await frames.next()).done).toBe(true)
})

test('an event that is missing between others is one reset as well, for a stream and for asking', async () => {
  const live = create()
  for (const version of [1, 2, 3]) await publish(live, changed(version))
  await sql`delete from live_events where owner_id = ${ownerId} and id = 2`.execute(database.db)
  const stream = follow(live, { after: 0 })
  await expect.poll(() => stream.heard).toEqual([{ event: 'reset', data: {} }, ready(3)])
  expect((await live.poll(ownerId, 0)).events).toEqual([{ id: 3, event: 'reset', data: {} }])
})

test('of one person only so many are kept', async () => {
  const live = create()
  const before = 5
  for (let version = 1; version <= before; version += 1) await publish(live, changed(version))
  await publish(live, ...Array.from({ length: KEPT_PER_OWNER }, (_, n) => changed(before + n + 1)))
  await pruneEvents(database.db)
  expect((await live.poll(ownerId, before - 1)).events).toEqual([
    { id: before + KEPT_PER_OWNER, event: 'reset', data: {} },
  ])
  const stream = follow(live, { after: before })
  await expect.poll(() => stream.heard).toHaveLength(KEPT_PER_OWNER + 1)
  expect(stream.heard[1]).toEqual(told(before + 1, before + 1))
  expect(stream.heard.at(-1)).toEqual(told(before + KEPT_PER_OWNER, before + KEPT_PER_OWNER))
})

test('the events of one moment share a row, and a screen that left in the middle of it goes on from there', async () => {
  const live = create()
  await publish(live, changed(1), { ownerId, event: 'frequents', data: {} }, changed(3))
  await publish(live, ...Array.from({ length: MOST_IN_A_ROW + 1 }, (_, n) => changed(n + 4)))
  const { rows } = await sql<{ id: bigint; changes: string }>`
    select id, changes from live_events where owner_id = ${ownerId} order by id`.execute(database.db)
  expect(rows.map(({ id }) => Number(id))).toEqual([3, MOST_IN_A_ROW + 3, MOST_IN_A_ROW + 4])
  const first = ['transaction', { id: ROW, version: 1 }]
  const third = ['transaction', { id: ROW, version: 3 }]
  expect(JSON.parse(rows[0]?.changes ?? '')).toEqual([first, ['frequents'], third])
  const stream = follow(live, { after: 1 })
  await expect.poll(() => stream.heard).toHaveLength(MOST_IN_A_ROW + 4)
  expect(stream.heard.slice(0, 4)).toEqual([ready(1), { id: 2, event: 'frequents', data: {} }, told(3, 3), told(4, 4)])
})

test('another process hears of it without waiting for its poll', async () => {
  const [here, there] = [create(), create()]
  const stream = follow(there)
  await expect.poll(() => stream.heard).toHaveLength(1)
  // Its first hint may come before the other one listens; then the next one brings both.
  await expect
    .poll(async () => {
      await publish(here, changed(1))
      return stream.heard.length
    })
    .toBeGreaterThan(1)
  expect(stream.heard[1]).toEqual(told(1, 1))
})

test('a lost connection for hints is replaced', async () => {
  const [here, there] = [create(), create()]
  const stream = follow(there)
  const hearsMore = async (): Promise<void> => {
    const before = stream.heard.length
    const grown = async (): Promise<number> => {
      await publish(here, changed(1))
      return stream.heard.length
    }
    await expect.poll(grown, { timeout: 10_000 }).toBeGreaterThan(before)
  }
  await expect.poll(() => stream.heard).toHaveLength(1)
  await hearsMore()
  await withClient(database.superuserUrl, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
                   where application_name = 'puente listen' and datname = current_database()`),
  )
  await hearsMore()
})

test('without any hint the poll finds it', async () => {
  const stream = follow(create({ pollEveryMs: 20 }))
  await expect.poll(() => stream.heard).toHaveLength(1)
  // Together, as the product writes them: a poll between the two would miss the event.
  await database.db.transaction().execute(async (trx) => {
    await sql`insert into live_cursors values (${ownerId}, 1)`.execute(trx)
    await sql`insert into live_events (owner_id, id, changes) values (${ownerId}, 1, '[["frequents"]]')`.execute(trx)
  })
  await expect.poll(() => stream.heard[1]).toEqual({ id: 1, event: 'frequents', data: {} })
})

test('what a process of before wrote with contents is a reset, and what this one writes is a reset to that one', async () => {
  const live = create()
  await publish(live, changed(1))
  await sql`update live_cursors set last_id = 2 where owner_id = ${ownerId}`.execute(database.db)
  await sql`insert into live_events (owner_id, id, events, data) values (${ownerId}, 2, 'wallet', '[{"USD":7}]')`.execute(
    database.db,
  )
  await publish(live, changed(3))
  expect(await live.poll(ownerId, 0)).toEqual({
    events: [told(1, 1), { id: 2, event: 'reset', data: {} }, told(3, 3)],
    last: 3,
  })
  const { rows } = await sql`select events, data from live_events where owner_id = ${ownerId} and id = 3`.execute(
    database.db,
  )
  expect(rows).toEqual([{ events: 'reset', data: '[{}]' }])
})

test('the end of a session ends its stream and no other, and says why', async () => {
  const live = create()
  const [ending, staying] = [follow(live), follow(live)]
  await expect.poll(() => ending.heard.length + staying.heard.length).toBe(2)
  ended.set(ending.sessionId, { state: 'closed', reason: 'revoked' })
  await ending.done
  expect(ending.heard).toEqual([ready(0), { event: 'session', data: { state: 'closed', reason: 'revoked' } }])
  expect(staying.heard).toEqual([ready(0)])
})

test('a stream ends when its bearer expires', async () => {
  const clock = testClock()
  const live = create({ clock, pollEveryMs: 10 })
  const stream = follow(live)
  await expect.poll(() => stream.heard).toHaveLength(1)
  clock.advance(300_000)
  await stream.done
  expect(stream.heard).toEqual([ready(0)])
})

test('a quiet stream says now and then that it is there', async () => {
  const stream = follow(create({ commentEveryMs: 10 }))
  await expect.poll(() => stream.heard.slice(0, 2)).toEqual([ready(0), ': still here\n\n'])
})

test('all streams end when the process does', async () => {
  const live = create()
  const stream = follow(live)
  await expect.poll(() => stream.heard).toHaveLength(1)
  await live.close()
  await stream.done
})

test('asking gives the same as the stream', async () => {
  const live = create()
  await publish(live, changed(1), changed(2))
  expect(await live.poll(ownerId, 1)).toEqual({ events: [told(2, 2)], last: 2 })
  expect(await live.poll(ownerId, 2)).toEqual({ events: [], last: 2 })
  expect(await live.poll(ownerId, 9)).toEqual({ events: [{ id: 2, event: 'reset', data: {} }], last: 2 })
})

test('announcements commit with a movement of the ledger, for every party', async () => {
  const live = create()
  const ledger = createLedger({ pool: database.db.pool, participants: [live.participant] })
  const other = newId()
  const [mine, theirs] = [follow(live), follow(live, { ownerId: other })]
  await expect.poll(() => mine.heard.length + theirs.heard.length).toBe(2)
  const outcomes = await Promise.all(
    [1, 2, 3].map((n) =>
      ledger.post({
        ownerId,
        key: `k${n}`,
        requestHash: 'h',
        kind: 'test',
        transferId: newId(),
        legs: [
          { ownerId, account: 'wallet', amountCents: 100n },
          { ...ledger.house('settlement:card', ownerId), amountCents: -100n },
        ],
        participants: forParticipant(live.participant, [changed(n), changed(n, other)]),
      }),
    ),
  )
  expect(outcomes.every(({ accepted }) => accepted)).toBe(true)
  await ledger.close()
  await expect
    .poll(() => [mine.heard, theirs.heard])
    .toEqual([
      [ready(0), told(1, 1), told(2, 2), told(3, 3)],
      [ready(0), told(1, 1), told(2, 2), told(3, 3)],
    ])
})

test('numbers have no gaps and no doubles when many publish at once', async () => {
  const live = create()
  await Promise.all(Array.from({ length: 20 }, (_, n) => publish(live, changed(n), changed(n))))
  const { events, last } = await live.poll(ownerId, 0)
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  expect(last).toBe(40)
})
