import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forParticipant } from '@puente/ledger'
import { findAnyCooling, startCooling } from '#features/accounts/index.ts'
import { partiesParticipant } from '#features/limits/index.ts'
import { systemKey } from '#features/payments/index.ts'
import { withClient } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { aVerifiedUser, type TestUser, withBalance } from '#test/factories.ts'
import { callProved } from '#test/step-up.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { signedIn } from '#test/factories.ts'

let world: AuthWorld
let asking: TestApp
beforeAll(async () => {
  ;[world, asking] = await Promise.all([authWorld(), testApp({ SECOND_FACTOR: 'acts' })])
})
afterAll(() => Promise.all([world.close(), asking.close()]))

const send = async (from: TestUser, to: TestUser, amount: number) =>
  world.call(
    'sendInApp',
    { toUser: to.userId, amount, currency: 'USD' },
    { headers: { ...(await signedIn(world.services, from)), 'idempotency-key': newId() } },
  )
const balanceOf = async ({ id }: TestUser) =>
  (await world.services.ledger.balance({ ownerId: id, account: 'wallet' })).balanceCents
const statusOf = async (user: TestUser) => (await world.rowOf(user)).status

test('an account with money, or with money on its way, is not closed, and says what there is', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  await withBalance(world.services, user, 30_00)
  expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({
    status: 403,
    code: 'accountRestricted',
    details: { reason: 'notEmpty', balanceCents: 30_00, heldCents: 0, pending: [] },
  })
  const body = { method: 'card', amount: 5_00, currency: 'USD', expectedTotalCharge: 5_00 } as const
  const started = await world.call('startDeposit', body, { bearer, headers: { 'idempotency-key': newId() } })
  const { transactionId } = started.data
  const pending = [
    { transactionId, type: 'deposit', state: 'PENDING', amountCents: 5_00, cancellable: true, expectedBy: null },
  ]
  expect((await world.call('checkClosing', undefined, { bearer })).data).toMatchObject({ balanceCents: 30_00, pending })
  await send(user, await aVerifiedUser(world.services), 30_00)
  expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({
    code: 'accountRestricted',
    details: { balanceCents: 0, pending },
  })
  expect(await statusOf(user)).toBe('open')
})

test('an account whose owner owes for a payment that went back is not closed, until the debt is paid', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  const { house, post } = world.services.ledger
  const owes = (cents: bigint) =>
    post({
      ownerId: user.id,
      key: newId(),
      requestHash: 'x',
      kind: 'test.debt',
      transferId: newId(),
      legs: [
        { ...house('receivable:user', user.id), amountCents: -cents },
        { ...house('settlement:card', user.id), amountCents: cents },
      ],
      participants: forParticipant(partiesParticipant, {
        debtor: { ownerId: user.id, receivable: house('receivable:user', user.id), movementId: null },
      }),
    })
  await owes(30_00n)
  await owes(-10_00n)
  expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({
    status: 403,
    code: 'accountRestricted',
    details: { reason: 'owing', owedCents: 20_00 },
  })
  const check = async () => (await world.call('checkClosing', undefined, { bearer })).data
  expect(await check()).toEqual({
    balanceCents: 0,
    heldCents: 0,
    owedCents: 20_00,
    creditedCents: 0,
    until: null,
    pending: [],
  })
  expect(await statusOf(user)).toBe('open')
  await owes(-20_00n)
  expect(await check()).toMatchObject({ owedCents: 0 })
  expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({ data: { status: 'closed' } })
})

test('what is owed for rewards that were taken back, or are about to be, does not keep an account from being closed', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  const { db } = world.services
  await db.insertInto('reward_accounts').values({ owner_id: user.id, owed_cents: 75n }).execute()
  const reward = { owner_id: user.id, reward_id: newId(), rule: 'inAppSends', amount_cents: 25n, is_doubled: false }
  const times = { earned_at: new Date(), paid_at: new Date() }
  await db
    .insertInto('rewards')
    .values({ ...reward, ...times, state: 'clawedBack', paid_cents: 25n })
    .execute()
  expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({ data: { status: 'closed' } })
})

test.each(['passwordReset', 'emailChanged', 'phoneChanged', 'factorRemoved'] as const)(
  'an account that cools after %s is not closed, so that its owner can still undo it, and says until when',
  async (cause) => {
    const { user, bearer } = await world.join({ tier: 1 })
    const { db, clock } = world.services
    await transaction(db, 'cool', (trx) => startCooling(trx, user.id, cause, clock.now()))
    const until = (await findAnyCooling(db, user.id, clock.now()))?.toISOString()
    expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({
      status: 403,
      code: 'accountRestricted',
      details: { reason: 'closingCooling', until },
    })
    expect((await world.call('checkClosing', undefined, { bearer })).data).toMatchObject({ until, pending: [] })
    expect(await statusOf(user)).toBe('open')
    await db.updateTable('coolings').set({ ends_at: clock.now() }).where('owner_id', '=', user.id).execute()
    expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({ data: { status: 'closed' } })
  },
)

test('no proof is asked for closing an account that cools, is frozen or has money', async () => {
  const user = await aVerifiedUser(asking.services)
  const { db, clock } = asking.services
  await transaction(db, 'cool', (trx) => startCooling(trx, user.id, 'emailChanged', clock.now()))
  const headers = await signedIn(asking.services, user)
  expect(await asking.raw('closeAccount', {}, { headers })).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'closingCooling', until: expect.any(String) },
  })
  const [frozen, rich] = [await aVerifiedUser(asking.services), await aVerifiedUser(asking.services)]
  const ofFrozen = await signedIn(asking.services, frozen)
  await asking.raw('freeze', {}, { headers: ofFrozen })
  expect(await asking.raw('closeAccount', {}, { headers: ofFrozen })).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'frozen' },
  })
  await withBalance(asking.services, rich, 30_00)
  const ofRich = await signedIn(asking.services, rich)
  expect(await asking.raw('closeAccount', {}, { headers: ofRich })).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'notEmpty', balanceCents: 30_00 },
  })
})

test('a transfer held for its receiver keeps both accounts from being closed', async () => {
  const [sender, receiver] = [await world.join({ tier: 1 }), await world.join({ tier: 0 })]
  await withBalance(world.services, sender.user, 100_00)
  await withBalance(world.services, receiver.user, 950_00)
  expect((await send(sender.user, receiver.user, 100_00)).data).toMatchObject({ state: 'ON HOLD' })
  for (const { bearer } of [sender, receiver])
    expect(await world.call('closeAccount', {}, { bearer })).toMatchObject({
      code: 'accountRestricted',
      details: { pending: [{ state: 'ON HOLD', holdReason: 'recipientKycRequired', amountCents: 100_00 }] },
    })
  expect((await world.call('checkClosing', undefined, { bearer: sender.bearer })).data).toMatchObject({
    balanceCents: 0,
    heldCents: 100_00,
  })
})

test('after closing, no session, sign-in, handle or mail leads to the person, and those they dealt with see it', async () => {
  const [one, other] = [await world.join({ tier: 1 }), await world.join({ tier: 1 })]
  await withBalance(world.services, one.user, 20_00)
  await send(one.user, other.user, 20_00)
  const second = await world.bearerOf(one.user)
  const { db } = world.services
  const owned = { owner_id: one.user.id, last_used_at: new Date(), expires_at: new Date() }
  const app = { owner_id: one.user.id, secret_sealed: 'x', enrolled_at: new Date() }
  await db.insertInto('authenticator_apps').values(app).execute()
  const code = { owner_id: one.user.id, code_hash: Buffer.from('c'), created_at: new Date() }
  await db.insertInto('recovery_codes').values(code).execute()
  const browser = { ...owned, device_hash: Buffer.from('d'), browser_id: newId(), remembered_at: new Date() }
  await db.insertInto('remembered_browsers').values(browser).execute()
  expect(await world.call('closeAccount', {}, { bearer: one.bearer })).toMatchObject({ data: { status: 'closed' } })

  for (const bearer of [one.bearer, second])
    expect(await world.call('me', undefined, { bearer })).toMatchObject({
      code: 'sessionClosed',
      details: { reason: 'accountClosed' },
    })
  const { email, password } = one.user
  const unknown = await world.call('signIn', { email: 'nobody-at-all@example.com', password })
  const closed = await world.call('signIn', { email, password })
  expect({ status: closed.status, code: closed.code }).toEqual({ status: unknown.status, code: unknown.code })
  const { items } = (await world.call('listTransactions', {}, { bearer: other.bearer })).data
  expect(items[0]).toMatchObject({ type: 'received', blocked: true, fullName: null, image: null })
  expect(await send(other.user, one.user, 1_00)).toMatchObject({ status: 422, code: 'invalidUser' })
  const found = await world.call('search', { search: one.user.handle }, { bearer: other.bearer })
  expect(JSON.stringify(found.data)).not.toContain(one.user.handle)
  expect((await world.newestTo(email)).subject).toBe('Your Puente account is closed')

  // What it was protected with is of no use any more.
  for (const table of ['authenticator_apps', 'recovery_codes', 'remembered_browsers'] as const)
    expect(await db.selectFrom(table).select('owner_id').where('owner_id', '=', one.user.id).execute()).toEqual([])

  // The address is free, the username is not.
  const again = { email, password: 'Otra-Luna-77', fullName: 'María López', lang: 'en', business: false }
  expect(await world.call('signUp', again as never)).toMatchObject({ status: 200 })
  const { rows } = await withClient(world.database.superuserUrl, (client) =>
    client.query('select kind from identity_claims where owner_id = $1 order by kind', [one.user.id]),
  )
  expect(rows).toEqual([{ kind: 'handle' }, { kind: 'referral' }])
})

test('money that is sent at the very moment of closing is in the account before, or refused; none is stranded', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [one, sender] = [await world.join({ tier: 1 }), await aVerifiedUser(world.services)]
    await withBalance(world.services, sender, 10_00)
    const sending = async (ms: number) => {
      await sleep(ms)
      return send(sender, one.user, 1_00)
    }
    const [closed, ...sent] = await Promise.all([
      sleep(2).then(() => world.call('closeAccount', {}, { bearer: one.bearer })),
      ...[0, 1, 2, 3, 4].map((ms) => sending(ms)),
    ])
    const arrived = sent.filter(({ status }) => status === 200).length
    expect(await balanceOf(one.user)).toBe(BigInt(arrived) * 1_00n)
    expect(await statusOf(one.user)).toBe(closed.status === 200 ? 'closed' : 'open')
    if (closed.status === 200) expect(arrived).toBe(0)
    else expect(closed.code).toMatch(/accountRestricted|serviceUnavailable/)
  }
})

test('in one batch, what comes after a closing is refused, and a closing after a movement of the same person waits', async () => {
  const [one, sender] = [await aVerifiedUser(world.services), await aVerifiedUser(world.services)]
  const of = (need: object, ownerId: string, key: string) => ({
    ownerId,
    key,
    requestHash: 'x',
    kind: 'test.batch',
    transferId: newId(),
    locks: [{ ownerId: one.id, account: 'wallet' }],
    participants: forParticipant(partiesParticipant, need),
  })
  const { post } = world.services.ledger
  const receive = () => post(of({ payer: { ownerId: sender.id, minTier: 0 }, receiver: one.id }, sender.id, newId()))
  const close = () => {
    const receivable = world.services.ledger.house('receivable:user', one.id)
    const credited = world.services.ledger.house('receivable:disputes', one.id)
    return post(of({ closes: { ownerId: one.id, receivable, credited } }, one.id, systemKey('close', newId())))
  }
  // While one batch runs, the next commands gather in one.
  const [, first, closing] = await Promise.all([post(of({}, sender.id, newId())), receive(), close()])
  expect(first.accepted).toBe(true)
  expect(closing).toMatchObject({ accepted: false, refusal: { code: 'serviceUnavailable' } })
  const [, closed, late] = await Promise.all([post(of({}, sender.id, newId())), close(), receive()])
  expect(closed.accepted).toBe(true)
  expect(late).toMatchObject({ accepted: false, refusal: { code: 'invalidUser' } })
})

test('a closing whose process died before it was finished is finished by the job', async () => {
  const { user } = await world.join({ tier: 1 })
  await world.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', user.id).execute()
  const { db, events } = world.services
  await db.transaction().execute((trx) => events.record(trx, { event: 'account.closed', data: { ownerId: user.id } }))
  await world.runJobs()
  expect(await world.call('signIn', { email: user.email, password: user.password })).toMatchObject({
    code: 'invalidSignIn',
  })
  expect(await db.selectFrom('directory').selectAll().where('owner_id', '=', user.id).execute()).toEqual([])
})

test('X-09 a freeze takes no proof; money still comes in and help is there; its end takes a proof', async () => {
  const [user, other] = [await aVerifiedUser(asking.services), await aVerifiedUser(asking.services)]
  await withBalance(asking.services, other, 20_00)
  const at = { app: asking, user, headers: await signedIn(asking.services, user) }
  expect(await asking.call('freeze', {}, { headers: at.headers })).toMatchObject({ data: { status: 'frozen' } })
  const paid = { toUser: user.userId, amount: 20_00, currency: 'USD' } as const
  const sent = await asking.call('sendInApp', paid, { key: newId(), headers: await signedIn(asking.services, other) })
  expect(sent).toMatchObject({ data: { state: 'COMPLETED' } })
  expect((await asking.call('faqs', { lang: 'en', search: 'freeze' })).data.items).not.toEqual([])
  const ticket = { module: 'account', description: 'I froze it: a payment is not mine' } as const
  expect(await asking.call('createTicket', ticket, { headers: at.headers })).toMatchObject({ status: 200 })
  expect((await asking.call('listTransactions', {}, { headers: at.headers })).data.items).toHaveLength(1)
  expect(await asking.raw('unfreeze', {}, { headers: at.headers })).toMatchObject({ code: 'stepUpRequired' })
  expect(await callProved(at, 'unfreeze', {})).toMatchObject({ data: { status: 'open' } })
})

test('closing and unfreezing ask for a proof that serves once', async () => {
  const user = await aVerifiedUser(asking.services)
  const at = { app: asking, user, headers: await signedIn(asking.services, user) }
  await asking.call('freeze', {}, { headers: at.headers })
  expect(await asking.raw('unfreeze', {}, { headers: at.headers })).toMatchObject({ code: 'stepUpRequired' })
  expect(await callProved(at, 'closeAccount', {})).toMatchObject({ details: { reason: 'frozen' } })
  expect(await callProved(at, 'unfreeze', {})).toMatchObject({ status: 200, data: { status: 'open' } })
  expect(await callProved(at, 'closeAccount', {})).toMatchObject({ status: 200 })
})
