import { run } from 'graphile-worker'
import { createLedger, MoneyFrozen, forParticipant } from '@puente/ledger'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { systemClock, testClock } from '../clock.ts'
import { transaction } from '../db/transaction.ts'
import { STAND_FOR } from '../db/private/graphile-tables.ts'
import { createPool, withClient } from '../db/pool.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { housekeeping, housekeepingSchedule } from './housekeeping.ts'
import { watchLeftBehind } from './left-behind.ts'
import { jobQueue, jobsParticipant } from './queue.ts'
import type { Job, TaskHandlers } from './tasks.ts'
import { runDueJobs, startWorker } from './worker.ts'

declare module './tasks.ts' {
  interface Tasks {
    'test.note': { text: string }
    'test.slow': { text: string }
  }
}

const log = createLog({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() =>
  withClient(
    database.superuserUrl,
    async (client) => void (await client.query('delete from graphile_worker._private_jobs')),
  ),
)

const note = (text: string, more: Partial<Job> = {}): Job => ({ task: 'test.note', payload: { text }, ...more }) as Job
const waiting = async (): Promise<number> => {
  const { rows } = await database.db.pool.query<{ n: number }>(
    'select count(*)::int as n from graphile_worker._private_jobs',
  )
  return rows[0]!.n
}
/** Runs what is due and tells which notes were heard. */
const hear = async (fail?: (text: string) => boolean): Promise<string[]> => {
  const heard: string[] = []
  await runDueJobs({
    jobsUrl: database.jobsUrl,
    log,
    handlers: {
      'test.note': async ({ text }) => {
        if (fail?.(text)) throw new Error('not now')
        heard.push(text)
      },
    },
  })
  return heard
}

test('jobs commit with the transaction they were added in, and are run', async () => {
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('a'), note('b')))
  expect((await hear()).toSorted()).toEqual(['a', 'b'])
  expect(await waiting()).toBe(0)
})

test('the time that a job was ordered at is the time of the product, wherever its clock stands', async () => {
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('a')))
  const days = 14 * 86_400_000
  const seen: number[] = []
  const handlers: TaskHandlers = {
    'test.note': async (_, { orderedAt }) => void seen.push(orderedAt.getTime() - days - Date.now()),
  }
  await runDueJobs({ jobsUrl: database.jobsUrl, log, clock: { offsetMs: () => days }, handlers })
  expect(seen).toEqual([expect.closeTo(0, -5)])
})

test('jobs roll back with the transaction they were added in', async () => {
  const undone = transaction(database.db, 'test', async (trx) => {
    await jobQueue.add(trx, note('a'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await waiting()).toBe(0)
})

test('a job of the same key replaces the one that waits, a later one waits its time', async () => {
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('first', { key: 'k' })))
  await transaction(database.db, 'test', (trx) =>
    jobQueue.add(trx, note('second', { key: 'k' }), note('later', { delayMs: 3_600_000 })),
  )
  expect(await hear()).toEqual(['second'])
  expect(await waiting()).toBe(1)
})

test('a job that fails stays, for a later attempt', async () => {
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('bad'), note('good')))
  expect(await hear((text) => text === 'bad')).toEqual(['good'])
  expect(await waiting()).toBe(1)
})

test('a job that meets a freeze of money waits with all that it was ordered with, and is replaced by its key', async () => {
  const ordered = note('moves money', { key: 'k', queue: 'q', maxAttempts: 3 })
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, ordered))
  const meet = async () => {
    throw new MoneyFrozen()
  }
  for (let round = 0; round < 5; round += 1) {
    await runDueJobs({ jobsUrl: database.jobsUrl, log, handlers: { 'test.note': meet } })
    const { rows } = await database.db.pool.query(
      `select key, queue_name, attempts, max_attempts, run_at > now() as is_later from graphile_worker.jobs`,
    )
    expect(rows).toEqual([{ key: 'k', queue_name: 'q', attempts: 0, max_attempts: 3, is_later: true }])
    await withClient(database.superuserUrl, (client) =>
      client.query('update graphile_worker._private_jobs set run_at = now()'),
    )
  }
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('instead', { key: 'k' })))
  expect(await hear()).toEqual(['instead'])
})

test('jobs commit with a movement of the ledger, and not with a refused one', async () => {
  const ledger = createLedger({ pool: database.db.pool, participants: [jobsParticipant] })
  const ownerId = newId()
  const post = (key: string, amountCents: bigint) =>
    ledger.post({
      ownerId,
      key,
      requestHash: 'h',
      kind: 'test',
      transferId: newId(),
      legs: [
        { ownerId, account: 'wallet', amountCents },
        { ...ledger.house('settlement:card', ownerId), amountCents: -amountCents },
      ],
      participants: forParticipant(jobsParticipant, [note(key)]),
    })
  expect(await post('credit', 500n)).toMatchObject({ accepted: true })
  expect(await post('overdraft', -501n)).toMatchObject({ accepted: false })
  await ledger.close()
  expect(await hear()).toEqual(['credit'])
})

const aRun = { jobId: '1', orderedAt: new Date(), attempt: 1, isLastAttempt: false, signal: undefined }

test('answers are forgotten after 90 days, and their keys are not', async () => {
  const ledger = createLedger({ pool: database.db.pool })
  const ownerId = newId()
  const asked = { ownerId, requestHash: 'asked', kind: 'test', answer: () => 'told' }
  const first = { ...asked, key: newId(), transferId: newId() }
  await ledger.post(first)
  const prune = async (days: number) => {
    const clock = testClock()
    clock.advance(days * 86_400_000)
    await housekeeping({ db: database.db, clock, ledger })['ledger.prune-answers']?.({}, aRun)
    return ledger.post(first)
  }
  expect(await prune(89)).toMatchObject({ answer: 'told', replayed: true })
  expect(await prune(91)).toMatchObject({ accepted: true, answer: null, replayed: true })
  await ledger.close()
})

test('a running worker takes jobs as they are committed and lets the running one end when it stops', async () => {
  const heard: string[] = []
  let open = (): void => {}
  const door = new Promise<void>((resolve) => (open = resolve))
  const ledger = createLedger({ pool: database.db.pool })
  const worker = await startWorker({
    jobsUrl: database.jobsUrl,
    log,
    schedule: housekeepingSchedule,
    handlers: {
      ...housekeeping({ db: database.db, clock: systemClock, ledger }),
      'test.note': async ({ text }) => {
        heard.push(`${text} begun`)
        await door
        heard.push(`${text} done`)
      },
    },
  })
  expect(worker.isAlive()).toBe(true)
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('a')))
  await expect.poll(() => heard).toEqual(['a begun'])
  const stopped = worker.stop()
  open()
  await stopped
  await ledger.close()
  expect(heard).toEqual(['a begun', 'a done'])
  expect(worker.isAlive()).toBe(false)
  expect(await waiting()).toBe(0)
})

test('a worker that ends on its own starts again, and says meanwhile that it is not alive', async () => {
  const heard: string[] = []
  let isFirst = true
  const runner: typeof run = async (options) => {
    const started = await run(options)
    if (!isFirst) return started
    isFirst = false
    return { ...started, promise: started.stop().then(() => Promise.reject(new Error('the runner ended'))) }
  }
  const worker = await startWorker({
    jobsUrl: database.jobsUrl,
    log,
    runner,
    handlers: { 'test.note': async ({ text }) => void heard.push(text) },
  })
  await expect.poll(() => worker.isAlive(), { timeout: 10_000 }).toBe(false)
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('after its end')))
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['after its end'])
  expect(worker.isAlive()).toBe(true)
  await worker.stop()
})

test('a job that was ordered under a former name of its task is run, in the places of that task', async () => {
  const heard: string[] = []
  const former = { task: 'test.old-note', payload: { text: 'old' } } as unknown as Job
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, former, note('new')))
  const worker = await startWorker({
    jobsUrl: database.jobsUrl,
    log,
    formerNames: { 'test.old-note': 'test.note' },
    lanes: [{ tasks: ['test.note'], places: 1 }],
    handlers: { 'test.note': async ({ text }) => void heard.push(text) },
  })
  await expect.poll(() => heard).toEqual(['old', 'new'])
  await worker.stop()
  expect(await waiting()).toBe(0)
})

test('a job that is done while the database takes no connection is written off once it does, and is not done again', async () => {
  const heard: string[] = []
  const role = new URL(database.jobsUrl).username
  const allow = (connections: number) =>
    withClient(database.superuserUrl, async (client) => {
      await client.query(`alter role "${role}" connection limit ${connections}`)
      await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1', [role])
    })
  const worker = await startWorker({
    jobsUrl: database.jobsUrl,
    log,
    handlers: {
      'test.note': async ({ text }) => {
        heard.push(text)
        await allow(0)
        setTimeout(() => void allow(-1), 500)
      },
    },
  })
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('a')))
  await expect.poll(() => heard).toEqual(['a'])
  await expect.poll(waiting).toBe(0)
  expect(worker.isAlive()).toBe(true)
  await worker.stop()
  expect(heard).toEqual(['a'])
})

test('a job whose worker was killed is picked up by another at once; a long job of a living worker is left to it', async () => {
  const heard: string[] = []
  let open = (): void => {}
  const door = new Promise<void>((resolve) => (open = resolve))
  const aProcess = (name: string) =>
    startWorker({
      jobsUrl: database.jobsUrl,
      log,
      lookEveryMs: 500,
      handlers: {
        'test.note': async ({ text }, { attempt }) => void heard.push(`${text}, try ${attempt}, by ${name}`),
        'test.slow': async ({ text }) => {
          heard.push(`${text} begun by ${name}`)
          await door
        },
      },
    })
  const lockedLongAgo = (text: string, more = '') =>
    withClient(database.superuserUrl, async (client) => {
      await client.query(
        `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' ${more} where payload ->> 'text' = $1`,
        [text],
      )
    })
  /** How many workers with a job have a session that stands for them. */
  const holdersStoodFor = () =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from pg_locks
        where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) in
          (select hashtextextended('worker/' || locked_by, 0) from graphile_worker._private_jobs where locked_by is not null)`)
      return rows[0]!.n
    })
  const slow = { task: 'test.slow', payload: { text: 'long' } } as Job
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, slow))
  const first = await aProcess('the first')
  await expect.poll(() => heard).toEqual(['long begun by the first'])
  await expect.poll(holdersStoodFor).toBe(1)
  await lockedLongAgo('long')
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('left', { delayMs: 3_600_000 })))
  await lockedLongAgo('left', ", run_at = now(), attempts = 1, locked_by = 'worker-of-the-dead'")
  const second = await aProcess('the second')
  await expect.poll(() => heard).toHaveLength(2)
  expect(heard[1]).toMatch(/^left, try 2, by the (?:first|second)$/)
  open()
  await Promise.all([first.stop(), second.stop()])
  expect(heard).toHaveLength(2)
  expect(await waiting()).toBe(0)
})

test('a worker is taken for dead once one session has found it without one for some seconds: after a restart the living stand for theirs first', async () => {
  const left = (id: string) =>
    withClient(database.superuserUrl, async (client) => {
      await client.query(
        `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = $1`,
        [id],
      )
    })
  const isLeft = () =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int as n from graphile_worker._private_jobs where locked_by is not null',
      )
      return rows[0]?.n === 1
    })
  const pool = createPool({ url: database.jobsUrl, log, max: 2, plainTypes: true })
  const living = createPool({ url: database.jobsUrl, log, max: 1, plainTypes: true })
  let at = 0
  const watch = watchLeftBehind(pool, log, { now: () => at })
  try {
    await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('a', { delayMs: 3_600_000 })))
    await left('worker-late')
    await watch.look()
    await watch.look()
    expect(await isLeft()).toBe(true)
    // Its process stands for it again.
    await living.query(STAND_FOR, [['worker-late']])
    at += 10_000
    await watch.look()
    expect(await isLeft()).toBe(true)

    await left('worker-dead')
    await watch.look()
    // Another restart: what was found before it does not count.
    at += 10_000
    await withClient(database.superuserUrl, (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
        new URL(database.jobsUrl).username,
      ]),
    )
    await expect.poll(async () => (await watch.look(), pool.totalCount)).toBe(1)
    expect(await isLeft()).toBe(true)
    at += 10_000
    await watch.look()
    expect(await isLeft()).toBe(false)
  } finally {
    await watch.stop()
    await Promise.all([pool.end(), living.end()])
  }
})

test('T12 a slow rail fills its own places, and no other task waits for it', async () => {
  const heard: string[] = []
  let open = (): void => {}
  const door = new Promise<void>((resolve) => (open = resolve))
  const worker = await startWorker({
    jobsUrl: database.jobsUrl,
    log,
    concurrency: 1,
    lanes: [{ tasks: ['test.slow'], places: 2 }],
    handlers: {
      'test.note': async ({ text }) => void heard.push(text),
      'test.slow': async ({ text }) => {
        heard.push(`${text} begun`)
        await door
      },
    },
  })
  const slow = (text: string): Job => ({ task: 'test.slow', payload: { text } })
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, slow('a'), slow('b'), slow('c')))
  await expect.poll(() => heard.toSorted()).toEqual(['a begun', 'b begun'])
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('quick'), note('as quick')))
  await expect.poll(() => heard.slice(2).toSorted()).toEqual(['as quick', 'quick'])
  open()
  await expect.poll(() => heard.slice(4)).toEqual(['c begun'])
  await worker.stop()
  expect(worker.isAlive()).toBe(false)
  expect(await waiting()).toBe(0)
})

test('T9 what was due by a clock that was days ahead is due when it is set right, and its timetable goes on', async () => {
  await transaction(database.db, 'test', (trx) => jobQueue.add(trx, note('a', { delayMs: 50 })))
  const ahead = `interval '3 days'`
  await withClient(database.superuserUrl, async (client) => {
    await client.query(`update graphile_worker._private_jobs
      set created_at = created_at + ${ahead}, run_at = run_at + ${ahead}`)
    await client.query(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('live.prune', now(), now() + ${ahead})
      on conflict (identifier) do update set last_execution = excluded.last_execution`)
  })
  const heard: string[] = []
  const worker = await startWorker({
    jobsUrl: database.jobsUrl,
    log,
    schedule: housekeepingSchedule,
    handlers: { 'test.note': async ({ text }) => void heard.push(text) },
  })
  await expect.poll(() => heard).toEqual(['a'])
  await worker.stop()
  const { rows } = await database.db.pool.query(
    `select last_execution <= now() as is_right from graphile_worker._private_known_crontabs where identifier = 'live.prune'`,
  )
  expect(rows).toEqual([{ is_right: true }])
})
