import { type ScratchCluster, startScratchPostgres, startScratchStandby } from '@puente/postgres'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, LedgerUnavailable, OutcomeUnknown } from './index.ts'
import { aCommand, aDeposit, aUser, wallet } from './test/factories.ts'
import { makeLedgerDatabase } from './test/make-database.ts'

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

test('a connection that has become read-only is given up, and the next one goes where writing is allowed', async () => {
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

test('P2: what no standby has is not acknowledged although it is committed here, and its key tells once one is back', async () => {
  const ledger = createLedger({ pool })
  const ana = await aUser(ledger, 100n)
  process.kill(standby.pid, 'SIGKILL')
  await standby.exited

  const deposit = aDeposit(ledger, ana, 10n)
  const posting = ledger.post(deposit).then(
    () => 'acknowledged',
    (error: unknown) => error,
  )
  await expect.poll(cancelWaiting).toBe(true)
  expect(await posting).toBeInstanceOf(OutcomeUnknown)
  await admin.query("set synchronous_commit = 'local'")
  const { rows } = await admin.query('select from entries where transfer_id = $1', [deposit.transferId])
  expect(rows).toHaveLength(2)

  await standby.remove()
  standby = await startScratchStandby({ primary, name: 's1', settings })
  expect(await ledger.post(deposit)).toMatchObject({ accepted: true, replayed: true })
  expect(await ledger.post(aCommand(ana))).toMatchObject({ accepted: true, replayed: false })
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(110n)
  await ledger.close()
})
