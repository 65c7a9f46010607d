import { fileId } from '@puente/contract'
import { expect, test } from 'vitest'
import { orderKyc } from '#features/operations/order-kyc.ts'
import { readKycCase, readKycFile, readKycQueue } from '#features/operations/read-kyc-case.ts'
import { kycIn, type Person } from '#test/kyc.ts'
import { ordersIn } from '#test/kyc-orders.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const kyc = kycIn(app)
const orders = ordersIn(app)

const PASSPORT = { country: 'USA', number: 'P 12 34' }
const approve = (more: object = {}) => ({ kind: 'approve' as const, document: null, expiresOn: null, ...more })
const me = async (person: Person) => (await app.call('me', undefined, { bearer: person.bearer })).data
const appeal = (person: Person, text: string) => app.call('appealKyc', { text }, { bearer: person.bearer })
const mailsTo = async (person: Person): Promise<string[]> => {
  await app.runJobs()
  const mails = await app.control<{ subject: string }[]>('GET', `/inbox?to=${encodeURIComponent(person.email)}`)
  return mails.map(({ subject }) => subject)
}
const doubtful = async (options = {}): Promise<Person> => {
  const person = await kyc.aPerson(options)
  await kyc.next(person, 'review')
  await kyc.submit(person)
  await kyc.review(person)
  return person
}
const deniedPerson = async (): Promise<Person> => {
  const person = await kyc.aPerson()
  await kyc.next(person, 'deny', { reason: 'blurry' })
  await kyc.submit(person)
  await kyc.review(person)
  return person
}
const accessOf = (person: Person) =>
  app.services.db
    .selectFrom('access_log')
    .select(['what', 'role', 'why'])
    .where('owner_id', '=', person.id)
    .orderBy('access_id')
    .execute()

test('an operator decides what a provider doubts: the document must be named, and counts for one account only', async () => {
  const [ana, ben] = [await doubtful(), await doubtful()]
  expect(await orders.run(ana, approve())).toBe('documentMissing')
  expect(await orders.run(ana, approve({ document: PASSPORT, expiresOn: '2031-05-17' }))).toBe('done')
  expect(await kyc.statusOf(ana)).toMatchObject({ tier: 1, selfieIdStatus: 'Approved' })
  expect(await orders.run(ben, approve({ document: { ...PASSPORT, number: 'P1234' } }))).toBe('doubleIdentity')
  expect(await kyc.statusOf(ben)).toMatchObject({ tier: 0, reasons: [{ type: 'selfieId', code: 'other' }] })
  expect(await accessOf(ana)).toContainEqual({ what: 'identityDecision', role: 'reviewer', why: 'identityCheck' })
})

test('an operator denies with a reason for each upload', async () => {
  const person = await doubtful()
  const reasons = [
    { type: 'selfieId' as const, code: 'mismatch' as const },
    { type: 'selfie' as const, code: 'blurry' as const },
  ]
  expect(await orders.run(person, { kind: 'deny', reasons })).toBe('done')
  const status = await kyc.statusOf(person)
  expect(status).toMatchObject({ selfieIdStatus: 'Denied', selfieStatus: 'Denied', tier: 0 })
  expect(status.reasons).toEqual(expect.arrayContaining(reasons))
})

test('an approval that is taken back lowers the tier, freezes the account and says so on every page and by mail', async () => {
  const person = await kyc.anApproved()
  expect((await me(person)).KYC.tier).toBe(1)
  expect(await orders.run(person, { kind: 'revoke', type: 'selfieId', reason: 'other' })).toBe('done')
  expect(await kyc.statusOf(person)).toMatchObject({ tier: 0, selfieIdStatus: 'Denied', canAppeal: true })
  expect((await me(person)).status).toBe('frozen')
  expect((await kyc.eventsOf(person)).map(({ event }) => event)).toContain('limits')
  expect(await mailsTo(person)).toContain("We've paused your Puente account")
  expect(await orders.run(person, { kind: 'revoke', type: 'selfieId', reason: 'other' })).toBe('notNow')
})

test('an appeal is kept sealed, shown with its state, answered by an operator and mailed; one is open at a time', async () => {
  const person = await deniedPerson()
  expect(await appeal(person, ' ')).toMatchObject({ status: 400, code: 'invalidDescription' })
  expect(await appeal(person, 'x'.repeat(2001))).toMatchObject({ status: 400, code: 'invalidDescription' })
  const words = 'The photo is sharp.\nPlease look again.'
  const twice = await Promise.all([appeal(person, words), appeal(person, words)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(twice.find(({ status }) => status === 400)?.details).toEqual({ reason: 'appealOpen' })
  expect(await kyc.statusOf(person)).toMatchObject({ canAppeal: false, appeals: [{ state: 'open', text: words }] })
  const kept = await app.services.db
    .selectFrom('kyc_appeals')
    .select('text_sealed')
    .where('owner_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(kept.text_sealed).toMatch(/^v1\./)
  const { ctx } = orders.context()
  expect((await readKycQueue(ctx)).appeals).toContainEqual(expect.objectContaining({ handle: person.handle }))

  const answer = 'You are right. Please send it once more.'
  expect(await orders.run(person, { kind: 'answer', givesTries: true }, answer)).toBe('done')
  const status = await kyc.statusOf(person)
  expect(status.appeals).toMatchObject([{ state: 'answered', text: words, answer }])
  expect(status).toMatchObject({ canAppeal: true, triesLeft: 3 })
  expect(await mailsTo(person)).toContain('Our answer about your identity check')
  expect(await orders.run(person, { kind: 'answer', givesTries: false }, answer)).toBe('noAppeal')
})

test('a new decision settles the appeal against the one before, and can be appealed itself', async () => {
  const person = await deniedPerson()
  await appeal(person, 'The photo is sharp.')
  await kyc.next(person, 'deny', { reason: 'blurry' })
  await kyc.submit(person)
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({ canAppeal: true, appeals: [{ state: 'settled', answer: null }] })
  const { appeals } = await readKycQueue(orders.context().ctx)
  expect(appeals).not.toContainEqual(expect.objectContaining({ handle: person.handle }))
  expect((await appeal(person, 'This one is sharp too.')).status).toBe(200)
  expect((await kyc.statusOf(person)).appeals).toMatchObject([{ state: 'open' }, { state: 'settled' }])
})

test('without a denial there is nothing to appeal against', async () => {
  const person = await kyc.aPerson()
  expect(await appeal(person, 'Why?')).toMatchObject({ status: 400, details: { reason: 'nothingDenied' } })
})

test('what was denied is looked at again with the same files, and may then be approved', async () => {
  const person = await deniedPerson()
  expect(await orders.run(person, { kind: 'reopen', tier: 2 })).toBe('notNow')
  const { triesLeft, submittedAt } = await kyc.statusOf(person)
  app.clock.advance(60_000)
  expect(await orders.run(person, { kind: 'reopen', tier: 1 })).toBe('done')
  // A second look by another operator is none of the person's tries, and no submission.
  const again = await kyc.statusOf(person)
  expect(again).toMatchObject({ selfieIdStatus: 'inReview', selfieStatus: 'Approved', triesLeft, submittedAt })
  expect(Date.parse(again.expectedBy ?? '')).toBeGreaterThan(app.clock.now().getTime())
  expect(await orders.run(person, approve({ document: { country: 'USA', number: 'R777' } }))).toBe('done')
  expect(await kyc.statusOf(person)).toMatchObject({ tier: 1, reasons: [] })
})

test('what was denied is looked at again for the person who handed it in only: the same name, birthday and address', async () => {
  const person = await deniedPerson()
  const { ctx, credentials } = orders.context()
  const { keys, blobs } = app.services
  const asked = { handle: person.handle, reason: 'an appeal' }
  const { details } = await readKycCase({ ...ctx, keys, blobs }, credentials, asked)
  expect(details).toMatchObject({ fullName: 'Maria López', birthday: '1990-02-28', address: { zipCode: '78701' } })
  const address = { line1: '2 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }
  for (const more of [{ fullName: 'Maria Other' }, { address }, { birthday: '1985-01-02' }]) {
    expect((await kyc.legalStep(person, more)).status).toBe(200)
    expect(await orders.run(person, { kind: 'reopen', tier: 1 }), JSON.stringify(more)).toBe('notNow')
    if (!('birthday' in more)) expect((await kyc.legalStep(person)).status).toBe(200)
  }
})

test('what was denied is not looked at again once a new try has begun, even with a side missing', async () => {
  const person = await deniedPerson()
  await kyc.upload(person, { type: 'selfieId', docType: 'driverLicense' })
  expect(await orders.run(person, { kind: 'reopen', tier: 1 })).toBe('notNow')
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'Denied', tier: 0 })
})

test('a reviewer asks for a proof of address that was never handed in, once, and the person is told by mail', async () => {
  const person = await kyc.anApproved()
  expect(await orders.run(person, { kind: 'ask', type: 'invoice' })).toBe('done')
  expect(await kyc.statusOf(person)).toMatchObject({ invoiceStatus: 'requested', missing: ['invoice'], tier: 1 })
  expect(await mailsTo(person)).toContain('We need a proof of your address')
  expect(await orders.run(person, { kind: 'ask', type: 'invoice' })).toBe('notNow')
  expect(await orders.run(await kyc.aPerson(), { kind: 'ask', type: 'video' })).toBe('notNow')
})

test('RD-06 X-37 a file is read by its owner and by an operator with a reason, each reading is kept, and a stranger reads none', async () => {
  const person = await doubtful()
  const { ctx, credentials } = orders.context()
  const { keys, blobs } = app.services
  const reading = { ...ctx, keys, blobs }
  const asked = { handle: person.handle, reason: 'a doubt', type: 'selfieId', part: 'front' } as const
  const sent = { what: 'identitySent', role: 'system', why: 'identityCheck' }
  const forged = { ...credentials, secret: 'guessed' }
  await expect(readKycFile(reading, forged, asked)).rejects.toThrow('no operator')
  for (const reason of ['', ' ']) {
    await expect(readKycFile(reading, credentials, { ...asked, reason })).rejects.toThrow('A reason is needed')
    await expect(readKycCase(reading, credentials, { ...asked, reason })).rejects.toThrow('A reason is needed')
    const order = { handle: person.handle, order: { kind: 'reopen', tier: 1 }, reason } as const
    await expect(orderKyc(ctx, credentials, order)).rejects.toThrow('A reason is needed')
  }
  // What the service got that looked before a person does.
  expect(await accessOf(person)).toEqual([sent])
  const file = await readKycFile(reading, credentials, asked)
  expect(file.contentType).toBe('image/jpeg')
  expect(file.bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  const read = (bearer?: string) =>
    fetch(
      `${app.url}/api/files/${fileId(file.fileId)}`,
      bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {},
    )
  const own = await read(person.bearer)
  expect(own.status).toBe(200)
  expect(own.headers.get('content-type')).toBe('image/jpeg')
  expect(own.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await read((await kyc.aPerson()).bearer)).status).toBe(404)
  expect((await read()).status).toBe(401)
  expect(await accessOf(person)).toEqual([sent, { what: 'identityFile', role: 'reviewer', why: 'identityCheck' }])
  const { rows } = await app.services.db.pool.query(
    `select actor_kind from audit_log where action = 'file.read' and object_id = $1 order by actor_kind`,
    [file.fileId],
  )
  expect(rows.map(({ actor_kind: kind }) => kind)).toEqual(['operator', 'user'])
})
