import { type ScratchCluster, startScratchPostgres, startScratchStandby } from '@puente/postgres'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, LedgerUnavailable, OutcomeUnknown } from '../index.ts'
import { aDeposit, aUser, wallet } from '../test/factories.ts'
import { makeLedgerDatabase } from '../test/make-database.ts'

const settings = { fsync: 'off', synchronous_standby_names: 's1' }

let primary: ScratchCluster
let standby: ScratchCluster
let pool: Pool
let admin: Client

beforeAll(async () => {
  primary = await startScratchPostgres({ settings })
  standby = await startScratchStandby({ primary, name: 's1', settings })
  const connectionString = await makeLedgerDatabase(primary.superuserUrl, 'replicated')
  pool = new Pool({ connectionString, max: 4, options: '-c role=app' })
  pool.on('error', () => {})
  admin = new Client({ connectionString })
  admin.on('error', () => {})
  await admin.connect()
})

afterAll(async () => {
  await admin.end()
  await pool.end()
  await standby.remove()
  await primary.remove()
})

test('a connection that has become read-only is dropped, and the next one connects to the primary', async () => {
  const ledger = createLedger({ pool })
  const ana = await aUser(ledger)
  await admin.query('alter database replicated set default_transaction_read_only = on')
  const deposit = aDeposit(ledger, ana, 10n)
  const readOnly = createLedger({ pool })
  await expect(readOnly.post(deposit)).rejects.toThrow(LedgerUnavailable)
  await admin.query('alter database replicated reset default_transaction_read_only')
  expect(await readOnly.post(deposit)).toMatchObject({ accepted: true, replayed: false })
  await readOnly.close()
  await ledger.close()
})

/** Cancels, as an operator would, a commit that waits for a standby. */
const cancelWaiting = async (): Promise<boolean> => {
  const { rows } = await admin.query<{ done: boolean }>(
    `select pg_cancel_backend(pid) as done from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return rows.some(({ done }) => done)
}

/** Cancels every wait for a standby until the call has ended, and answers how it ended. */
const withWaitsCancelled = async <T>(call: Promise<T>): Promise<T | Error> => {
  let isOver = false
  const ended = call
    .catch((error: unknown) => error as Error)
    .finally(() => {
      isOver = true
    })
  await expect.poll(async () => (await cancelWaiting()) || isOver).toBe(true)
  while (!isOver) await cancelWaiting()
  return ended
}

test('P2: what no standby has is not acknowledged although it is committed here, however often it is retried', async () => {
  const ledger = createLedger({ pool })
  const ana = await aUser(ledger, 100n)
  process.kill(standby.pid, 'SIGKILL')
  await standby.exited

  const deposit = aDeposit(ledger, ana, 10n, { answer: () => ({ state: 'created' }) })
  const later = aDeposit(ledger, ana, 2n)
  expect(await withWaitsCancelled(ledger.post(deposit))).toBeInstanceOf(OutcomeUnknown)
  await admin.query("set synchronous_commit = 'local'")
  const { rows } = await admin.query('select from entries where transfer_id = $1', [deposit.transferId])
  expect(rows).toHaveLength(2)

  expect(await ledger.areKeysTaken([deposit, later])).toEqual([true, false])
  expect(await withWaitsCancelled(ledger.post(deposit))).toBeInstanceOf(OutcomeUnknown)
  expect(await withWaitsCancelled(ledger.findOutcome(deposit))).toBeInstanceOf(OutcomeUnknown)
  expect(await withWaitsCancelled(ledger.completeAnswer(ana, deposit.key, { url: 'http://pay' }))).toBeInstanceOf(Error)

  await standby.remove()
  standby = await startScratchStandby({ primary, name: 's1', settings })
  expect(await ledger.findOutcome(deposit)).toMatchObject({ accepted: true, replayed: true })
  expect(await ledger.post(deposit)).toMatchObject({ accepted: true, replayed: true })
  expect(await ledger.post(later)).toMatchObject({ accepted: true, replayed: false })
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(112n)
  await ledger.close()
})
