import { fileId } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { aUser, signedIn, type TestUser } from '#test/factories.ts'
import { aPhoto, uploadPhoto } from '#test/upload.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Person = TestUser & { bearer: string }

const aPerson = async (options: Parameters<typeof aUser>[1] = { tier: 0 }): Promise<Person> => {
  const user = await aUser(app.services, options)
  const { authorization } = await signedIn(app.services, user)
  return { ...user, bearer: authorization.slice('Bearer '.length) }
}

const LEGAL = {
  kyc: true,
  fullName: 'Maria López',
  birthday: '1990-02-28',
  nationality: 'US',
  address: { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' },
} as const

const handIn = async (person: Person) => {
  const photo = await aPhoto()
  await uploadPhoto(app, person.bearer, { type: 'selfieId', docType: 'passport' }, photo)
  await uploadPhoto(app, person.bearer, { type: 'selfie' }, photo)
  const answer = await app.call('updateProfile', LEGAL, { bearer: person.bearer })
  expect(answer.status).toBe(200)
}

const statusOf = async (person: Person) => (await app.call('kycStatus', undefined, { bearer: person.bearer })).data

/** Sends the case, lets the sandbox's two seconds pass, and looks what came of it. */
const review = async (person: Person) => {
  await app.runJobs()
  await app.control('POST', '/clock/advance', { seconds: 3 })
  const { rows } = await app.services.db.pool.query<{ case_id: string }>(
    `select case_id from kyc_cases where owner_id = $1 order by submitted_at desc limit 1`,
    [person.id],
  )
  const { lookAtCase } = await import('./submit-case.ts')
  await lookAtCase(app.services, { ownerId: person.id, caseId: rows[0]?.case_id ?? '' })
}

test('EK-01 EK-02 EK-03 EK-04 EK-05 EK-07 ST-08 a new person has handed in nothing and has tier -1', async () => {
  const person = await aPerson({ tier: -1 })
  expect(await statusOf(person)).toMatchObject({
    selfieIdStatus: 'neverRequested',
    selfieStatus: 'neverRequested',
    invoiceStatus: 'neverRequested',
    videoStatus: 'neverRequested',
    tier: -1,
    fullNameBirth: false,
    missing: ['nameBirth', 'selfieId', 'selfie'],
    triesLeft: 3,
  })
})

test('EK-08 EK-09 ST-09 P-07 the complete file goes to review, and approval brings tier 1 and its limits', async () => {
  const person = await aPerson()
  const before = await app.call('limits', undefined, { bearer: person.bearer })
  await handIn(person)
  expect(await statusOf(person)).toMatchObject({
    selfieIdStatus: 'inReview',
    selfieStatus: 'inReview',
    missing: [],
    fullNameBirth: true,
    tier: 0,
  })
  await review(person)
  expect(await statusOf(person)).toMatchObject({
    selfieIdStatus: 'Approved',
    selfieStatus: 'Approved',
    tier: 1,
    reasons: [],
  })
  const after = await app.call('limits', undefined, { bearer: person.bearer })
  expect(after.data.tier).toBe(1)
  expect(after.data.rows).not.toEqual(before.data.rows)
  const { events } = (await app.call('livePoll', { after: '0' }, { bearer: person.bearer })).data
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['kyc', 'me', 'limits']))
})

test('either order is taken: the name and birth step may come first', async () => {
  const person = await aPerson()
  await app.call('updateProfile', LEGAL, { bearer: person.bearer })
  const photo = await aPhoto('png')
  await uploadPhoto(app, person.bearer, { type: 'selfie' }, photo)
  expect((await statusOf(person)).missing).toEqual(['selfieId'])
  const last = await uploadPhoto(app, person.bearer, { type: 'selfieId', docType: 'passport' }, photo)
  expect(last.data.status).toBe('inReview')
})

test('EK-10 ST-12 a denial names file and reason; a new photo of that file alone sends it again', async () => {
  const person = await aPerson()
  await app.control('POST', '/kyc/next', { decision: 'deny', reason: 'blurry', match: person.email })
  await handIn(person)
  await review(person)
  const denied = await statusOf(person)
  expect(denied).toMatchObject({ selfieIdStatus: 'Denied', selfieStatus: 'Approved', tier: 0, triesLeft: 2 })
  expect(denied.reasons).toEqual([{ type: 'selfieId', code: 'blurry' }])
  expect(denied.missing).toEqual(['selfieId'])
  const again = await uploadPhoto(app, person.bearer, { type: 'selfieId', docType: 'passport' }, await aPhoto('webp'))
  expect(again.data).toMatchObject({ status: 'inReview', triesLeft: 1 })
  await review(person)
  expect(await statusOf(person)).toMatchObject({ selfieIdStatus: 'Approved', tier: 1 })
})

test.each(['blurry', 'expired', 'mismatch', 'unsupported', 'underage', 'other'])(
  'a reviewer who denies for "%s" is understood',
  async (reason) => {
    const person = await aPerson()
    await app.control('POST', '/kyc/next', { decision: 'deny', reason, match: person.email })
    await handIn(person)
    await review(person)
    expect((await statusOf(person)).reasons).toContainEqual({ type: 'selfieId', code: reason })
  },
)

test('doubt leaves the case with a person: it stays in review', async () => {
  const person = await aPerson()
  await app.control('POST', '/kyc/next', { decision: 'review', match: person.email })
  await handIn(person)
  await review(person)
  expect(await statusOf(person)).toMatchObject({ selfieIdStatus: 'inReview', tier: 0 })
})

test('after three submissions in a day no fourth is taken, and the answer says so', async () => {
  const person = await aPerson()
  for (let round = 0; round < 3; round += 1) {
    await app.control('POST', '/kyc/next', { decision: 'deny', reason: 'blurry', match: person.email })
    if (round === 0) await handIn(person)
    else await uploadPhoto(app, person.bearer, { type: 'selfieId', docType: 'passport' }, await aPhoto())
    await review(person)
  }
  expect((await statusOf(person)).triesLeft).toBe(0)
  const refused = await uploadPhoto(app, person.bearer, { type: 'selfieId', docType: 'passport' }, await aPhoto())
  expect(refused).toMatchObject({ status: 400, code: 'invalidRequest', details: { reason: 'triesUsedUp' } })
})

test('the provider hangs after it took the case: the next run adopts it and nothing is reviewed twice', async () => {
  const person = await aPerson()
  await handIn(person)
  await app.control('POST', '/faults', { provider: 'kyc', fault: 'error500', after: true, times: 1, path: '/checks' })
  await expect(app.runJobs()).resolves.toBeUndefined()
  const { submitCase } = await import('./submit-case.ts')
  const { rows } = await app.services.db.pool.query<{ case_id: string }>(
    'select case_id from kyc_cases where owner_id = $1',
    [person.id],
  )
  await submitCase(app.services, { ownerId: person.id, caseId: rows[0]?.case_id ?? '' })
  const checks = await app.control<{ tags?: string[] }[]>('GET', '/kyc/checks')
  expect(checks.filter((check) => JSON.stringify(check).includes(rows[0]?.case_id ?? 'none'))).toHaveLength(1)
})

test('EC-06 EC-69 without verified contacts nothing is taken', async () => {
  const photo = await aPhoto()
  const nobody = await aPerson({ tier: -1 })
  expect(await uploadPhoto(app, nobody.bearer, { type: 'selfie' }, photo)).toMatchObject({
    status: 403,
    code: 'emailNotVerified',
  })
  const mailOnly = await aPerson({ tier: -1, emailVerified: true })
  expect(await uploadPhoto(app, mailOnly.bearer, { type: 'selfie' }, photo)).toMatchObject({
    status: 403,
    code: 'kycRequired',
  })
})

test('EC-42 another type, document or side, and a document without its kind, are invalidType', async () => {
  const person = await aPerson()
  const photo = await aPhoto()
  for (const fields of [
    { type: 'video' },
    { type: 'selfieId', docType: 'libraryCard' },
    { type: 'selfieId' },
    { type: 'selfie', side: 'left' },
    {},
  ]) {
    expect(await uploadPhoto(app, person.bearer, fields as Record<string, string>, photo)).toMatchObject({
      status: 400,
      code: 'invalidType',
    })
  }
})

test('V-28 what is no picture is refused by its content, whatever it is called', async () => {
  const person = await aPerson()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)])
  for (const bytes of [svg, broken, Buffer.from('%PDF-1.7'), Buffer.from('text')]) {
    expect(await uploadPhoto(app, person.bearer, { type: 'selfie' }, bytes)).toMatchObject({
      status: 400,
      code: 'invalidType',
    })
  }
  expect(await uploadPhoto(app, person.bearer, { type: 'selfie' }, null)).toMatchObject({
    status: 400,
    code: 'invalidRequest',
  })
})

test('V-28 C-06 8,388,608 bytes are refused, 8,388,607 are taken', async () => {
  const person = await aPerson()
  const photo = await aPhoto()
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  expect(await uploadPhoto(app, person.bearer, { type: 'selfie' }, padded(8_388_608))).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { reason: 'tooLarge' },
  })
  expect((await uploadPhoto(app, person.bearer, { type: 'selfie' }, padded(8_388_607))).status).toBe(200)
})

test('V-28 a picture that unfolds to more than 40 megapixels is refused', async () => {
  const { default: sharp } = await import('sharp')
  const bomb = await sharp({ create: { width: 7000, height: 6000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const person = await aPerson()
  expect(await uploadPhoto(app, person.bearer, { type: 'selfie' }, bomb)).toMatchObject({
    status: 400,
    code: 'invalidType',
  })
})

test('RD-06 P12 a photo is stored sealed and without its metadata, and only its owner reads it', async () => {
  const person = await aPerson()
  await uploadPhoto(app, person.bearer, { type: 'selfie' }, await aPhoto())
  const { rows } = await app.services.db.pool.query<{ file_id: string; blob_key: string }>(
    'select file_id, blob_key from files where owner_id = $1',
    [person.id],
  )
  const [file] = rows
  if (!file) throw new Error('no file was stored')
  const blob = await app.services.blobs.get(file.blob_key)
  expect(blob.subarray(0, 3).toString()).toBe('v1.')
  const read = (bearer: string) =>
    fetch(`${app.url}/api/files/${fileId(file.file_id)}`, { headers: { authorization: `Bearer ${bearer}` } })
  const own = await read(person.bearer)
  expect(own.status).toBe(200)
  expect(own.headers.get('content-type')).toBe('image/jpeg')
  expect(own.headers.get('x-content-type-options')).toBe('nosniff')
  expect(own.headers.get('content-security-policy')).toContain('sandbox')
  const bytes = Buffer.from(await own.arrayBuffer())
  expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(bytes.includes('metadata that must not stay')).toBe(false)
  const stranger = await read((await aPerson()).bearer)
  expect(stranger.status).toBe(404)
  const { rows: reads } = await app.services.db.pool.query(
    'select 1 from audit_log where action = $1 and object_id = $2',
    ['file.read', file.file_id],
  )
  expect(reads).toHaveLength(1)
})

test('a webhook of the reviewer is verified, kept once, and acted on', async () => {
  const person = await aPerson()
  await handIn(person)
  await app.runJobs()
  await app.control('POST', '/clock/advance', { seconds: 3 })
  await expect
    .poll(
      async () => (await app.services.db.pool.query("select 1 from webhook_events where provider = 'onfido'")).rowCount,
      { timeout: 8000 },
    )
    .toBeGreaterThan(0)
  await expect
    .poll(
      async () => {
        await app.runJobs()
        return (await statusOf(person)).tier
      },
      { timeout: 8000 },
    )
    .toBe(1)
  const forged = await fetch(`${app.url}/hooks/onfido`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', 'x-sha2-signature': 'ab'.repeat(32) },
  })
  expect(forged.status).toBe(400)
})
