import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'
import { approveFactorReset, factorResetTasks, makeOperator, proposeFactorReset } from './index.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

let world: AuthWorld
let ctx: OperatorContext
let ana: OperatorCredentials
let ben: OperatorCredentials

beforeAll(async () => {
  world = await authWorld({ SECOND_FACTOR: 'acts' })
  const db = createDatabase({ url: world.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
})
afterAll(async () => {
  await ctx.db.close()
  await world.close()
})

const carryOut = () =>
  factorResetTasks(world.services)['factor-resets.carry-out']?.({}, { signal: new AbortController().signal } as never)

/** Somebody with an authenticator app and a recovery code. */
const withApp = async (): Promise<TestUser> => {
  const user = await aVerifiedUser(world.services, { tier: 1 })
  const at = world.services.clock.now()
  await withClient(world.database.superuserUrl, async (client) => {
    await client.query(`insert into authenticator_apps (owner_id, secret_sealed, enrolled_at) values ($1, 'x', $2)`, [
      user.id,
      at,
    ])
    await client.query(
      `insert into recovery_codes (owner_id, code_hash, created_at) values ($1, decode('00', 'hex'), $2)`,
      [user.id, at],
    )
  })
  return user
}
const factorsOf = async ({ id }: TestUser) => {
  const { db } = world.services
  const of = (table: 'authenticator_apps' | 'recovery_codes') =>
    db.selectFrom(table).selectAll().where('owner_id', '=', id).execute()
  return { apps: (await of('authenticator_apps')).length, codes: (await of('recovery_codes')).length }
}
const ask = ({ handle }: TestUser, phone = false) =>
  proposeFactorReset(ctx, ana, { handle, phone, reference: 'C-9', note: 'called back, passport seen on video' })

test('two operators take the factors off an account: every session ends, money cools, and the owner is told everywhere', async () => {
  const user = await withApp()
  await withBalance(world.services, user, 2_000_00)
  const headers = await signedIn(world.services, user)
  const digest = await ask(user)
  await carryOut()
  expect(await factorsOf(user)).toEqual({ apps: 1, codes: 1 })
  await approveFactorReset(ctx, ben, digest)
  await carryOut()
  await carryOut()

  expect(await factorsOf(user)).toEqual({ apps: 0, codes: 0 })
  expect(await world.call('me', {}, { headers })).toMatchObject({
    code: 'sessionClosed',
    details: { reason: 'operator' },
  })
  const mine = { headers: await signedIn(world.services, user) }
  expect((await world.call('me', {}, mine)).data).toMatchObject({ phoneVerified: true })
  const friend = await aVerifiedUser(world.services, { tier: 2 })
  const send = { toUser: friend.handle, amount: 500_01, currency: 'USD' }
  const sent = await world.call('sendInApp', send, { headers: { ...mine.headers, 'idempotency-key': newId() } })
  expect(sent).toMatchObject({ code: 'accountRestricted', details: { reason: 'factorRemoved' } })
  expect(await world.newestTo(user.email)).toMatchObject({ subject: expect.stringContaining('taken off') })
  expect((await world.call('securityLog', {}, mine)).data.items[0]).toMatchObject({ event: 'factorsReset' })
  expect((await world.call('accessLog', {}, mine)).data.items).toMatchObject([
    { role: 'operator', what: 'factorReset', why: 'support', reference: 'C-9' },
  ])
})

test('a phone that is lost goes with them: its number is free again, and money waits for a new one', async () => {
  const user = await withApp()
  await withBalance(world.services, user, 100_00)
  await approveFactorReset(ctx, ben, await ask(user, true))
  await carryOut()
  const headers = await signedIn(world.services, user)
  expect((await world.call('me', {}, { headers })).data).toMatchObject({ phone: null, phoneVerified: false })
  const friend = await aVerifiedUser(world.services)
  const send = { toUser: friend.handle, amount: 1_00, currency: 'USD' }
  expect(await world.call('sendInApp', send, { headers: { ...headers, 'idempotency-key': newId() } })).toMatchObject({
    code: 'kycRequired',
    details: { missing: ['phone'] },
  })
})

test('one operator alone, the maker, a second approval, an old or an altered proposal take nothing off', async () => {
  const user = await withApp()
  const digest = await ask(user)
  await expect(approveFactorReset(ctx, ana, digest)).rejects.toThrow('may not approve')
  await expect(approveFactorReset(ctx, ben, 'f'.repeat(64))).rejects.toThrow('no proposal')
  await expect(
    proposeFactorReset(ctx, ana, { handle: 'nobody-0000', phone: false, reference: 'C-1', note: 'x' }),
  ).rejects.toThrow('No person')
  const change = (text: string) => withClient(world.database.superuserUrl, (client) => client.query(text, [digest]))
  await change(`update factor_resets set phone = true where digest = $1`)
  await expect(approveFactorReset(ctx, ben, digest)).rejects.toThrow('no proposal')
  await change(`update factor_resets set phone = false where digest = $1`)
  await approveFactorReset(ctx, ben, digest)
  await expect(approveFactorReset(ctx, ben, digest)).rejects.toThrow('already')
  await change(`update factor_resets set phone = true where digest = $1`)
  await carryOut()
  expect(await factorsOf(user)).toEqual({ apps: 1, codes: 1 })
})
