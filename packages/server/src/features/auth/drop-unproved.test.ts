/** A stranger opens an account with another person's address; then its owner comes. */
import { fileId } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TERMS_VERSION } from '#features/content/index.ts'
import { buildArchive } from '#features/exports/build-archive.ts'
import { mailWords } from '#providers/mail/mail-texts.ts'
import { newId } from '#platform/ids.ts'
import type { TestApp } from '#test/app.ts'
import { RECIPIENT } from '#test/bank.ts'
import { cardsIn } from '#test/cards.ts'
import { anEmail, aPhone, aUser, aVerifiedUser, PASSWORD, type TestUser, withBalance } from '#test/factories.ts'
import { aPhoto, uploadPhoto, uploadPicture } from '#test/upload.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const NEW = 'Otra-Nube-77x'
const DAY_MS = 86_400_000
const ADDRESS = { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }

/** Signs up with the address, proves a phone of their own, accepts the terms and fills in the rest. */
const preempt = async (email: string, phone = aPhone()) => {
  const { id: referrerId, referralCode } = await aUser(world.services)
  const form = { email, password: PASSWORD, fullName: 'Mallory Grey', business: false, referredBy: referralCode }
  const { data, device } = await world.call('signUp', form)
  const opened = await world.call('openSession', { token: data.token }, { device: device ?? '' })
  const { bearer } = opened.data
  await world.call('registerPhone', { phone }, { bearer })
  await world.call('confirmPhone', { code: (await world.newestTo(phone)).code }, { bearer })
  const own = { birthday: '1990-02-28', nationality: 'US', address: ADDRESS }
  await world.call('updateProfile', own, { bearer })
  await world.call('requestEmailCode', {}, { bearer })
  const mail = await world.newestTo(email)
  return { bearer, device: device ?? '', phone, referrerId, ...mail }
}

const rowOf = (email: string) =>
  world.services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const GONE = {
  phone_sealed: null,
  phone_verified_at: null,
  birthday_sealed: null,
  birthday_changes: 0,
  nationality: null,
  address_sealed: null,
  terms_version: null,
  terms_accepted_at: null,
  full_name_changes: 0,
  tier: -1,
}
const subjects = async (email: string) => {
  await world.runJobs()
  return (await world.inbox(email)).map(({ subject }) => subject)
}
const TOLD = mailWords('startedAfresh', 'en', {}).subject

test('an owner who recovers the account by a reset finds nothing added by the stranger, and gets a mail about it', async () => {
  const email = anEmail()
  const stranger = await preempt(email)
  expect(await rowOf(email)).toMatchObject({ phone_verified_at: expect.any(Date), referred_by: stranger.referrerId })
  await world.call('createTicket', { module: 'account', description: 'My landlord is Jo Park' }, stranger)
  await world.call('exportData', {}, stranger)
  expect((await uploadPicture(world, stranger.bearer, await aPhoto())).status).toBe(200)
  await world.runJobs()
  world.advance(1)
  await world.call('forgotPassword', { email })
  const { token } = await world.newestTo(email)
  expect((await world.call('resetPassword', { token, newPassword: NEW })).status).toBe(200)
  expect(await rowOf(email)).toMatchObject({ ...GONE, email_verified_at: expect.any(Date), referred_by: null })
  expect(await subjects(email)).toContain(TOLD)
  expect(await world.call('activity', {}, { bearer: stranger.bearer })).toMatchObject({ code: 'sessionClosed' })

  const mine = await world.enter(email, NEW)
  const { data: me } = await world.call('me', {}, { bearer: mine.bearer })
  expect(me).toMatchObject({
    emailVerified: true,
    phone: null,
    phoneVerified: false,
    termsAccepted: false,
    imgUrl: null,
  })
  expect(await world.call('listTickets', {}, mine)).toMatchObject({ data: { items: [] } })
  expect(await world.call('latestExport', {}, mine)).toMatchObject({ data: { export: null } })
  const phone = aPhone()
  expect((await world.call('registerPhone', { phone }, { bearer: mine.bearer })).status).toBe(200)
  const { code } = await world.newestTo(phone)
  expect((await world.call('confirmPhone', { code }, { bearer: mine.bearer })).data).toMatchObject({ tier: 0 })
  const accepted = world.services.db.selectFrom('terms_acceptances').selectAll()
  expect(await accepted.where('owner_id', '=', (await rowOf(email)).owner_id).execute()).toMatchObject([
    { version: TERMS_VERSION },
  ])
})

test('the number that was dropped is free for its own owner', async () => {
  const email = anEmail()
  const { phone, token } = await preempt(email)
  await world.call('confirmEmail', { emailToken: token })
  const { bearer } = await world.join()
  await world.call('registerPhone', { phone }, { bearer })
  const { code } = await world.newestTo(phone)
  expect((await world.call('confirmPhone', { code }, { bearer })).status).toBe(200)
})

test('the link of the mail, opened in another browser, drops what was added before it, and the owner gets a mail about it', async () => {
  const email = anEmail()
  const { bearer, token } = await preempt(email)
  expect(await world.call('confirmEmail', { emailToken: token })).toMatchObject({ data: { tier: -1 } })
  expect(await rowOf(email)).toMatchObject({ ...GONE, email_verified_at: expect.any(Date) })
  expect(await subjects(email)).toContain(TOLD)
  expect(await world.call('me', {}, { bearer })).toMatchObject({
    code: 'sessionClosed',
    details: { reason: 'revoked' },
  })
})

test.each([
  ['signed in', (stranger: Awaited<ReturnType<typeof preempt>>) => ({ bearer: stranger.bearer })],
  ['in the browser that signed up', (stranger: Awaited<ReturnType<typeof preempt>>) => ({ device: stranger.device })],
])('who opens the link %s keeps everything, whatever the order of the steps', async (_where, as) => {
  const email = anEmail()
  const person = await preempt(email)
  expect(await world.call('confirmEmail', { emailToken: person.token }, as(person))).toMatchObject({
    data: { tier: 0 },
  })
  expect(await rowOf(email)).toMatchObject({ phone_verified_at: expect.any(Date), terms_version: TERMS_VERSION })
  expect(await subjects(email)).not.toContain(TOLD)
})

test('the link opened in another browser ends every session also where nothing was added, and the mail names the reset', async () => {
  const { user, bearer } = await world.join({ phone: null })
  const { data: pending } = await world.call('signIn', { email: user.email, password: PASSWORD })
  await world.call('requestEmailCode', {}, { bearer })
  const { token } = await world.newestTo(user.email)
  expect(await world.call('confirmEmail', { emailToken: token })).toMatchObject({
    status: 200,
    data: { loggedOut: true },
  })
  expect(await world.call('me', {}, { bearer })).toMatchObject({
    code: 'sessionClosed',
    details: { reason: 'revoked' },
  })
  expect(await world.call('openSession', { token: pending.token })).toMatchObject({ code: 'invalidToken' })
  const mail = await world.newestTo(user.email)
  expect(mail.text).toContain('If you did not open this account, reset the password.')
  // The person who chose the password goes on from where they were.
  const mine = await world.enter(user.email, PASSWORD)
  expect((await world.call('me', {}, { bearer: mine.bearer })).data).toMatchObject({ emailVerified: true })
})

/** The owner confirms the address of a stranger's account in their own browser; the stranger comes back and moves in. */
const movedIn = async () => {
  const email = anEmail()
  const stranger = await preempt(email)
  await world.call('confirmEmail', { emailToken: stranger.token })
  const { bearer, device } = await world.enter(email, PASSWORD)
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  await world.call('confirmPhone', { code: (await world.newestTo(phone)).code }, { bearer })
  await world.call('updateProfile', { birthday: '1990-02-28', nationality: 'US', address: ADDRESS }, { bearer })
  const { owner_id: ownerId } = await rowOf(email)
  // As an approval leaves it.
  const { db } = world.services
  await db.updateTable('users').set({ tier: 1, name_birth_at: new Date() }).where('owner_id', '=', ownerId).execute()
  const items = (['selfie', 'selfieId'] as const).map((type) => ({ owner_id: ownerId, type, status: 'Approved' }))
  await db
    .insertInto('kyc_items')
    .values(items.map((item) => ({ ...item, updated_at: new Date() })))
    .execute()
  await world.call('forgotPassword', { email })
  const { token } = await world.newestTo(email)
  return { email, ownerId, bearer, device, phone, token }
}
const statuses = async (ownerId: string) => {
  const rows = await world.services.db
    .selectFrom('kyc_items')
    .select('status')
    .where('owner_id', '=', ownerId)
    .execute()
  return rows.map(({ status }) => status)
}

test('the first reset after a confirmation elsewhere drops phone, details and identity of the stranger', async () => {
  const { email, ownerId, bearer, phone, token } = await movedIn()
  expect((await world.call('resetPassword', { token, newPassword: NEW })).status).toBe(200)
  await world.runJobs()
  expect(await rowOf(email)).toMatchObject({ ...GONE, name_birth_at: null, proved_elsewhere_at: null })
  expect(await statuses(ownerId)).toEqual(['neverRequested', 'neverRequested'])
  expect(await world.call('me', {}, { bearer })).toMatchObject({ code: 'sessionClosed' })
  expect(await subjects(email)).toContain(mailWords('clearedByReset', 'en', {}).subject)
  const { bearer: other } = await world.join()
  await world.call('registerPhone', { phone }, { bearer: other })
  const { code } = await world.newestTo(phone)
  expect((await world.call('confirmPhone', { code }, { bearer: other })).status).toBe(200)

  // From here on the account is its owner's: another reset takes nothing.
  const mine = await world.enter(email, NEW)
  await world.call('updateProfile', { birthday: '1985-05-05' }, { bearer: mine.bearer })
  await world.call('forgotPassword', { email })
  const again = await world.newestTo(email)
  await world.call('resetPassword', { token: again.token, newPassword: `${NEW}y` })
  expect((await rowOf(email)).birthday_sealed).not.toBeNull()
})

/** What a stranger who has moved in arranges, so that the account goes on paying, asking and obeying them. */
const arranged = async () => {
  const stranger = await movedIn()
  const { ownerId, bearer } = stranger
  const user = { id: ownerId }
  const accomplice = await aVerifiedUser(world.services)
  const as = async (key: Parameters<typeof world.call>[0], body: object) => {
    const answer = await world.call(key, body, { bearer, headers: { 'idempotency-key': newId() } })
    if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.code}`)
    return answer.data as Record<string, string>
  }
  await withBalance(world.services, user, 1_000_00)
  const start = new Date(world.clock.now().getTime() + 2 * DAY_MS).toISOString()
  const paying = { toUser: accomplice.userId, amount: 40_00, currency: 'USD' }
  const schedule = await as('createSchedule', {
    ...paying,
    call: 'sendInApp',
    start,
    timeZone: 'America/New_York',
    every: 'week',
  })
  await as('addRecipient', RECIPIENT)
  await as('inviteApprover', { userId: accomplice.userId, rule: { newPayee: false, aboveCents: 5_000_00 } })
  await cardsIn(world as unknown as TestApp).save(user as TestUser)
  await as('createRequest', { toUser: accomplice.userId, amount: 10_00, currency: 'USD', note: 'rent' })
  await as('changePreferences', { undoMinutes: 60 })
  await as('changeNoticePreferences', { changes: [{ kind: 'kyc', channel: 'email', on: false }] })
  const sent = await as('sendInApp', paying)
  const deposit = await as('startDeposit', { method: 'card', amount: 5_00, currency: 'USD', expectedTotalCharge: 5_00 })
  // And what tells of them.
  const ticket = await as('createTicket', { module: 'account', description: 'My landlord is Jo Park' })
  const photo = await uploadPhoto(world, bearer, { type: 'invoice', docType: 'bankStatement' }, await aPhoto())
  expect(photo.status).toBe(200)
  const file = await world.services.db
    .selectFrom('files')
    .select('file_id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const copy = await as('exportData', {})
  await world.runJobs()
  world.advance(1)
  return { ...stranger, schedule, sent, deposit, ticket, fileId: fileId(file.file_id), copy }
}

test('the first reset after a confirmation elsewhere ends all that the stranger arranged, gives up what is not final, and hides what they wrote and handed in', async () => {
  const { email, ownerId, token, schedule, sent, deposit, ticket, fileId: photo, copy } = await arranged()
  expect((await world.call('resetPassword', { token, newPassword: NEW })).status).toBe(200)
  await world.runJobs()
  const { bearer } = await world.enter(email, NEW)
  const read = async (key: Parameters<typeof world.call>[0], body: object = {}) =>
    (await world.call(key, body, { bearer })).data as never
  expect(await read('getSchedule', { scheduleId: schedule['scheduleId'] })).toMatchObject({
    state: 'ended',
    endReason: 'passwordReset',
  })
  expect(await read('listRecipients')).toMatchObject({ items: [] })
  expect(await read('listApprovers')).toEqual({ approvers: [], approving: [] })
  expect(await read('listCards')).toMatchObject({ items: [] })
  expect(await read('listRequests')).toMatchObject({ items: [{ state: 'cancelled' }] })
  expect(await read('getTransaction', { transactionId: sent['transactionId'] })).toMatchObject({ state: 'CANCELLED' })
  expect(await read('getTransaction', { transactionId: deposit['transactionId'] })).toMatchObject({
    state: 'CANCELLED',
  })
  expect(await world.services.ledger.balance({ ownerId, account: 'wallet' })).toMatchObject({
    balanceCents: 1_000_00n,
    heldCents: 0n,
  })
  const { undo_minutes: undoMinutes, notices_switched: noticesSwitched } = await rowOf(email)
  expect({ undoMinutes, noticesSwitched }).toEqual({ undoMinutes: 0, noticesSwitched: {} })

  expect(await read('listTickets')).toMatchObject({ items: [] })
  expect(await read('kycStatus')).toMatchObject({ appeals: [], history: [], canAppeal: false, submittedAt: null })
  expect(await read('latestExport')).toEqual({ export: null })
  for (const [key, query] of [
    ['getTicket', { ticketId: ticket['id'] }],
    ['readFile', { id: photo }],
    ['getExport', { id: copy['id'] }],
  ] as const)
    expect(await world.call(key, query, { bearer })).toMatchObject({ code: 'notFound' })
  const open = world.services.db.selectFrom('support_tickets').select('state').where('owner_id', '=', ownerId)
  expect(await open.execute()).toEqual([{ state: 'closed' }])
  const archive = (await buildArchive(world.services, ownerId)).toString('latin1')
  expect(archive).toContain('profile.json')
  expect(archive).not.toContain('files/kyc-')

  // What its owner arranges from then on is theirs, also if the work of the reset is done again.
  const own = await aVerifiedUser(world.services)
  world.advance(1)
  await world.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', ownerId).execute()
  const [reset] = await world.services.db
    .selectFrom('users')
    .select('reclaimed_at')
    .where('owner_id', '=', ownerId)
    .execute()
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  await world.call('confirmPhone', { code: (await world.newestTo(phone)).code }, { bearer })
  const asked = await world.call(
    'createRequest',
    { toUser: own.userId, amount: 10_00, currency: 'USD', note: 'mine' },
    { bearer, headers: { 'idempotency-key': newId() } },
  )
  expect(asked.status).toBe(200)
  await world.control('POST', '/clock/advance', { seconds: 3_600 })
  world.advance(1)
  await cardsIn(world as unknown as TestApp).save({ id: ownerId } as TestUser)
  expect((await uploadPicture(world, bearer, await aPhoto())).status).toBe(200)
  expect((await uploadPhoto(world, bearer, { type: 'selfie' }, await aPhoto())).status).toBe(200)
  const data = { ownerId, before: reset?.reclaimed_at?.toISOString() ?? '' }
  await world.services.db
    .transaction()
    .execute((trx) => world.services.events.record(trx, { event: 'account.reclaimed', data }))
  await world.runJobs()
  expect(await read('getRequest', { requestId: asked.data.requestId })).toMatchObject({ state: 'open' })
  expect(await read('listCards')).toMatchObject({ items: [{ last4: '4242' }] })
  expect(await read('me')).toMatchObject({ imgUrl: expect.any(String) })
  expect(await read('kycStatus')).toMatchObject({ selfieStatus: 'requested', history: [{ status: 'requested' }] })
})

test('a reset in a browser that had signed in to the account keeps what was added', async () => {
  const { email, ownerId, device, token } = await movedIn()
  expect((await world.call('resetPassword', { token, newPassword: NEW }, { device })).status).toBe(200)
  await world.runJobs()
  expect(await rowOf(email)).toMatchObject({ phone_verified_at: expect.any(Date), tier: 1, proved_elsewhere_at: null })
  expect(await statuses(ownerId)).toEqual(['Approved', 'Approved'])
})

test('a code for the number that was dropped proves nothing any more', async () => {
  const email = anEmail()
  const form = { email, password: PASSWORD, fullName: 'Mallory Grey', business: false }
  const { data } = await world.call('signUp', form)
  const { bearer } = (await world.call('openSession', { token: data.token })).data
  const phone = aPhone()
  await world.call('registerPhone', { phone }, { bearer })
  const { code } = await world.newestTo(phone)
  await world.call('requestEmailCode', {}, { bearer })
  await world.call('confirmEmail', { emailToken: (await world.newestTo(email)).token })
  const { bearer: again } = await world.enter(email, PASSWORD)
  expect(await world.call('confirmPhone', { code }, { bearer: again })).toMatchObject({ code: 'phoneConfirmationCode' })
})
