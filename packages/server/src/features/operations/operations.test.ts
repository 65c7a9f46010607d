import { accountSeals, entrySeals, readNewestCheckpoint, sealNext } from '@puente/ledger'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { aUser, signedIn } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { depositsIn } from '#test/deposits.ts'
import { withLongHistory } from '#test/long-history.ts'
import { auditSeals } from '#platform/audit-seals.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import {
  approveRelease,
  beginCheckpoints,
  checkAll,
  freezeByOperator,
  makeOperator,
  proposeRelease,
  proveAll,
  readStatus,
  watchMoney,
  watchTasks,
} from './index.ts'
import { type ProofStep, proveStep } from './prove-money.ts'
import type { ReleaseContext } from './release-money.ts'
import type { OperatorCredentials } from './require-operator.ts'
import { checkWritten } from './written-store.ts'

const FROZEN = { code: 'accountRestricted', details: { reason: 'moneyFrozen' } }
const CHEAP = { memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }

let app: TestApp
let ctx: ReleaseContext
let ana: OperatorCredentials
let ben: OperatorCredentials
let user: TestUser
const lines: string[] = []

beforeAll(async () => {
  app = await testApp()
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords(CHEAP), keys: app.services.keys }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
  user = await aUser(app.services, { tier: 1 })
  expect(await deposit()).toMatchObject({ status: 200 })
  // By card, for a fee that is waived.
  expect(await depositsIn(app).start(user)).toMatchObject({ data: { fee: 0 } })
})
afterAll(async () => {
  await ctx.db.close()
  await app.close()
})
beforeEach(() => void lines.splice(0))

const deposit = async () =>
  app.call('testFunds', { amount: 1_00 }, { key: newId(), headers: await signedIn(app.services, user) })

const watch = async (): Promise<void> => {
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) })
  await watchMoney({ ...app.services, log })
}

const asSuperuser = (statement: string) =>
  withClient(app.database.superuserUrl, (client) => client.query(statement, [user.id]))

const audited = async (action: string): Promise<number> => {
  const { rows } = await app.services.db.pool.query<{ n: number }>(
    'select count(*)::int as n from audit_log where action = $1',
    [action],
  )
  return rows[0]!.n
}

const release = async (): Promise<void> => {
  const digest = await proposeRelease(ctx, ana, 'mended')
  await approveRelease(ctx, ben, digest)
}

test('on a sound database the watch finds nothing, and money moves', async () => {
  await watch()
  expect(lines).toEqual([])
  expect(await readStatus(app.services.db)).toMatchObject({ freeze: null, check: { violations: [] } })
  expect(await app.services.metrics.registry.getSingleMetricAsString('ledger_invariant_broken')).toContain(' 0')
  expect(await checkAll(app.services.db.pool)).toMatchObject({ ok: true, violations: [] })
})

test('T29: a planted broken invariant freezes money and pages once, reads go on, and two operators release it', async () => {
  await asSuperuser('update accounts set balance_cents = balance_cents + 1 where owner_id = $1')
  await watch()
  await watch()
  const paged = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alert }) => alert)
  expect(paged).toMatchObject([{ level: 'fatal', violations: 1 }])
  expect(await audited('money.frozen')).toBe(1)
  expect(await app.services.metrics.registry.getSingleMetricAsString('money_frozen')).toContain('money_frozen 1')

  expect(await deposit()).toMatchObject(FROZEN)
  expect(await app.call('wallet', undefined, { headers: await signedIn(app.services, user) })).toMatchObject({
    status: 200,
  })

  await expect(proposeRelease(ctx, ana, 'it is nothing')).rejects.toThrow('The proof fails')
  await asSuperuser('update accounts set balance_cents = balance_cents - 1 where owner_id = $1')
  await watch()
  expect(await deposit()).toMatchObject(FROZEN)
  expect((await readStatus(app.services.db)).freeze?.accused).toHaveLength(1)

  const digest = await proposeRelease(ctx, ana, 'mended')
  await expect(approveRelease(ctx, ana, digest)).rejects.toThrow('may not approve')
  await expect(approveRelease(ctx, ben, 'f'.repeat(64))).rejects.toThrow('no proposal')
  await expect(approveRelease(ctx, { ...ben, secret: 'guessed' }, digest)).rejects.toThrow('no operator')
  await approveRelease(ctx, ben, digest)
  expect(await deposit()).toMatchObject({ status: 200 })
  expect([await audited('release.proposed'), await audited('money.released')]).toEqual([1, 1])
  await expect(approveRelease(ctx, ben, digest)).rejects.toThrow('not frozen')
})

test('one operator is enough to freeze', async () => {
  await expect(freezeByOperator(ctx, { ...ana, secret: 'guessed' }, 'to see')).rejects.toThrow('no operator')
  await freezeByOperator(ctx, ana, 'a strange pattern')
  await expect(freezeByOperator(ctx, ben, 'me too')).rejects.toThrow('frozen already')
  // What the freeze before was about ended with it.
  expect((await readStatus(app.services.db)).freeze).toMatchObject({ reason: 'a strange pattern', accused: [] })
  expect(await deposit()).toMatchObject(FROZEN)
  await release()
})

test('what is broken while money is frozen already pages as well, once', async () => {
  await freezeByOperator(ctx, ana, 'a drill')
  await asSuperuser('update accounts set balance_cents = balance_cents + 1 where owner_id = $1')
  await watch()
  await watch()
  expect(lines.filter((line) => line.includes('"alert":true'))).toHaveLength(1)
  await asSuperuser('update accounts set balance_cents = balance_cents - 1 where owner_id = $1')
  await watch()
  await release()
})

test('[V2.3.5] an approval counts for the freeze it was proposed for, and within a day', async () => {
  await freezeByOperator(ctx, ana, 'first')
  const early = await proposeRelease(ctx, ana, 'too early')
  await release()
  await freezeByOperator(ctx, ana, 'second')
  await expect(approveRelease(ctx, ben, early)).rejects.toThrow('frozen again')

  const late = await proposeRelease(ctx, ana, 'in time')
  await asSuperuser(`update release_proposals set proposed_at = proposed_at - interval '25 hours',
    expires_at = expires_at - interval '25 hours' where checker is null and $1::uuid is not null`)
  await expect(approveRelease(ctx, ben, late)).rejects.toThrow('no proposal')
  await release()
})

test('the database itself refuses one pair of eyes, and the product no right at all', async () => {
  await expect(
    asSuperuser('update release_proposals set checker = maker, approved_at = now() where $1::uuid is not null'),
  ).rejects.toMatchObject({
    code: '23514',
  })
  for (const statement of [
    'select * from operators',
    'select * from release_proposals',
    'update money_frozen set frozen = false',
    "select release_money('')",
  ])
    await expect(app.services.db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('P17: the operators’ own role ends a freeze only by a proposal that two of them stand for', async () => {
  await freezeByOperator(ctx, ana, 'to be released in order')
  await expect(ctx.db.pool.query('update money_frozen set frozen = false')).rejects.toMatchObject({ code: '42501' })
  const digest = await proposeRelease(ctx, ana, 'not yet approved')
  const { rows } = await ctx.db.pool.query<{ done: boolean }>('select release_money($1) as done', [digest])
  expect(rows).toEqual([{ done: false }])
  expect((await readStatus(app.services.db)).freeze).toMatchObject({ reason: 'to be released in order' })
  await approveRelease(ctx, ben, digest)
  expect((await readStatus(app.services.db)).freeze).toBeNull()
})

test('once there are two operators, one of them has to add the next', async () => {
  await expect(makeOperator(ctx, 'carla', null)).rejects.toThrow('one of them has to add')
  await expect(makeOperator(ctx, 'carla', { ...ana, secret: 'guessed' })).rejects.toThrow('no operator')
  const secret = await makeOperator(ctx, 'carla', ana)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  await expect(makeOperator(ctx, 'carla', ana)).rejects.toThrow('of this name')
  await expect(makeOperator(ctx, 'X', ana)).rejects.toThrow('small letters')
  expect(await audited('operator.made')).toBe(3)
})

const beside: [string, string, string][] = [
  [
    'a movement that shows another balance',
    'update movements set balance_after_cents = 5 where owner_id = $1',
    'every posted movement shows its entry',
  ],
  [
    'a movement that is gone',
    'delete from movements where owner_id = $1',
    'every party of a transfer sees it as one movement',
  ],
  [
    'usage of another amount',
    'update limit_usage set amount_cents = amount_cents + 1 where owner_id = $1',
    'what is used of limits is what was moved',
  ],
  [
    'usage that was given back for nothing',
    'update limit_usage set given_back_at = now() where owner_id = $1',
    'what is used of limits is what was moved',
  ],
  [
    'usage that was moved to another day',
    "update limit_usage set at = '2001-01-01 00:00Z' where owner_id = $1",
    'what is used of limits is what was moved',
  ],
  [
    'usage that counts in fewer groups',
    "update limit_usage set operations = 'deposit' where owner_id = $1",
    'what is used of limits is what was moved',
  ],
  ['usage that was deleted', 'delete from limit_usage where owner_id = $1', 'what is used of limits is what was moved'],
  [
    'a sum of usage that was lowered',
    'update limit_buckets set cents = cents - 1 where owner_id = $1',
    'what limits are measured by is the sum of what is used',
  ],
  [
    'a sum of usage that ends too early',
    "update limit_buckets set newest_at = '2001-01-01 00:00Z' where owner_id = $1",
    'what limits are measured by is the sum of what is used',
  ],
  [
    'a sum of usage that is gone',
    'delete from limit_buckets where owner_id = $1',
    'what limits are measured by is the sum of what is used',
  ],
  [
    'a free operation that was forgotten',
    'delete from free_operations where owner_id = $1',
    'what is used of free operations is what was waived',
  ],
  [
    'a free operation that nothing was waived for',
    'insert into free_operations (owner_id, movement_id, at) values ($1, gen_random_uuid(), now())',
    'what is used of free operations is what was waived',
  ],
  [
    'a fourth free operation',
    `with more as (
        insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, scheduled_fee_cents,
          reference, search_text, created_at)
        select $1, gen_random_uuid(), 'withdrawal', 'PENDING', 'bank', -1, 1, 1, 'R' || n, '', date_trunc('milliseconds', now())
          from generate_series(1, 3) as n
        returning owner_id, movement_id)
      insert into free_operations (owner_id, movement_id, at) select owner_id, movement_id, date_trunc('milliseconds', now()) from more`,
    'no person has begun more free operations than there are',
  ],
]

const RUN = { jobId: '1', orderedAt: new Date(), attempt: 1, isLastAttempt: false, signal: undefined }

/** Seals everything at once, which on several machines waits until all of them must have committed. */
const seal = async (): Promise<void> => {
  for (const source of [auditSeals, entrySeals(), accountSeals()])
    while ((await sealNext(app.services.db.pool, source)) > 0);
}

/** A night's proof, which pages to `lines`. */
const night = async (): Promise<void> => {
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) })
  await watchTasks({ ...app.services, log })['money.check']?.({}, RUN)
}

const tables = ['movements', 'limit_usage', 'limit_buckets', 'free_operations', 'audit_log']
const onEachTable = (text: (table: string) => string) =>
  withClient(app.database.superuserUrl, async (client) => {
    for (const table of tables) await client.query(text(table))
  })
/** Does something while these rows may be tampered with, and puts them back. */
const tampered = async (statement: string, work: () => Promise<void>): Promise<void> => {
  await onEachTable((table) => `create table kept_${table} as select * from ${table}`)
  try {
    await asSuperuser(statement)
    await work()
  } finally {
    await onEachTable((table) => `truncate ${table}`)
    await onEachTable((table) => `insert into ${table} select * from kept_${table}`)
    await onEachTable((table) => `drop table kept_${table}`)
  }
}

test.each(beside)('I7: the proof of a night finds %s, and freezes', async (_, statement, invariant) => {
  await tampered(statement, async () => {
    await night()
    expect((await readStatus(app.services.db)).freeze?.reason).toContain(invariant)
    expect(lines.join()).toContain('"alert":true')
    await expect(proposeRelease(ctx, ana, 'it is nothing')).rejects.toThrow(invariant)
  })
  await release()
})

test('the full check finds a movement without a line in the audit trail', async () => {
  const statement =
    'delete from audit_log where object_id in (select movement_id::text from movements where owner_id = $1)'
  await tampered(statement, async () => {
    const { violations } = await checkAll(app.services.db.pool)
    expect(violations[0]).toMatchObject({ invariant: 'every movement has a line in the audit trail' })
  })
  expect(await checkAll(app.services.db.pool)).toMatchObject({ ok: true })
})

test('each night leaves a signed checkpoint of what was sealed since, and is silent while all is well', async () => {
  await seal()
  await night()
  const first = await readNewestCheckpoint(app.services.db.pool)
  await deposit()
  await seal()
  await night()
  const second = await readNewestCheckpoint(app.services.db.pool)
  expect(second?.n).toBe((first?.n ?? 0n) + 1n)
  expect(await readStatus(ctx.db)).toMatchObject({ checkpoint: { n: second?.n }, proofMs: 0 })
  const all = await proveAll(ctx, () => {})
  expect(all).toMatchObject({ violations: [], tampering: [] })
  expect(all.entries).toBe(second?.lines.reduce((sum, { entries }) => sum + entries, 0n))
  expect(second?.lines.reduce((sum, { cents }) => sum + cents, 0n)).toBe(0n)
  expect(lines).toEqual([])
})

test('checkpoints that were all taken away are missed, and begun again by an operator alone; the log tells them from the old ones', async () => {
  const kept = await readNewestCheckpoint(app.services.db.pool)
  const anchor = { n: kept!.n, hash: kept!.hash.toString('hex') }
  expect(await proveAll(ctx, () => {}, [anchor])).toMatchObject({ tampering: [] })
  await withClient(app.database.superuserUrl, async (client) => {
    await client.query('delete from checkpoints')
    await client.query(`update batches set at = at - interval '3 days'`)
  })
  const { tampering } = await proveStep(ctx, { step: 'new', entries: 0n })
  expect(tampering).toEqual([{ chain: 'checkpoints', kind: 'deleted', name: 'checkpoint 1', seal: null }])
  expect(await readNewestCheckpoint(app.services.db.pool)).toBeNull()
  await withClient(app.database.superuserUrl, (client) =>
    client.query(`update batches set at = at + interval '3 days'`),
  )
  const begun = await beginCheckpoints(ctx)
  expect(begun).toMatchObject({ violations: [], tampering: [], checkpoint: { n: 1n } })
  expect(await beginCheckpoints(ctx)).toMatchObject({ entries: 0n, checkpoint: { n: 1n } })
  expect(await readNewestCheckpoint(app.services.db.pool)).toMatchObject({ n: 1n })
  expect((await proveAll(ctx, () => {}, [anchor])).tampering).toEqual([
    { chain: 'checkpoints', kind: 'anchor', name: `checkpoint ${anchor.n}`, seal: null },
  ])
})

test('no checkpoint is made over a wrong movement, so that the repeat finds it again', async () => {
  const before = await readNewestCheckpoint(app.services.db.pool)
  await deposit()
  await seal()
  await tampered('update movements set balance_after_cents = 5 where owner_id = $1', async () => {
    await night()
    expect((await readNewestCheckpoint(app.services.db.pool))?.n).toBe(before?.n)
    expect((await readStatus(app.services.db)).freeze?.reason).toContain('every posted movement shows its entry')
  })
  await release()
  await night()
  expect((await readNewestCheckpoint(app.services.db.pool))?.n).toBe((before?.n ?? 0n) + 1n)
})

test('I7: a line of the audit trail that was changed after it was sealed pages in the night and keeps money where it is', async () => {
  await freezeByOperator(ctx, ana, 'a drill')
  const changed = `update audit_log set code = 'x' where id = (select id from audit_log where $1::uuid is not null
    order by transaction_number limit 1)`
  await tampered(changed, async () => {
    await night()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'fatal', alert: true, component: 'seal' },
    ])
    await expect(proposeRelease(ctx, ana, 'it is nothing')).rejects.toThrow('audit: altered')
  })
  await release()
})

const onDebts = (statement: string) => withClient(app.database.superuserUrl, (client) => client.query(statement))

test('what a step of the night finds is reported and freezes money, although the step before it could not be taken', async () => {
  await onDebts('revoke select on debts from app')
  await tampered('update movements set balance_after_cents = 5 where owner_id = $1', async () => {
    await expect(night()).rejects.toThrow('could not be taken')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { alert: true, task: 'debts' },
      { level: 'fatal', alert: true },
    ])
    expect((await readStatus(app.services.db)).freeze?.reason).toContain('every posted movement shows its entry')
  })
  await onDebts('grant select on debts to app')
  await release()
})

test('an old movement of a person who moves money is left to the round over old ones', async () => {
  await night()
  await deposit()
  await seal()
  const oldest = `update movements set balance_after_cents = 5 where (owner_id, movement_id) in
    (select owner_id, movement_id from movements where owner_id = $1 and transfer_id is not null order by created_at limit 1)`
  await tampered(oldest, async () => {
    const wrong = [{ invariant: 'every posted movement shows its entry' }]
    const step = (step: ProofStep['step']) => proveStep(app.services, { step, entries: 0n })
    expect(await step('new')).toMatchObject({ entries: 2n, violations: [], isOver: true })
    expect(await step('old movements')).toMatchObject({ violations: wrong })
  })
})

test('of a long history only the movements of the new entries are checked, those that waited among them', async () => {
  const somebody = await aUser(app.services)
  await withLongHistory(app, somebody, 400, 60_000)
  const check = (before: bigint, after: bigint) =>
    checkWritten(app.services.db.pool, {
      spans: [{ ownerId: somebody.id, account: 'wallet', before, after }],
      since: new Date(0),
      until: new Date(0),
    })
  expect(await check(300n, 401n)).toEqual([])
  const change = (seq: number) =>
    asSuperuser(`update movements set balance_after_cents = 5 where $1 <> owner_id and entry_seq = ${seq}`)
  // The second one waited three days.
  const places: [number, bigint, bigint][] = [
    [340, 300n, 345n],
    [351, 345n, 401n],
  ]
  for (const [seq, before, after] of places) {
    await change(seq)
    expect(await check(before, after)).toMatchObject([{ invariant: 'every posted movement shows its entry' }])
    expect(await check(BigInt(seq), after)).toEqual([])
    await asSuperuser(`delete from movements where $1 <> owner_id and entry_seq = ${seq}`)
    expect(await check(before, after)).toMatchObject([
      { invariant: 'every party of a transfer sees it as one movement', where: { movements: '0' } },
    ])
    expect(await check(BigInt(seq), after)).toEqual([])
  }
})
