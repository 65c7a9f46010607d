/** What is committed here and no standby has yet: asked for over HTTP, it is an unknown outcome until one has it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScratchCluster, startScratchPostgres, startScratchStandby } from '@puente/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '#test/app.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { newId } from '#platform/ids.ts'
import { prepareDatabase } from '../../prepare.ts'
import { withLogin } from '../db/hosts.ts'
import { withClient } from '../db/pool.ts'

const settings = { fsync: 'off', synchronous_standby_names: 's1' }

let stateDir: string
let primary: ScratchCluster
let standby: ScratchCluster
let app: TestApp

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'puente-unreplicated-'))
  primary = await startScratchPostgres({ settings })
  standby = await startScratchStandby({ primary, name: 's1', settings })
  const { appUrl, jobsUrl } = await prepareDatabase({ superuserUrl: primary.superuserUrl, stateDir })
  app = await testApp({ DATABASE_URL: appUrl, JOBS_DATABASE_URL: jobsUrl })
})

afterAll(async () => {
  await app.close()
  await standby.remove()
  await primary.remove()
  await rm(stateDir, { recursive: true, force: true })
})

const inside = () => withLogin(primary.superuserUrl, { database: 'puente' })

/** No standby takes anything in while `work` runs. */
const withoutStandby = async (work: () => Promise<void>): Promise<void> => {
  const receiver = await withClient(standby.superuserUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_wal_receiver')
    return rows[0]!.pid
  })
  process.kill(receiver, 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(receiver, 'SIGCONT')
  }
}

/** The answer to a call whose every wait for a standby is cancelled, as an operator would or a restart does. */
const withWaitsCancelled = <T>(call: Promise<T>): Promise<T> =>
  withClient(inside(), async (client) => {
    let isOver = false
    const ended = Promise.allSettled([call]).then(([end]) => {
      isOver = true
      return end
    })
    while (!isOver)
      await client.query(
        `select pg_cancel_backend(pid), pg_sleep(0.01) from pg_stat_activity where wait_event = 'SyncRep'`,
      )
    const end = await ended
    if (end.status === 'rejected') throw end.reason
    return end.value
  })

const kept = (ownerId: string, key: string) =>
  withClient(inside(), async (client) => {
    const { rowCount } = await client.query('select from idempotency where owner_id = $1 and key = $2', [ownerId, key])
    return rowCount
  })

const unknown = { status: 503, code: 'serviceUnavailable', details: { outcome: 'unknown' } }

type Call = (key: string) => Promise<Answer<'sendInApp' | 'startDeposit'>>

/** First call and repeat while the standby is away, and the repeat when it is back. */
const tried = async (ownerId: string, call: Call) => {
  const key = newId()
  await withoutStandby(async () => {
    expect(await withWaitsCancelled(call(key))).toMatchObject(unknown)
    expect(await kept(ownerId, key)).toBe(1)
    expect(await withWaitsCancelled(call(key))).toMatchObject(unknown)
  })
  return call(key)
}

test('a send that no standby has is an unknown outcome, at first and when its key is repeated, and moves money once', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  await withBalance(app.services, ana, 100_00)
  const headers = await signedIn(app.services, ana)
  const last = await tried(ana.id, (key) =>
    app.call('sendInApp', { toUser: ben.userId, amount: 5_00, currency: 'USD' }, { key, headers }),
  )
  expect(last).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' }, data: { balance: 95_00 } })
  expect((await app.services.ledger.balance({ ownerId: ben.id, account: 'wallet' })).balanceCents).toBe(5_00n)
})

test('a repeat that would be refused before it is posted is an unknown outcome as well while no standby has the first', async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  await withBalance(app.services, ana, 100_00)
  const headers = await signedIn(app.services, ana)
  const key = newId()
  const send = () => app.call('sendInApp', { toUser: ben.userId, amount: 5_00, currency: 'USD' }, { key, headers })
  const restrict = (status: string) =>
    app.services.db.updateTable('users').set({ status }).where('owner_id', '=', ana.id).execute()
  await withoutStandby(async () => {
    expect(await withWaitsCancelled(send())).toMatchObject(unknown)
    await withWaitsCancelled(restrict('frozen'))
    expect(await withWaitsCancelled(send())).toMatchObject(unknown)
  })
  expect(await send()).toMatchObject({ status: 200, data: { balance: 95_00 } })
})

test('a deposit that no standby has is an unknown outcome, and its page is opened for it alone', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const headers = await signedIn(app.services, ana)
  const last = await tried(ana.id, (key) =>
    app.call('startDeposit', { method: 'card', amount: 10_00, currency: 'USD' }, { key, headers }),
  )
  expect(last).toMatchObject({ status: 200, data: { tipo: 'processing' } })
  const payments = app.services.db.selectFrom('provider_operations').select('ref').where('owner_id', '=', ana.id)
  expect(await payments.execute()).toHaveLength(1)
})
