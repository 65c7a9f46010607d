/** What operators do with money that came by Zelle and found nobody, or did not fit. */
import { uuidOf } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceZelle } from '#features/zelle/advance-zelle.ts'
import { disputedCents } from '#features/zelle/claims-store.ts'
import { listOpenCredits } from '#features/zelle/credits-store.ts'
import { readBankList } from '#features/zelle/import-rules.ts'
import { rejectByOperator } from '#features/zelle/operator-acts.ts'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import type { PaymentRef } from '#features/payments/index.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { digestOver } from './four-eyes.ts'
import { approveZelleOrderByOperator, makeOperator, proposeZelleOrder } from './index.ts'
import { carryOutZelleOrders } from './order-zelle.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'
import { findZelleOrder, insertZelleOrder } from './zelle-orders-store.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const CHEAP = { memoryKib: 8, passes: 1, lanes: 1, atOnce: 2 }

let ctx: OperatorContext
let kim: OperatorCredentials
let lee: OperatorCredentials
beforeAll(async () => {
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} } })
  ctx = { db, passwords: createPasswords(CHEAP) }
  kim = { name: 'kim', secret: await makeOperator(ctx, 'kim', null) }
  lee = { name: 'lee', secret: await makeOperator(ctx, 'lee', null) }
})
afterAll(() => ctx.db.close())

const begun = async (user: TestUser) => (await deposits.start(user, { method: 'zelle' })).data
let last = 500_000_000
/** A credit that arrives; answers with its id in our books. */
const arrive = async (more: object): Promise<string> => {
  const reference = String((last += 1))
  await app.control('POST', '/zelle/credits', { reference, amountCents: 100_00, senderName: 'Ana Ruiz', ...more })
  await pollFeed(app.services)
  const found = (await listOpenCredits(ctx.db, 500)).find((credit) => credit.reference === reference)
  if (!found) throw new Error('the credit is nobody’s no longer')
  return found.id
}
type Asked = Parameters<typeof proposeZelleOrder>[2]
const approved = async (asked: Partial<Asked> & Pick<Asked, 'kind'>): Promise<string> => {
  const whole = { creditId: null, movementId: null, csv: null, evidence: 'case 7', ...asked }
  const digest = await proposeZelleOrder(ctx, kim, whole)
  await approveZelleOrderByOperator(ctx, lee, digest)
  return digest
}
const carryOut = async (digest: string, services: Services = app.services): Promise<string | null> => {
  await carryOutZelleOrders(services)
  return (await findZelleOrder(ctx.db, digest))?.outcome ?? null
}
const order = async (asked: Parameters<typeof approved>[0]): Promise<string | null> => carryOut(await approved(asked))
/** The product, in which something else happens before and after what is of this kind is posted. */
const around = (
  kind: string,
  { before, after }: { before?: () => Promise<unknown>; after?: () => never },
): Services => {
  const { ledger } = app.services
  const post: typeof ledger.post = async (command) => {
    if (command.kind !== kind) return ledger.post(command)
    await before?.()
    const outcome = await ledger.post(command)
    after?.()
    return outcome
  }
  return { ...app.services, ledger: { ...ledger, post } }
}
const powerFails = (): never => {
  throw new Error('the power is gone')
}
const confirm = async (user: TestUser, transactionId: string, confirmation: string, fullName = 'Ana Ruiz') =>
  app.call(
    'confirmZelle',
    { transactionId: transactionId as `txn_${string}`, confirmation, fullName },
    { key: newId(), headers: await deposits.headersOf(user) },
  )
const suspenseOf = async (): Promise<number> => {
  const { rows } = await app.services.db.pool.query<{ cents: string }>(
    `select coalesce(sum(balance_cents), 0) as cents from accounts where account = 'suspense:unmatched'`,
  )
  return Number(rows[0]?.cents)
}

test('money that did not fit is rejected by two operators: the payment was declined, and its money waits to be paid back', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId, zelle } = await begun(user)
  const credit = await arrive({ amountCents: 90_00, memo: zelle?.memo })
  const before = await suspenseOf()
  const movementId = uuidOf(transactionId, 'txn')
  expect(await order({ kind: 'reject', movementId })).toBe('done')
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect(await order({ kind: 'reject', movementId })).toBe('notOpen')
  expect(await suspenseOf()).toBe(before)
  expect(await order({ kind: 'refund', creditId: credit })).toBe('done')
  expect(await suspenseOf()).toBe(before - 90_00)
  expect(await order({ kind: 'refund', creditId: credit })).toBe('notOpen')
  expect(await order({ kind: 'credit', creditId: credit })).toBe('notOpen')
  expect(await suspenseOf()).toBe(before - 90_00)
})

test('X-31 MSG-17 a payment whose payer has another name is held for a person, and once rejected says how much came, and one that nothing came for says nothing', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId, zelle } = await begun(user)
  const empty = await begun(user)
  expect(await confirm(user, transactionId, '498000001', 'Ben Lee')).toMatchObject({ code: 'zelleNotFound' })
  await arrive({ memo: zelle?.memo })
  const held = { state: 'ON HOLD', holdReason: 'zelleMismatch', cancellable: false }
  expect(await deposits.rowOf(user, transactionId)).toMatchObject(held)
  expect(await deposits.rowOf(user, empty.transactionId)).toMatchObject({ state: 'PENDING' })
  for (const id of [transactionId, empty.transactionId])
    expect(await order({ kind: 'reject', movementId: uuidOf(id, 'txn') })).toBe('done')
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'rejected',
    received: 100_00,
  })
  expect(await deposits.rowOf(user, empty.transactionId)).not.toHaveProperty('received')
})

test('the payer gets what was really paid, once, with a row that says so, and the payment ends', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId, zelle } = await begun(user)
  const credit = await arrive({ amountCents: 90_00, memo: zelle?.memo })
  const before = await suspenseOf()
  expect(await order({ kind: 'credit', creditId: credit })).toBe('done')
  expect(await deposits.balanceOf(user)).toBe(90_00)
  expect(await suspenseOf()).toBe(before - 90_00)
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'rejected',
    givenBack: 90_00,
  })
  const { items } = (await app.call('listTransactions', {}, { headers: await deposits.headersOf(user) })).data
  expect(items[0]).toMatchObject({ type: 'deposit', amount: 90_00, balance: 90_00, linkedId: transactionId })
  expect(await order({ kind: 'credit', creditId: credit })).toBe('notOpen')
  expect(await deposits.balanceOf(user)).toBe(90_00)
})

test('a credit that nobody could match is given to the payment that it pays exactly, and to no other', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId } = await begun(user)
  const movementId = uuidOf(transactionId, 'txn')
  const short = await arrive({ amountCents: 99_99 })
  expect(await order({ kind: 'match', creditId: short, movementId })).toBe('notExact')
  const exact = await arrive({ senderName: 'R. Ana' })
  expect(await order({ kind: 'match', creditId: exact, movementId })).toBe('done')
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(user)).toBe(100_00)
  expect(await order({ kind: 'credit', creditId: short })).toBe('notDisputed')
})

test('while a credit is refunded its payer cannot be paid with it, whether they give its number or the process ends', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId } = await begun(user)
  const creditId = await arrive({})
  const before = await suspenseOf()
  const give = () => confirm(user, transactionId, String(last))
  const id = await approved({ kind: 'refund', creditId })
  expect(await carryOut(id, around('zelle-credit.refunded', { before: give, after: powerFails }))).toBeNull()
  expect(await suspenseOf()).toBe(before - 100_00)
  expect(await give()).toMatchObject({ code: 'zelleNotFound' })
  await pollFeed(app.services)
  // An order that fails does not keep the next one.
  const other = await approved({ kind: 'refund', creditId })
  expect(await carryOut(other, around('zelle-credit.refunded', { after: powerFails }))).toBe('notOpen')
  expect(await carryOut(id)).toBe('done')
  expect([await deposits.balanceOf(user), await suspenseOf()]).toEqual([0, before - 100_00])
})

test('while the payer is credited with what did not fit, the payment cannot be paid with it as well', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId, zelle } = await begun(user)
  expect(await confirm(user, transactionId, '499999999', 'Ben Lee')).toMatchObject({ code: 'zelleNotFound' })
  const creditId = await arrive({ memo: zelle?.memo })
  const before = await suspenseOf()
  // Now the name fits too.
  const fits = async () => {
    await confirm(user, transactionId, '499999998')
    await pollFeed(app.services)
  }
  const id = await approved({ kind: 'credit', creditId })
  expect(await carryOut(id, around('zelle.credited-by-operator', { before: fits, after: powerFails }))).toBeNull()
  await pollFeed(app.services)
  const refund = await approved({ kind: 'refund', creditId })
  expect([await carryOut(id), await carryOut(refund)]).toEqual(['done', 'notOpen'])
  expect([await deposits.balanceOf(user), await suspenseOf()]).toEqual([100_00, before - 100_00])
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
})

test.each([
  ['before', 'posts'],
  ['after', 'has posted'],
])('a match whose process ends %s it %s is finished by the same order', async (when) => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId } = await begun(user)
  const creditId = await arrive({ senderName: 'R. Ana' })
  const before = await suspenseOf()
  const movementId = uuidOf(transactionId, 'txn')
  const id = await approved({ kind: 'match', creditId, movementId })
  expect(await carryOut(id, around('deposit.zelle', { [when]: powerFails }))).toBeNull()
  const refund = await approved({ kind: 'refund', creditId })
  expect([await carryOut(id), await carryOut(refund)]).toEqual(['done', 'notOpen'])
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect([await deposits.balanceOf(user), await suspenseOf()]).toEqual([100_00, before - 100_00])
})

/** Nobody waits to be paid with it, and nothing is held against it. */
const isLetGo = async (movementId: string): Promise<boolean> => {
  const waiting = await app.services.db
    .selectFrom('zelle_waiting')
    .select('ref')
    .where('ref', '=', movementId)
    .execute()
  return waiting.length + Number(await disputedCents(app.services.db, movementId)) === 0
}

const CUTS: [string, (id: string, ref: PaymentRef) => Promise<unknown>][] = [
  ['before it posts', (id) => carryOut(id, around('deposit.ended', { before: async () => powerFails() }))],
  ['after it has posted', (id) => carryOut(id, around('deposit.ended', { after: powerFails }))],
  [
    'before its own end',
    async (id, ref) => {
      const { id: orderId = '' } = (await findZelleOrder(ctx.db, id)) ?? {}
      const ends = rejectByOperator(app.services, { orderId, ref }, async () => powerFails())
      await expect(ends).rejects.toThrow('the power is gone')
    },
  ],
]
test.each(CUTS)('a rejection that is cut off %s is finished by the same order, as done', async (_, cut) => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId, zelle } = await begun(user)
  await arrive({ amountCents: 90_00, memo: zelle?.memo })
  const movementId = uuidOf(transactionId, 'txn') ?? ''
  const id = await approved({ kind: 'reject', movementId })
  await cut(id, { ownerId: user.id, ref: movementId })
  expect([(await findZelleOrder(ctx.db, id))?.outcome, await isLetGo(movementId)]).toEqual([null, false])
  expect([await carryOut(id), await isLetGo(movementId)]).toEqual(['done', true])
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({ cancelReason: 'rejected', received: 90_00 })
})

test('a rejection that is cut off is finished also where nothing names its payment any more', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId } = await begun(user)
  const movementId = uuidOf(transactionId, 'txn') ?? ''
  const id = await approved({ kind: 'reject', movementId })
  await carryOut(id, around('deposit.ended', { after: powerFails }))
  await advanceZelle(app.services, { ownerId: user.id, ref: movementId })
  expect([(await findZelleOrder(ctx.db, id))?.outcome, await isLetGo(movementId)]).toEqual([null, true])
  expect(await carryOut(id)).toBe('done')
  expect(await order({ kind: 'reject', movementId })).toBe('notOpen')
})

test('a payer who is credited with what did not fit waits for nothing, also when the process ends before the payment is let go', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId, zelle } = await begun(user)
  const creditId = await arrive({ amountCents: 90_00, memo: zelle?.memo })
  const id = await approved({ kind: 'credit', creditId })
  expect(await carryOut(id, around('deposit.ended', { after: powerFails }))).toBeNull()
  expect([await carryOut(id), await isLetGo(uuidOf(transactionId, 'txn') ?? '')]).toEqual(['done', true])
  expect(await deposits.balanceOf(user)).toBe(90_00)
})

test('an order about a missing credit is done with what it decides, whatever becomes of what follows', async () => {
  const creditId = await arrive({})
  const before = await suspenseOf()
  const credits = () => app.services.db.updateTable('zelle_credits').where('id', '=', creditId)
  await credits().set({ missing_at: new Date() }).execute()
  const { ledger } = app.services
  let asked = 0
  const requireNotFrozen = async () => {
    asked += 1
    if (asked > 1) powerFails()
  }
  const id = await approved({ kind: 'gone', creditId })
  expect(await carryOut(id, { ...app.services, ledger: { ...ledger, requireNotFrozen } })).toBe('done')
  await pollFeed(app.services)
  expect(await suspenseOf()).toBe(before - 100_00)
})

test('a credit that the bank takes back before its order could be finished is given to nobody', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { transactionId } = await begun(user)
  const before = await suspenseOf()
  const creditId = await arrive({ senderName: 'R. Ana' })
  const id = await approved({ kind: 'match', creditId, movementId: uuidOf(transactionId, 'txn') })
  await carryOut(id, around('deposit.zelle', { before: powerFails }))
  const listed = await app.control<{ id: string; reference: string }[]>('GET', '/zelle/credits')
  const atBank = listed.find(({ reference }) => reference === String(last))?.id
  await app.control('POST', `/zelle/credits/${atBank}/remove`)
  await pollFeed(app.services)
  expect(await carryOut(id)).toBe('notOpen')
  expect([await deposits.balanceOf(user), await suspenseOf()]).toEqual([0, before])
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({ state: 'PENDING' })
})

test('a closed account is credited with nothing; what was paid can still be refunded', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { zelle } = await begun(user)
  const creditId = await arrive({ amountCents: 90_00, memo: zelle?.memo })
  const before = await suspenseOf()
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', user.id).execute()
  expect(await order({ kind: 'credit', creditId })).toBe('accountClosed')
  expect(await suspenseOf()).toBe(before)
  expect(await order({ kind: 'refund', creditId })).toBe('done')
  expect(await suspenseOf()).toBe(before - 90_00)
})

test('an order wants its evidence and a second operator, who is another one', async () => {
  const asked = { kind: 'refund', creditId: kim.secret, movementId: null, csv: null, evidence: ' ' } as const
  await expect(proposeZelleOrder(ctx, kim, asked)).rejects.toThrow('evidence')
  await expect(proposeZelleOrder(ctx, kim, { ...asked, creditId: null, evidence: 'x' })).rejects.toThrow('credit')
  await expect(proposeZelleOrder(ctx, { ...kim, secret: 'no' }, asked)).rejects.toThrow('no operator')
  const credit = await arrive({})
  const id = await proposeZelleOrder(ctx, kim, { ...asked, creditId: credit, evidence: 'x' })
  await expect(approveZelleOrderByOperator(ctx, kim, id)).rejects.toThrow('may not approve')
  expect(await carryOut(id)).toBeNull()
})

test('an order is approved within a day as it was proposed, once, and carried out as it was approved', async () => {
  const creditId = await arrive({})
  const before = await suspenseOf()
  const asked = { kind: 'refund', creditId, movementId: null, csv: null, evidence: 'line 7' } as const
  const change = (set: string, digest: string) =>
    withClient(app.database.superuserUrl, (client) =>
      client.query(`update zelle_orders set ${set} where digest = $1`, [digest]),
    )
  const old = { ...asked, id: newId(), maker: 'kim', proposedAt: new Date(Date.now() - 25 * 3_600_000) }
  const oldDigest = digestOver(old.id, old.kind, creditId, '', '', old.evidence, old.maker, old.proposedAt)
  await transaction(ctx.db, 'propose long ago', (trx) => insertZelleOrder(trx, old, oldDigest))
  await expect(approveZelleOrderByOperator(ctx, lee, oldDigest)).rejects.toThrow('24 hours')
  const altered = await proposeZelleOrder(ctx, kim, asked)
  await change(`evidence = 'line 8'`, altered)
  await expect(approveZelleOrderByOperator(ctx, lee, altered)).rejects.toThrow('no proposal')
  const digest = await approved(asked)
  await expect(approveZelleOrderByOperator(ctx, lee, digest)).rejects.toThrow('already')
  await change(`evidence = 'line 8'`, digest)
  expect([await carryOut(digest), await suspenseOf()]).toEqual(['altered', before])
})

test('the bank’s own list settles what waits, and the same list again changes nothing; beside a feed it is refused', async () => {
  const user = await aUser(app.services, { tier: 1 })
  await pollFeed(app.services)
  const { transactionId, zelle } = await begun(user)
  const day = app.services.clock.now().toISOString().slice(0, 10)
  const csv = `day,amount,payer,number,memo\n${day},"$100.00","Ruiz, Ana",987654321,${zelle?.memo}\n${day},12.34,Ben,,\n${day},12.34,Ben,,\n`
  const before = await suspenseOf()
  await expect(order({ kind: 'import', csv })).rejects.toThrow('ZELLE_FEED=import')
  // The feed is silent for long; it will list the same credits once it is back.
  await app.services.db
    .updateTable('zelle_feeds')
    .set({ read_at: new Date(0) })
    .execute()
  expect(await order({ kind: 'import', csv })).toBe('notByImport')
  expect(await suspenseOf()).toBe(before)
  const byImport: Services = { ...app.services, zelleFeed: { source: 'import', read: null } }
  expect(await carryOut(await approved({ kind: 'import', csv }), byImport)).toBe('done')
  expect(await carryOut(await approved({ kind: 'import', csv }), byImport)).toBe('done')
  expect(await deposits.rowOf(user, transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await suspenseOf()).toBe(before + 24_68)
})

test.each([
  ['', 'first line'],
  ['day,amount,payer,number,memo\n2026-02-30,1.00,a,b,c', 'line 2'],
  ['day,amount,payer,number,memo\n2026-13-45,1.00,a,b,c', 'line 2'],
  ['day,amount,payer,number,memo\n2026-02-20,1.0,a,b,c', 'line 2'],
  ['day,amount,payer,number,memo\n2026-02-20,0.00,a,b,c', 'line 2'],
  ['day,amount,payer,number,memo\n\n2026-02-20,1.00,a,b,c,d', 'line 3'],
])('a list that cannot be read is refused with its line: %s', (csv, flaw) => {
  expect(readBankList(csv)).toEqual({ flaw: expect.stringContaining(flaw) })
})
