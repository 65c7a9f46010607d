import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'
import {
  accountActTasks,
  approveLimitOverride,
  endSessionsByOperator,
  freezeAccountByOperator,
  makeOperator,
  proposeOverride,
  unfreezeAccountByOperator,
  withdrawLimitOverride,
} from './index.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const DAY_MS = 86_400_000

let world: AuthWorld
let ctx: OperatorContext
let ana: OperatorCredentials
let ben: OperatorCredentials

beforeAll(async () => {
  world = await authWorld()
  const db = createDatabase({ url: world.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
})
afterAll(async () => {
  await ctx.db.close()
  await world.close()
})

const callAs = async (user: TestUser, key: 'me' | 'limits' | 'accessLog' | 'securityLog' | 'freeze' | 'unfreeze') =>
  world.call(key, key === 'freeze' || key === 'unfreeze' ? {} : undefined, {
    headers: await signedIn(world.services, user),
  })

const send = async (from: TestUser, amount: number) => {
  const to = await aVerifiedUser(world.services, { tier: 2 })
  return world.call(
    'sendInApp',
    { toUser: to.handle, amount, currency: 'USD' },
    { headers: { ...(await signedIn(world.services, from)), 'idempotency-key': newId() } },
  )
}

const limitOf = async (user: TestUser, row: string) => {
  const { data } = (await callAs(user, 'limits')) as { data: { rows: { row: string }[] } }
  return data.rows.find((one) => one.row === row)
}

/** An override of L-08 (in-app, 24 h), approved. */
const overridden = async (user: TestUser, amountCents: bigint, { row = 'L-08', forMs = 30 * DAY_MS } = {}) => {
  const endsAt = new Date(Date.now() + forMs)
  const asked = { handle: user.handle, row, amountCents, reason: 'requested', note: 'house purchase', endsAt }
  const digest = await proposeOverride(ctx, ana, asked)
  await approveLimitOverride(ctx, ben, digest)
  return { digest, endsAt }
}

const rich = async (tier: 1 | 2 = 2) => {
  const user = await aVerifiedUser(world.services, { tier })
  await withBalance(world.services, user, 50_000_00)
  return user
}

test('an operator freezes with a reason that the owner sees, and only an operator ends it; both are mailed and logged', async () => {
  const user = await rich()
  await freezeAccountByOperator(ctx, ana, { handle: user.handle, reason: 'identityDoubt', reference: 'C-17' })
  const again = { handle: user.handle, reason: 'legalOrder', reference: 'C-18' }
  await expect(freezeAccountByOperator(ctx, ben, again)).rejects.toThrow('already')
  expect((await callAs(user, 'me')).data).toMatchObject({
    status: 'frozen',
    freezes: [{ cause: 'operator', publicReason: 'identityDoubt' }],
  })
  expect(await send(user, 1_00)).toMatchObject({ code: 'accountRestricted', details: { reason: 'frozen' } })
  expect(await callAs(user, 'unfreeze')).toMatchObject({ details: { reason: 'ownerInDoubt' } })
  await accountActTasks(world.services)['account-acts.tell']?.({}, { signal: new AbortController().signal } as never)
  expect(await world.newestTo(user.email)).toMatchObject({ subject: 'Your Puente account is frozen' })

  const lift = { handle: user.handle, reason: 'support', reference: 'C-17' }
  expect(await unfreezeAccountByOperator(ctx, ben, lift)).toBe(true)
  expect(await send(user, 1_00)).toMatchObject({ status: 200 })
  expect((await callAs(user, 'accessLog')).data).toMatchObject({
    items: [
      { role: 'operator', what: 'unfreeze', why: 'support', reference: 'C-17' },
      { role: 'operator', what: 'freeze', why: 'fraudCheck', reference: 'C-17' },
    ],
  })
  await accountActTasks(world.services)['account-acts.tell']?.({}, { signal: new AbortController().signal } as never)
  expect(await world.newestTo(user.email)).toMatchObject({ subject: 'Your Puente account is open again' })
  expect((await callAs(user, 'securityLog')).data).toMatchObject({
    items: [{ event: 'accountUnfrozen' }, { event: 'accountFrozen' }],
  })
})

test('[V7.4.5] an operator logs a person out everywhere, with a reason in their access log; it is mailed and in the security log', async () => {
  const user = await rich()
  const [bearer, other] = [await world.bearerOf(user), await world.bearerOf(user)]
  const token = (await world.call('signIn', { email: user.email, password: user.password })).data.token
  const asked = { handle: user.handle, reason: 'fraudCheck', reference: 'C-21' }
  await expect(endSessionsByOperator(ctx, ana, { ...asked, reason: 'mood' })).rejects.toThrow('Why is one of')
  await endSessionsByOperator(ctx, ana, asked)
  await accountActTasks(world.services)['account-acts.tell']?.({}, { signal: new AbortController().signal } as never)
  for (const one of [bearer, other])
    expect(await world.call('me', undefined, { bearer: one })).toMatchObject({
      code: 'sessionClosed',
      details: { reason: 'operator' },
    })
  expect(await world.call('openSession', { token })).toMatchObject({ code: 'invalidToken' })
  const mail = await world.newestTo(user.email)
  expect(mail.subject).toBe('Our team logged you out on all devices')
  expect(mail.text).toContain('Reason: Check for fraud')
  expect((await callAs(user, 'accessLog')).data).toMatchObject({
    items: [{ role: 'operator', what: 'sessionsEnded', why: 'fraudCheck', reference: 'C-21' }],
  })
  expect((await callAs(user, 'securityLog')).data).toMatchObject({ items: [{ event: 'sessionEnded' }] })
  const { rows } = await world.services.db.pool.query(
    `select actor_kind, action from audit_log where object_id = $1 and action like 'sessions.%' order by at`,
    [user.id],
  )
  expect(rows).toEqual([
    { actor_kind: 'operator', action: 'sessions.end-ordered' },
    { actor_kind: 'system', action: 'sessions.ended' },
  ])
})

test('our freeze that ends beside the own one of its owner is mailed as such, and one that stands alone is not ended', async () => {
  const user = await rich()
  const tell = () =>
    accountActTasks(world.services)['account-acts.tell']?.({}, { signal: new AbortController().signal } as never)
  const lift = { handle: user.handle, reason: 'support', reference: 'C-17' }
  await callAs(user, 'freeze')
  await expect(unfreezeAccountByOperator(ctx, ana, lift)).rejects.toThrow('No operator has frozen')
  await freezeAccountByOperator(ctx, ana, { handle: user.handle, reason: 'unusualActivity', reference: 'C-17' })
  await tell()
  expect(await unfreezeAccountByOperator(ctx, ben, lift)).toBe(false)
  await tell()
  expect(await world.newestTo(user.email)).toMatchObject({ subject: 'We lifted our freeze on your Puente account' })
  expect((await callAs(user, 'me')).data).toMatchObject({ status: 'frozen', freezes: [{ cause: 'person' }] })
})

test('an override counts in the batch to the cent, is shown with its end and what is usual, and is logged', async () => {
  const user = await rich()
  expect(await send(user, 2_500_01)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-08' } })
  const { endsAt } = await overridden(user, 3_000_00n)
  expect(await limitOf(user, 'L-08')).toMatchObject({
    limitCents: 3_000_00,
    special: { kind: 'override', cause: 'requested', usualCents: 2_500_00, until: endsAt.toISOString() },
  })
  expect(await send(user, 3_000_01)).toMatchObject({
    code: 'limitExceeded',
    details: { row: 'L-08', limitCents: 3_000_00 },
  })
  expect(await send(user, 3_000_00)).toMatchObject({ status: 200 })
  expect(await send(user, 1)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-08', leftCents: 0 } })
  expect((await callAs(user, 'accessLog')).data).toMatchObject({ items: [{ what: 'limitOverride' }] })
})

test('an override ends by itself at its moment, and not before', async () => {
  const user = await rich()
  const { endsAt } = await overridden(user, 100_00n, { forMs: 3_600_000 })
  expect(await send(user, 100_01)).toMatchObject({ code: 'limitExceeded' })
  world.clock.advance(endsAt.getTime() - world.services.clock.now().getTime() - 5_000)
  expect(await send(user, 100_01)).toMatchObject({ code: 'limitExceeded' })
  world.clock.advance(5_000)
  expect(await send(user, 100_01)).toMatchObject({ status: 200 })
  expect(await limitOf(user, 'L-08')).not.toHaveProperty('special')
})

test('an override goes with its row through a change of tier, and not to another row', async () => {
  const user = await rich(1)
  await overridden(user, 3_000_00n, { row: 'L-04' })
  await overridden(user, 4_000_00n)
  expect(await send(user, 3_000_01)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-04' } })
  await world.services.db.updateTable('users').set({ tier: 2 }).where('owner_id', '=', user.id).execute()
  expect(await send(user, 4_000_01)).toMatchObject({ code: 'limitExceeded', details: { row: 'L-08' } })
  expect(await send(user, 4_000_00)).toMatchObject({ status: 200 })
})

test('one operator ends an override that allows more, and none that allows less', async () => {
  const user = await rich()
  const more = await overridden(user, 9_000_00n)
  await withdrawLimitOverride(ctx, ana, more.digest)
  await expect(withdrawLimitOverride(ctx, ana, more.digest)).rejects.toThrow('not in force')
  expect(await send(user, 2_500_01)).toMatchObject({ code: 'limitExceeded' })
  const less = await overridden(user, 50_00n)
  await expect(withdrawLimitOverride(ctx, ana, less.digest)).rejects.toThrow('tighter')
  expect(await send(user, 50_01)).toMatchObject({ code: 'limitExceeded' })
})

test('of two overrides of a row the one approved last counts', async () => {
  const user = await rich()
  await overridden(user, 50_00n)
  await overridden(user, 60_00n)
  expect(await send(user, 60_01)).toMatchObject({ code: 'limitExceeded' })
  expect(await send(user, 60_00)).toMatchObject({ status: 200 })
})

test('a proposal alone changes nothing, cannot be approved by its maker, altered, or approved twice', async () => {
  const user = await rich()
  const endsAt = new Date(Date.now() + DAY_MS)
  const asked = { handle: user.handle, row: 'L-08', amountCents: 10_00n, reason: 'riskReview', note: 'x', endsAt }
  const digest = await proposeOverride(ctx, ana, asked)
  expect(await limitOf(user, 'L-08')).toMatchObject({ limitCents: 2_500_00 })
  await expect(approveLimitOverride(ctx, ana, digest)).rejects.toThrow('may not approve')
  const alter = (cents: number) =>
    withClient(world.database.superuserUrl, (client) =>
      client.query('update limit_overrides set amount_cents = $2 where digest = $1', [digest, cents]),
    )
  await alter(99_00)
  await expect(approveLimitOverride(ctx, ben, digest)).rejects.toThrow('no proposal')
  await alter(10_00)
  await approveLimitOverride(ctx, ben, digest)
  await expect(approveLimitOverride(ctx, ben, digest)).rejects.toThrow('already')
  for (const wrong of [
    { row: 'L-99' },
    { amountCents: 0n },
    { endsAt: new Date(0) },
    { reason: 'mood' },
    { note: ' ' },
  ])
    await expect(proposeOverride(ctx, ana, { ...asked, ...wrong })).rejects.toThrow()
})
