import { createLedger } from '@puente/ledger'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { subscriptions } from '../workers/subscriptions.ts'
import { withClient } from './db/pool.ts'
import { transaction } from './db/transaction.ts'
import { createEvents, type DomainEvent, forEvents } from './events.ts'
import { newId } from './ids.ts'
import { runDueJobs } from './jobs/worker.ts'
import { createLog } from './log.ts'

declare module './jobs/tasks.ts' {
  interface Tasks {
    'test.congratulate': { ownerId: string }
    'test.reward': { ownerId: string }
  }
}

const events = createEvents({ ...subscriptions, 'kyc.approved': ['test.congratulate', 'test.reward'] })

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

const approved = (ownerId: string): DomainEvent => ({ event: 'kyc.approved', data: { ownerId } })

type Heard = { task: string; ownerId: string }
/** Runs what is due and says who heard of whom. */
const hear = async ({ failing }: { failing?: string } = {}): Promise<Heard[]> => {
  const heard: Heard[] = []
  const hearAs = (task: string) => async (payload: { ownerId: string }) => {
    if (task === failing) throw new Error('not now')
    heard.push({ task, ...payload })
  }
  await runDueJobs({
    jobsUrl: database.jobsUrl,
    log: createLog({ level: 'silent' }),
    handlers: { 'test.congratulate': hearAs('test.congratulate'), 'test.reward': hearAs('test.reward') },
  })
  return heard.toSorted((a, b) => (a.task < b.task ? -1 : 1))
}
const waiting = async () => {
  const { rows } = await database.db.pool.query<{ task: string; attempts: number }>(
    'select task_identifier as task, attempts from graphile_worker.jobs order by 1',
  )
  return rows
}
const makeAllDue = () =>
  withClient(database.superuserUrl, (client) => client.query('update graphile_worker._private_jobs set run_at = now()'))

test('what is committed reaches each subscriber once', async () => {
  const ownerId = newId()
  await transaction(database.db, 'test', (trx) => events.recorder.record(trx, approved(ownerId)))
  expect(await hear()).toEqual([
    { task: 'test.congratulate', ownerId },
    { task: 'test.reward', ownerId },
  ])
  expect(await waiting()).toEqual([])
})

test('an event that rolls back starts no task', async () => {
  const undone = transaction(database.db, 'test', async (trx) => {
    await events.recorder.record(trx, approved(newId()))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await waiting()).toEqual([])
})

test('a subscriber that fails is tried again alone, and holds no other up', async () => {
  const ownerId = newId()
  await transaction(database.db, 'test', (trx) => events.recorder.record(trx, approved(ownerId)))
  expect(await hear({ failing: 'test.congratulate' })).toEqual([{ task: 'test.reward', ownerId }])
  expect(await waiting()).toEqual([{ task: 'test.congratulate', attempts: 1 }])
  await makeAllDue()
  expect(await hear()).toEqual([{ task: 'test.congratulate', ownerId }])
})

test('events commit with a movement of the ledger, and not with a refused one', async () => {
  const ledger = createLedger({ pool: database.db.pool, participants: [events.participant] })
  const ownerId = newId()
  const post = (key: string, amountCents: bigint, heardAs: string) =>
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
      participants: forEvents(() => [approved(heardAs)]),
    })
  const [credited, overdrawn] = [newId(), newId()]
  expect(await post('credit', 500n, credited)).toMatchObject({ accepted: true })
  expect(await post('overdraft', -501n, overdrawn)).toMatchObject({ accepted: false })
  await ledger.close()
  expect((await hear()).map((one) => one.ownerId)).toEqual([credited, credited])
})

test('a table that leaves out an event, or names a task that cannot be given what it says, does not compile', () => {
  const { 'kyc.approved': _, ...rest } = subscriptions
  // @ts-expect-error the table lacks kyc.approved
  createEvents(rest)
  // @ts-expect-error a mail's payload needs more than an owner
  createEvents({ ...rest, 'kyc.approved': ['mail.send'] })
})
