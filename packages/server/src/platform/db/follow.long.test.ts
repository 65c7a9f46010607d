import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '@puente/ledger'
import {
  findLongest,
  follow,
  promote,
  type ScratchCluster,
  startScratchPostgres,
  startScratchStandby,
} from '@puente/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { jobQueue } from '../jobs/queue.ts'
import type { Job } from '../jobs/tasks.ts'
import { startWorker } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { type Prepared, prepareDatabase } from '../../prepare.ts'
import { createDatabase } from './database.ts'
import { OutcomeUnknown } from './errors.ts'
import { hostUrls, withHosts, withLogin } from './hosts.ts'
import { listenTo } from './listen.ts'
import { withClient } from './pool.ts'
import { transaction } from './transaction.ts'

declare module '../jobs/tasks.ts' {
  interface Tasks {
    'test.failover': { text: string }
  }
}

const settings = { fsync: 'off', synchronous_standby_names: 'ANY 1 (s1, s2)' }
const log = createLog({ level: 'silent' })

let stateDir: string
let primary: ScratchCluster
/** The primary last. */
let clusters: ScratchCluster[] = []
/** Each names all three servers. */
let urls: Prepared

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'puente-follow-'))
  primary = await startScratchPostgres({ settings })
  clusters = [primary]
  for (const name of ['s1', 's2']) clusters.unshift(await startScratchStandby({ primary, name, settings }))
  const hosts = clusters.map(({ superuserUrl }) => /@([^/]*)\//.exec(superuserUrl)![1]).join(',')
  const superuserUrl = withHosts(primary.superuserUrl, hosts)
  expect(hostUrls(superuserUrl)).toEqual(clusters.map((cluster) => cluster.superuserUrl))
  urls = await prepareDatabase({ superuserUrl, stateDir })
})
afterAll(async () => {
  for (const cluster of clusters) await cluster.remove()
  await rm(stateDir, { recursive: true, force: true })
})

/** Retries until it succeeds, as a client that waits for its database does. */
const eventually = (work: () => Promise<unknown>): Promise<void> =>
  expect
    .poll(() =>
      work().then(
        () => 'done',
        (error: unknown) => String(error),
      ),
    )
    .toBe('done')

test('P2: a commit whose wait for a standby is cancelled is an unknown outcome, although it is kept here', async () => {
  const db = createDatabase({ url: urls.appUrl, log, max: 2 })
  const standbys = clusters.filter((cluster) => cluster !== primary)
  const receivers = await Promise.all(
    standbys.map(({ superuserUrl }) =>
      withClient(superuserUrl, async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_wal_receiver')
        return rows[0]!.pid
      }),
    ),
  )
  for (const pid of receivers) process.kill(pid, 'SIGSTOP')
  try {
    const writing = transaction(db, 'test', (trx) =>
      jobQueue.add(trx, { task: 'test.failover', payload: { text: 'kept' }, key: 'kept', delayMs: 3_600_000 } as Job),
    ).catch((error: unknown) => error)
    const url = withLogin(primary.superuserUrl, { database: 'puente' })
    await withClient(url, async (client) => {
      await expect
        .poll(() =>
          client
            .query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
            .then(({ rowCount }) => rowCount),
        )
        .toBe(1)
      expect(await writing).toBeInstanceOf(OutcomeUnknown)
      const { rowCount } = await client.query(`select from graphile_worker._private_jobs where key = 'kept'`)
      expect(rowCount).toBe(1)
    })
  } finally {
    for (const pid of receivers) process.kill(pid, 'SIGCONT')
    await db.close()
  }
})

test('T27: query builder, ledger, job queue and listener find the primary, and follow when another is promoted', async () => {
  const db = createDatabase({ url: urls.appUrl, log, max: 4 })
  const ledger = createLedger({ pool: db.pool })
  const heard: string[] = []
  const stopListening = listenTo(urls.appUrl, 'news', (payload) => heard.push(payload), log)
  const worker = await startWorker({
    jobsUrl: urls.jobsUrl,
    log,
    handlers: { 'test.failover': async ({ text }) => void heard.push(`job ${text}`) },
  })
  const ownerId = newId()
  const deposit = (key: string) => ({
    ownerId,
    key,
    requestHash: key,
    kind: 'test',
    transferId: newId(),
    legs: [
      { ownerId, account: 'wallet', amountCents: 100n },
      { ...ledger.house('settlement:card', ownerId), amountCents: -100n },
    ],
  })
  const addJob = (text: string) =>
    transaction(db, 'test', (trx) => jobQueue.add(trx, { task: 'test.failover', payload: { text }, key: text } as Job))
  const notify = (payload: string) => db.pool.query('select pg_notify($1, $2)', ['news', payload])

  expect(await ledger.post(deposit('one'))).toMatchObject({ accepted: true })
  await addJob('before')
  await expect
    .poll(async () => notify('before').then(() => heard))
    .toEqual(expect.arrayContaining(['job before', 'before']))

  const held = await db.pool.connect()
  process.kill(primary.pid, 'SIGKILL')
  await primary.exited
  await expect(held.query('select 1')).rejects.toThrow()
  held.release(true)
  const standbys = clusters.filter((cluster) => cluster !== primary)
  const chosen = await findLongest(standbys)
  await promote(chosen)
  for (const standby of standbys) if (standby !== chosen) await follow(standby, chosen)

  const second = deposit('two')
  await eventually(() => ledger.post(second))
  expect(await ledger.balance({ ownerId, account: 'wallet' })).toMatchObject({ balanceCents: 200n, seq: 2n })
  await eventually(() => addJob('after'))
  await expect
    .poll(async () => {
      await notify('after').catch(() => {})
      return heard
    })
    .toEqual(expect.arrayContaining(['job after', 'after']))
  expect(worker.isAlive()).toBe(true)
  await worker.stop()
  await stopListening()
  await ledger.close()
  await db.close()
})
