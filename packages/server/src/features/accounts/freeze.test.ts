import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { withBalance } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'
import { freezeAccount, recordAccess, unfreezeAccount } from './index.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

type Joined = Awaited<ReturnType<AuthWorld['join']>>

const send = (bearer: string, toUser: string, amount = 500) =>
  world.call('sendInApp', { toUser, amount, currency: 'USD' }, { bearer, headers: { 'idempotency-key': randomUUID() } })

const freezeAsOperator = ({ user }: Joined) =>
  transaction(world.services.db, 'test', (trx) =>
    freezeAccount(world.services, trx, {
      ownerId: user.id,
      at: world.services.clock.now(),
      cause: 'operator',
      publicReason: 'unusualActivity',
    }),
  )

test('a frozen account sends nothing and starts no deposit, still receives, and keeps its sessions', async () => {
  const [one, other] = [await world.join({ tier: 1 }), await world.join({ tier: 1 })]
  for (const { user } of [one, other]) await withBalance(world.services, user, 100_00)
  expect((await world.call('freeze', {}, { bearer: one.bearer })).data).toEqual({ status: 'frozen' })
  expect((await world.call('freeze', {}, { bearer: one.bearer })).data).toEqual({ status: 'frozen' })

  const me = await world.call('me', undefined, { bearer: one.bearer })
  expect(me.data).toMatchObject({ status: 'frozen', freezes: [{ cause: 'person', publicReason: null }] })
  const refused = { status: 403, code: 'accountRestricted', details: { reason: 'frozen' } }
  expect(await send(one.bearer, other.user.handle)).toMatchObject(refused)
  const deposit = { method: 'card', amount: 500, currency: 'USD', expectedTotalCharge: 500 } as const
  expect(
    await world.call('startDeposit', deposit, { bearer: one.bearer, headers: { 'idempotency-key': randomUUID() } }),
  ).toMatchObject(refused)
  expect(await send(other.bearer, one.user.handle)).toMatchObject({ status: 200 })
  expect((await world.call('wallet', undefined, { bearer: one.bearer })).data).toMatchObject({ USD: 105_00 })

  expect((await world.call('unfreeze', {}, { bearer: one.bearer })).data).toEqual({ status: 'open' })
  expect(await send(one.bearer, other.user.handle)).toMatchObject({ status: 200 })
})

test('what an operator has frozen its owner cannot end, and keeps its reason', async () => {
  const one = await world.join({ tier: 1 })
  await world.call('freeze', {}, { bearer: one.bearer })
  await freezeAsOperator(one)
  expect(await world.call('unfreeze', {}, { bearer: one.bearer })).toMatchObject({
    status: 403,
    code: 'accountRestricted',
    details: { reason: 'frozenByOperator', publicReason: 'unusualActivity' },
  })
  const me = await world.call('me', undefined, { bearer: one.bearer })
  expect(me.data.freezes.map(({ cause }) => cause)).toEqual(['person', 'operator'])

  const lift = (causes: ('operator' | 'person')[]) =>
    transaction(world.services.db, 'test', (trx) =>
      unfreezeAccount(world.services, trx, {
        ownerId: one.user.id,
        at: world.services.clock.now(),
        causes,
      }),
    )
  expect(await lift(['operator'])).toBe(false)
  expect(await lift(['person'])).toBe(true)
  expect((await world.call('me', undefined, { bearer: one.bearer })).data).toMatchObject({
    status: 'open',
    freezes: [],
  })
})

test('every open page is told of a freeze, and of its end', async () => {
  const one = await world.join({ tier: 1 })
  const { lastEventId } = (await world.call('me', undefined, { bearer: one.bearer })).data
  await world.call('freeze', {}, { bearer: one.bearer })
  await world.call('unfreeze', {}, { bearer: one.bearer })
  const { data } = await world.call('livePoll', { after: String(lastEventId) }, { bearer: one.bearer })
  const news = { event: 'me', data: { fields: ['status'] } }
  expect(data.events).toMatchObject([news, news])
})

test('the access log tells its owner alone who looked in what capacity, page by page', async () => {
  const [one, other] = [await world.join(), await world.join()]
  const at = world.services.clock.now()
  for (const reference of ['case-1', 'case-2', 'case-3'])
    await transaction(world.services.db, 'test', (trx) =>
      recordAccess(trx, {
        ownerId: one.user.id,
        role: 'reviewer',
        what: 'identityFile',
        why: 'identityCheck',
        reference,
        at,
      }),
    )
  const page = (query: object) => world.call('accessLog', query, { bearer: one.bearer })
  const first = (await page({ limit: '2' })).data
  expect(first.items.map(({ reference }) => reference)).toEqual(['case-3', 'case-2'])
  const last = (await page({ limit: '2', last: first.last! })).data
  expect(last).toMatchObject({
    items: [{ role: 'reviewer', what: 'identityFile', reference: 'case-1' }],
    last: null,
    end: true,
  })
  expect((await world.call('accessLog', {}, { bearer: other.bearer })).data).toEqual({
    items: [],
    last: null,
    end: true,
  })
  expect(await page({ limit: '0' })).toMatchObject({ status: 400, code: 'invalidLimit' })
})
