import { fileId } from '@puente/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { BlobsFull } from '#providers/files/port.ts'
import { aPhoto, uploadPhoto } from '#test/upload.ts'
import { appOfFile } from '#test/suite.ts'
import { kycIn, type Person } from '#test/kyc.ts'

const app = appOfFile()
const kyc = kycIn(app)

const filesOf = (person: Person) =>
  app.services.db.selectFrom('files').selectAll().where('owner_id', '=', person.id).execute()

test('API-15 EK-08 an uploaded photo makes its type requested, and another one replaces it', async () => {
  const person = await kyc.aPerson()
  expect(await kyc.uploadId(person)).toMatchObject({
    status: 200,
    data: { type: 'selfieId', status: 'requested', triesLeft: 3 },
  })
  expect((await kyc.uploadId(person)).data.status).toBe('requested')
  expect(await kyc.statusOf(person)).toMatchObject({
    selfieIdStatus: 'requested',
    selfieStatus: 'neverRequested',
    selfieId: true,
    selfie: false,
    missing: ['nameBirth', 'selfie'],
    submittedAt: null,
    expectedBy: null,
  })
})

test('API-15 EK-07 EK-09 the name and birth step may come first: the last photo sends the file', async () => {
  const person = await kyc.aPerson()
  expect((await kyc.statusOf(person)).fullNameBirth).toBe(false)
  await kyc.legalStep(person)
  await kyc.uploadSelfie(person, await aPhoto('png'))
  expect(await kyc.statusOf(person)).toMatchObject({ missing: ['selfieId'], selfie: true, fullNameBirth: true })
  expect((await kyc.uploadId(person, await aPhoto('webp'))).data).toMatchObject({ status: 'inReview', triesLeft: 2 })
})

test('a document with a back is sent with both sides', async () => {
  const person = await kyc.aPerson()
  await kyc.legalStep(person)
  await kyc.uploadSelfie(person)
  const license = { type: 'selfieId', docType: 'driverLicense' }
  expect((await kyc.upload(person, { ...license, side: 'front' })).data.status).toBe('requested')
  expect((await kyc.upload(person, { ...license, side: 'back' })).data.status).toBe('inReview')
  await app.runJobs()
  const { documentIds } = (
    await app.services.db
      .selectFrom('kyc_cases')
      .select('progress')
      .where('owner_id', '=', person.id)
      .executeTakeFirstOrThrow()
  ).progress as { documentIds: object }
  expect(Object.keys(documentIds).toSorted()).toEqual(['back', 'front'])
})

test('both missing photos at once send one file, not two', async () => {
  const person = await kyc.aPerson()
  await kyc.legalStep(person)
  const answers = await Promise.all([kyc.uploadId(person), kyc.uploadSelfie(person)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ data }) => data.status).toSorted()).toEqual(['inReview', 'requested'])
  expect(await kyc.reviewsOf(person)).toHaveLength(1)
})

test('of photos that are sent at once none is kept, nor its bytes, that came after the file went to review', async () => {
  const person = await kyc.aPerson()
  await kyc.legalStep(person)
  await kyc.uploadId(person)
  const [put, deleted] = [vi.spyOn(app.services.blobs, 'put'), vi.spyOn(app.services.blobs, 'delete')]
  onTestFinished(() => [put, deleted].forEach((spy) => spy.mockRestore()))
  const answers = await Promise.all(Array.from({ length: 3 }, () => kyc.uploadSelfie(person)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await filesOf(person)).toHaveLength(2)
  expect(put.mock.calls.length - deleted.mock.calls.length).toBe(1)
})

test('while the file is reviewed no photo is taken, and none is kept', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  expect(await kyc.uploadSelfie(person)).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { reason: 'notNow', status: 'inReview' },
  })
  expect(await filesOf(person)).toHaveLength(2)
})

test('an approved photo cannot be replaced, and the refusal says so', async () => {
  const person = await kyc.anApproved()
  for (const upload of [kyc.uploadId, kyc.uploadSelfie])
    expect(await upload(person)).toMatchObject({
      status: 400,
      code: 'invalidRequest',
      details: { reason: 'alreadyApproved', status: 'Approved' },
    })
  expect(await filesOf(person)).toHaveLength(2)
})

test('EC-06 without verified contacts nothing is taken', async () => {
  const nobody = await kyc.aPerson({ tier: -1 })
  expect(await kyc.uploadSelfie(nobody)).toMatchObject({ status: 403, code: 'emailNotVerified' })
  const mailOnly = await kyc.aPerson({ tier: -1, emailVerified: true })
  expect(await kyc.uploadSelfie(mailOnly)).toMatchObject({
    status: 403,
    code: 'kycRequired',
    details: { missing: ['phone'] },
  })
})

test.each([
  ['another type', { type: 'video' }],
  ['no type', {}],
  ['an unknown document', { type: 'selfieId', docType: 'libraryCard' }],
  ['a document without its kind', { type: 'selfieId' }],
  ['an unknown side', { type: 'selfie', side: 'left' }],
])('EC-42 API-15 %s is invalidType', async (_what, fields) => {
  const person = await kyc.aPerson()
  expect(await kyc.upload(person, fields as Record<string, string>)).toMatchObject({ status: 400, code: 'invalidType' })
})

test('V-28 what is no picture is refused by its content, whatever it is called', async () => {
  const person = await kyc.aPerson()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const bytes of [svg, Buffer.from('%PDF-1.7'), Buffer.from('text')])
    expect(await kyc.uploadSelfie(person, bytes)).toMatchObject({ status: 400, code: 'invalidType' })
  expect(await uploadPhoto(app, person.bearer, { type: 'selfie' }, null)).toMatchObject({
    status: 400,
    code: 'invalidRequest',
  })
  expect(await filesOf(person)).toEqual([])
})

test('V-28 C-06 8,388,608 bytes are refused, 8,388,607 are taken', async () => {
  const person = await kyc.aPerson()
  const photo = await aPhoto()
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  expect(await kyc.uploadSelfie(person, padded(8_388_608))).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { reason: 'tooLarge' },
  })
  expect((await kyc.uploadSelfie(person, padded(8_388_607))).status).toBe(200)
})

test('API-15 EK-08 EK-09 P12 a photo is stored sealed and without its metadata, and only its owner reads it, each reading noted', async () => {
  const person = await kyc.aPerson()
  await kyc.uploadSelfie(person)
  const [file] = await filesOf(person)
  if (!file) throw new Error('no file was stored')
  const blob = await app.services.blobs.get(file.blob_key)
  expect(blob.subarray(0, 3).toString()).toBe('v1.')
  const read = (bearer: string, id: string = fileId(file.file_id)) =>
    fetch(`${app.url}/api/files/${id}`, { headers: { authorization: `Bearer ${bearer}` } })
  const own = await read(person.bearer)
  expect(own.status).toBe(200)
  expect(own.headers.get('content-type')).toBe('image/jpeg')
  expect(own.headers.get('x-content-type-options')).toBe('nosniff')
  expect(own.headers.get('content-security-policy')).toContain('sandbox')
  const bytes = Buffer.from(await own.arrayBuffer())
  expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(bytes.includes('metadata that must not stay')).toBe(false)
  expect((await read((await kyc.aPerson()).bearer)).status).toBe(404)
  expect((await read(person.bearer, fileId(newId()))).status).toBe(404)
  expect((await read(person.bearer, 'fil_nonsense')).status).toBe(404)
  const { rows } = await app.services.db.pool.query(
    'select 1 from audit_log where action = $1 and object_id = $2 and actor_id = $3',
    ['file.read', file.file_id, person.id],
  )
  expect(rows).toHaveLength(1)
})

test('a blob that was tampered with is not served', async () => {
  const person = await kyc.aPerson()
  await kyc.uploadSelfie(person)
  const [file] = await filesOf(person)
  if (!file) throw new Error('no file was stored')
  const blob = await app.services.blobs.get(file.blob_key)
  const middle = Math.floor(blob.length / 2)
  blob.set([blob[middle] === 65 ? 66 : 65], middle)
  await app.services.blobs.put(file.blob_key, blob)
  const answer = await fetch(`${app.url}/api/files/${fileId(file.file_id)}`, {
    headers: { authorization: `Bearer ${person.bearer}` },
  })
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ code: 'unknown' })
})

test('one person keeps at most a hundred files', async () => {
  const person = await kyc.aPerson()
  await app.services.db.pool.query(
    `insert into files (owner_id, file_id, purpose, content_type, size_bytes, sha256, blob_key, created_at)
     select $1, gen_random_uuid(), 'kyc', 'image/jpeg', 1, '', 'none', now() from generate_series(1, 100)`,
    [person.id],
  )
  expect(await kyc.uploadSelfie(person)).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { reason: 'tooManyFiles' },
  })
})

test('P15 while the disk of the files is full an upload is asked to come back, and nothing of it is kept', async () => {
  const person = await kyc.aPerson()
  const { blobs } = app.services
  const put = blobs.put.bind(blobs)
  onTestFinished(() => {
    blobs.put = put
  })
  blobs.put = () => Promise.reject(new BlobsFull('there is no room for more files'))
  const refused = await kyc.uploadId(person)
  expect(refused).toMatchObject({ status: 503, code: 'serviceUnavailable', headers: { 'retry-after': '30' } })
  expect(await filesOf(person)).toEqual([])
  blobs.put = put
  expect((await kyc.uploadId(person)).status).toBe(200)
})
