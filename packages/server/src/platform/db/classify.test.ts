import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { classify, judge, losesConnection, type Meaning, type Phase } from './classify.ts'
import { CommitNotReplicated, CommitRolledBack } from './errors.ts'

const coded = (code: string, message = 'recorded'): Error => Object.assign(new Error(message), { code })

/** The signal, and what it means while connecting, inside the transaction, and after COMMIT was sent. */
const table: [string, Error, Meaning, Meaning, Meaning][] = [
  ['40001 serialisation', coded('40001'), 'transient', 'transient', 'transient'],
  ['40P01 deadlock', coded('40P01'), 'transient', 'transient', 'transient'],
  ['40003 completion unknown', coded('40003'), 'defect', 'defect', 'unknown'],
  ['55P03 lock timeout', coded('55P03'), 'transient', 'transient', 'unknown'],
  ['57014 statement timeout', coded('57014'), 'transient', 'transient', 'unknown'],
  ['25P03 idle in transaction', coded('25P03'), 'transient', 'transient', 'unknown'],
  ['25P04 transaction timeout', coded('25P04'), 'transient', 'transient', 'unknown'],
  ['57P01 shutdown', coded('57P01'), 'transient', 'transient', 'unknown'],
  ['57P02 crash', coded('57P02'), 'transient', 'transient', 'unknown'],
  ['57P03 starting', coded('57P03'), 'transient', 'transient', 'unknown'],
  ['08006 connection failure', coded('08006'), 'transient', 'transient', 'unknown'],
  ['killed under Citus', coded('XX000', 'postmaster was shut down, exiting'), 'transient', 'transient', 'unknown'],
  ['lost by Citus', coded('XX000', 'server closed the connection unexpectedly'), 'transient', 'transient', 'unknown'],
  ['ECONNRESET', coded('ECONNRESET'), 'transient', 'transient', 'unknown'],
  ['EPIPE', coded('EPIPE'), 'transient', 'transient', 'unknown'],
  ['ECONNREFUSED', coded('ECONNREFUSED'), 'transient', 'transient', 'unknown'],
  ['EAI_AGAIN', coded('EAI_AGAIN'), 'transient', 'transient', 'unknown'],
  ['terminated', new Error('Connection terminated unexpectedly'), 'transient', 'transient', 'unknown'],
  [
    'not queryable',
    new Error('Client has encountered a connection error and is not queryable'),
    'transient',
    'transient',
    'unknown',
  ],
  ['read timeout', new Error('Query read timeout'), 'transient', 'transient', 'unknown'],
  [
    'connect timeout',
    new Error('Connection terminated due to connection timeout'),
    'transient',
    'transient',
    'unknown',
  ],
  ['pool full', new Error('timeout exceeded when trying to connect'), 'overload', 'overload', 'unknown'],
  ['53300 too many connections', coded('53300'), 'transient', 'transient', 'unknown'],
  ['53200 out of memory', coded('53200'), 'transient', 'transient', 'unknown'],
  ['53100 disk full', coded('53100'), 'overload', 'overload', 'unknown'],
  ['25006 standby', coded('25006'), 'transient', 'transient', 'unknown'],
  ['XX000 at commit', coded('XX000'), 'defect', 'defect', 'unknown'],
  ['23505 twin', coded('23505'), 'business', 'business', 'business'],
  ['23514 backstop', coded('23514'), 'defect', 'defect', 'defect'],
  ['42P01 no such table', coded('42P01'), 'defect', 'defect', 'unknown'],
  ['42501 no right', coded('42501'), 'defect', 'defect', 'unknown'],
  ['P0001 raised', coded('P0001'), 'defect', 'defect', 'unknown'],
  ['0A000 cached plan', coded('0A000'), 'transient', 'transient', 'unknown'],
  ['26000 no such statement', coded('26000'), 'transient', 'transient', 'unknown'],
  ['XX001 corrupted', coded('XX001'), 'damage', 'damage', 'damage'],
  ['58030 I/O', coded('58030'), 'damage', 'damage', 'damage'],
  ['tag ROLLBACK', new CommitRolledBack('x'), 'defect', 'defect', 'transient'],
  ['replication warning', new CommitNotReplicated('x'), 'defect', 'defect', 'unknown'],
  ['a bug of ours', new TypeError('x is not a function'), 'defect', 'defect', 'unknown'],
]

describe('recorded errors mean by phase what the table says', () => {
  test.each(table)('%s', (_name, error, connecting, working, committing) => {
    const found = (['connecting', 'working', 'committing'] satisfies Phase[]).map((phase) => classify(error, phase))
    expect(found).toEqual([connecting, working, committing])
  })

  test('a connection that has become read-only is given up, since its server is a standby now', () => {
    expect(losesConnection(coded('25006'))).toBe(true)
    expect(losesConnection(coded('40001'))).toBe(false)
  })

  test('what should never happen in good health raises an alarm', () => {
    expect(judge(coded('40P01'), 'working').alarm).toBe(true)
    expect(judge(coded('25P03'), 'working').alarm).toBe(true)
    expect(judge(coded('40001'), 'working').alarm).toBeUndefined()
  })
})

describe('real signals of a real server', () => {
  let database: TestDatabase
  const open: pg.Client[] = []
  const connect = async (settings = ''): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: database.superuserUrl, options: settings })
    client.on('error', () => {})
    await client.connect()
    open.push(client)
    return client
  }
  const errorOf = async (promise: Promise<unknown>): Promise<unknown> => {
    try {
      await promise
    } catch (error) {
      return error
    }
    throw new Error('nothing went wrong')
  }
  beforeAll(async () => {
    database = await testDatabase()
    const client = await connect()
    await client.query('create table things (id int primary key, n int)')
    await client.query('insert into things values (1, 0), (2, 0)')
  })
  afterAll(async () => {
    for (const client of open) await client.end().catch(() => {})
    await database.close()
  })

  test('a deadlock is transient', async () => {
    const [a, b] = [await connect('-c deadlock_timeout=20ms'), await connect('-c deadlock_timeout=20ms')]
    await a.query('begin')
    await b.query('begin')
    await a.query('update things set n = 1 where id = 1')
    await b.query('update things set n = 1 where id = 2')
    const ended = await Promise.allSettled([
      a.query('update things set n = 1 where id = 2').finally(() => void a.query('rollback')),
      b.query('update things set n = 1 where id = 1').finally(() => void b.query('rollback')),
    ])
    const lost = ended.find((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ code: '40P01' })
    expect(classify(lost?.reason)).toBe('transient')
  })

  test('a lock that is not given in time is transient', async () => {
    const [holder, waiter] = [await connect(), await connect('-c lock_timeout=20ms')]
    await holder.query('begin')
    await holder.query('update things set n = 2 where id = 1')
    const error = await errorOf(waiter.query('update things set n = 3 where id = 1'))
    await holder.query('rollback')
    expect(error).toMatchObject({ code: '55P03' })
    expect(classify(error)).toBe('transient')
  })

  test('a statement that takes too long is transient', async () => {
    const error = await errorOf((await connect('-c statement_timeout=20ms')).query('select pg_sleep(5)'))
    expect(error).toMatchObject({ code: '57014' })
    expect(classify(error)).toBe('transient')
  })

  test('a terminated backend is transient inside a transaction and unknown at its commit', async () => {
    const [victim, killer] = [await connect(), await connect()]
    await victim.query('begin')
    const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
    const running = errorOf(victim.query('select pg_sleep(30)'))
    await killer.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    const error = await running
    expect(classify(error, 'working')).toBe('transient')
    expect(classify(error, 'committing')).toBe('unknown')
    const afterwards = await errorOf(victim.query('select 1'))
    expect(classify(afterwards)).toBe('transient')
  })

  test('waiting inside a transaction ends it, which is transient and an alarm', async () => {
    const client = await connect('-c idle_in_transaction_session_timeout=20ms')
    const told = new Promise((resolve) => client.once('error', resolve))
    await client.query('begin')
    const error = await told
    expect(error).toMatchObject({ code: '25P03' })
    expect(judge(error, 'working')).toEqual({ meaning: 'transient', retries: 1, alarm: true })
  })

  test('a second row under a unique key is business, a broken check a defect', async () => {
    const client = await connect()
    expect(classify(await errorOf(client.query('insert into things values (1, 0)')))).toBe('business')
    await client.query('create table bounded (n int check (n > 0))')
    expect(classify(await errorOf(client.query('insert into bounded values (0)')))).toBe('defect')
    expect(classify(await errorOf(client.query('select * from no_such_table')))).toBe('defect')
  })

  test('the application may not change what is append-only', async () => {
    const error = await errorOf(database.db.pool.query('update entries set amount_cents = 1'))
    expect(error).toMatchObject({ code: '42501' })
    expect(classify(error)).toBe('defect')
  })
})
