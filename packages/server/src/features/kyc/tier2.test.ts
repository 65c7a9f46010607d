import { expect, test } from 'vitest'
import { signedIn } from '#test/factories.ts'
import { kycIn, type Person } from '#test/kyc.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto } from '#test/upload.ts'
import { carryOutKycOrders } from '#features/operations/order-kyc.ts'
import { ordersIn } from '#test/kyc-orders.ts'

const app = appOfFile()
const kyc = kycIn(app)
const orders = ordersIn(app)

const MP4 = Buffer.concat([
  Buffer.from('0000002066747970', 'hex'),
  Buffer.from('isom\0\0\x02\0isomiso2mp41'),
  Buffer.alloc(400),
])
const WEBM = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  Buffer.alloc(400),
])

/** The limits of payments, by row, in cents. */
const limitsOf = async ({ bearer }: Person) => {
  const { data } = await app.call('limits', undefined, { bearer })
  const overall = data.rows.filter(({ row }) => ['L-04', 'L-05', 'L-06', 'L-07'].includes(row))
  return Object.fromEntries(overall.map(({ row, limitCents }) => [row, limitCents]))
}
/** What a page learns that is loaded now, in a session of its own. */
const kycAfterReload = async (person: Person) =>
  (await app.call('me', undefined, { headers: await signedIn(app.services, person) })).data.KYC

test('P-07 ST-09 EU-18 a proof of address that the reviewer accepts brings tier 2 and its limits at once', async () => {
  const person = await kyc.aPerson({ tier: 0, emailVerified: true, phoneVerified: true })
  await kyc.submit(person)
  expect((await kyc.statusOf(person)).tier).toBe(0)
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({ tier: 1, missing: ['invoice'], triesLeft: 3 })
  expect(await limitsOf(person)).toEqual({ 'L-04': 1_000_00, 'L-05': 10_000_00 })
  const proved = {
    fullNameBirth: true,
    selfieId: true,
    selfie: true,
    selfieIdStatus: 'Approved',
    selfieStatus: 'Approved',
  }
  const rest = { videoStatus: 'neverRequested' }
  expect(await kycAfterReload(person)).toEqual({ ...proved, ...rest, invoiceStatus: 'neverRequested', tier: 1 })
  const seen = (await kyc.eventsOf(person)).length
  expect((await kyc.uploadAddress(person)).data).toMatchObject({ type: 'invoice', status: 'inReview', triesLeft: 2 })
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({ invoiceStatus: 'Approved', tier: 2, missing: [] })
  expect(await limitsOf(person)).toEqual({ 'L-06': 10_000_00, 'L-07': 20_000_00 })
  expect(await kycAfterReload(person)).toEqual({ ...proved, ...rest, invoiceStatus: 'Approved', tier: 2 })
  const told = (await kyc.eventsOf(person)).slice(seen).map(({ event }) => event)
  expect(told).toEqual(expect.arrayContaining(['me', 'kyc', 'limits']))
})

test('a proof that does not fit is denied for its reason and told as one of the address, tier 1 stays, and another one can be handed in', async () => {
  const person = await kyc.anApproved()
  await kyc.next(person, 'deny', { reason: 'mismatch' })
  await kyc.uploadAddress(person, 'bankStatement')
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({
    invoiceStatus: 'Denied',
    tier: 1,
    reasons: [{ type: 'invoice', code: 'mismatch' }],
    missing: ['invoice'],
  })
  await app.runJobs()
  const told = await app.call('listNotifications', { limit: '10' }, { bearer: person.bearer })
  expect(told.data.items.map(({ variant }) => variant)).toContain('addressDenied')
  expect(told.data.items.map(({ variant }) => variant)).not.toContain('denied')
  expect((await kyc.uploadAddress(person)).data.status).toBe('inReview')
})

test('a proof older than 90 days is denied although its reviewer had no objection', async () => {
  const person = await kyc.anApproved()
  await kyc.next(person, 'approve', { issuedOn: '2024-01-31' })
  await kyc.uploadAddress(person)
  await kyc.review(person)
  expect((await kyc.statusOf(person)).reasons).toEqual([{ type: 'invoice', code: 'expired' }])
})

test('a lease goes to no provider: it waits for a person, whose approval brings tier 2', async () => {
  const person = await kyc.anApproved()
  const checks = await app.control<object[]>('GET', '/kyc/checks')
  await kyc.uploadAddress(person, 'lease')
  await app.runJobs()
  expect(await app.control<object[]>('GET', '/kyc/checks')).toHaveLength(checks.length)
  expect((await kyc.reviewsOf(person))[0]).toMatchObject({ state: 'operator' })
  expect(await orders.run(person, { kind: 'approve', document: null, expiresOn: null })).toBe('done')
  expect(await kyc.statusOf(person)).toMatchObject({ invoiceStatus: 'Approved', tier: 2 })
})

test('a business adds a paper of the company, in whatever order, and nobody else may', async () => {
  const firm = await kyc.anApproved({ business: true })
  expect((await kyc.statusOf(firm)).missing).toEqual(['invoice', 'company'])
  expect((await kyc.uploadAddress(firm, 'einLetter')).data.status).toBe('requested')
  expect((await kyc.statusOf(firm)).missing).toEqual(['invoice'])
  expect((await kyc.uploadAddress(firm, 'utilityBill')).data.status).toBe('inReview')
  const person = await kyc.anApproved()
  expect(await kyc.uploadAddress(person, 'einLetter')).toMatchObject({ status: 400, code: 'invalidType' })
  expect((await kyc.statusOf(person)).invoiceStatus).toBe('neverRequested')
})

test('a video is taken only when a reviewer asks for it: by its content, under 8 MB, and as it came', async () => {
  const person = await kyc.anApproved()
  const video = (bytes: Buffer) => kyc.upload(person, { type: 'video' }, bytes)
  expect(await video(MP4)).toMatchObject({ code: 'invalidType', details: { reason: 'notAsked' } })
  await kyc.uploadAddress(person, 'lease')
  await app.runJobs()
  expect(await orders.run(person, { kind: 'ask', type: 'video' })).toBe('done')
  expect(await kyc.statusOf(person)).toMatchObject({ videoStatus: 'requested', missing: ['video'], tier: 1 })

  expect(await video(await aPhoto())).toMatchObject({ code: 'invalidType', details: { reason: 'video' } })
  const padded = Buffer.concat([WEBM, Buffer.alloc(8_388_608 - WEBM.length)])
  expect(await video(padded)).toMatchObject({ details: { reason: 'tooLarge' } })
  expect((await video(WEBM)).data.status).toBe('inReview')
  const { rows } = await app.services.db.pool.query<{ content_type: string; size_bytes: number }>(
    `select content_type, size_bytes from files where owner_id = $1 and content_type like 'video%'`,
    [person.id],
  )
  expect(rows).toEqual([{ content_type: 'video/webm', size_bytes: WEBM.length }])
  // It has joined the review that was waiting.
  expect(await kyc.reviewsOf(person)).toHaveLength(2)
  expect(await orders.run(person, { kind: 'approve', document: null, expiresOn: null })).toBe('done')
  expect(await kyc.statusOf(person)).toMatchObject({ videoStatus: 'Approved', invoiceStatus: 'Approved', tier: 2 })
})

test('what an operator has seen is what they approve: a video that joins it until the order is carried out is looked at first', async () => {
  const person = await kyc.anApproved()
  await kyc.uploadAddress(person, 'lease')
  await app.runJobs()
  expect(await orders.run(person, { kind: 'ask', type: 'video' })).toBe('done')
  const id = await orders.place(person, { kind: 'approve', document: null, expiresOn: null })
  await kyc.upload(person, { type: 'video' }, WEBM)
  await carryOutKycOrders(app.services)
  expect(await orders.outcomeOf(id)).toBe('seenOther')
  expect(await kyc.statusOf(person)).toMatchObject({ invoiceStatus: 'inReview', videoStatus: 'inReview', tier: 1 })
  expect(await orders.run(person, { kind: 'approve', document: null, expiresOn: null })).toBe('done')
})

test('what a provider approves does not stand for a video that has joined it', async () => {
  const person = await kyc.anApproved()
  await kyc.uploadAddress(person)
  await app.runJobs()
  expect(await orders.run(person, { kind: 'ask', type: 'video' })).toBe('done')
  await kyc.upload(person, { type: 'video' }, MP4)
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({ invoiceStatus: 'inReview', videoStatus: 'inReview', tier: 1 })
  expect((await kyc.reviewsOf(person))[0]).toMatchObject({ state: 'operator' })
})

test('tier 2 is not open before tier 1', async () => {
  const person = await kyc.aPerson()
  expect(await kyc.uploadAddress(person)).toMatchObject({
    status: 403,
    code: 'kycRequired',
    details: { missing: ['tier1'] },
  })
})

test('an order is carried out once, and one that cannot be says why', async () => {
  const person = await kyc.anApproved()
  expect(await orders.run(person, { kind: 'approve', document: null, expiresOn: null })).toBe('nothingToReview')
  await kyc.uploadAddress(person, 'lease')
  await app.runJobs()
  const id = await orders.place(person, { kind: 'approve', document: null, expiresOn: null })
  await Promise.all([1, 2, 3].map(() => carryOutKycOrders(app.services)))
  expect(await orders.outcomeOf(id)).toBe('done')
  const { history } = await kyc.statusOf(person)
  expect(history.filter(({ type, status }) => type === 'invoice' && status === 'Approved')).toHaveLength(1)
})
