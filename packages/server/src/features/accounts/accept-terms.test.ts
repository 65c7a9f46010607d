import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

test('V-12 after a newer version of the terms no money moves until it is accepted; the tier stays', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  await world.services.db
    .updateTable('users')
    .set({ terms_version: '2025-01' })
    .where('owner_id', '=', user.id)
    .execute()
  const send = () =>
    world.call(
      'sendInApp',
      { toUser: 'nobody.here-0000', amount: 100, currency: 'USD' },
      { bearer, headers: { 'idempotency-key': randomUUID() } },
    )
  expect((await world.call('me', undefined, { bearer })).data).toMatchObject({ termsAccepted: false, KYC: { tier: 1 } })
  expect(await send()).toMatchObject({ status: 403, code: 'kycRequired', details: { reason: 'terms' } })

  const { version } = (await world.call('legal', { slug: 'terms', lang: 'es' })).data
  await world.call('acceptTerms', { version, lang: 'es' }, { bearer })
  expect((await world.call('me', undefined, { bearer })).data).toMatchObject({ termsAccepted: true, KYC: { tier: 1 } })
  expect((await send()).code).toBe('userNotFound')
  expect(
    await world.services.db
      .selectFrom('terms_acceptances')
      .select(['version', 'lang'])
      .where('owner_id', '=', user.id)
      .where('version', '=', version)
      .execute(),
  ).toHaveLength(1)
})
