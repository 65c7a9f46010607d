import { PICTURE_MAX_BYTES, uuidOf } from '@puente/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { appOfFile } from '#test/suite.ts'
import { subscriptions } from '../../workers/subscriptions.ts'
import { aPhoto, uploadPhoto, uploadPicture } from '#test/upload.ts'

const app = appOfFile()

const aPerson = async (options: Parameters<typeof aUser>[1] = { tier: 1 }) => {
  const user = await aUser(app.services, options)
  const { authorization } = await signedIn(app.services, user)
  return { ...user, bearer: authorization.slice('Bearer '.length) }
}
type Person = Awaited<ReturnType<typeof aPerson>>

const imageOf = async ({ bearer }: Person) => (await app.call('me', undefined, { bearer })).data.imgUrl
const look = (link: string | null, { bearer }: Person) =>
  fetch(`${app.url}${link ?? 'nowhere'}`, { headers: { authorization: `Bearer ${bearer}` } })
const statusOf = async (link: string | null, person: Person) => (await look(link, person)).status
const blobsOf = ({ id }: Person) =>
  app.services.db.selectFrom('pictures').select('blob_key').where('owner_id', '=', id).execute()

/** A JPEG of exactly so many bytes: what follows the picture is ignored by whoever draws it. */
const ofSize = async (bytes: number) => {
  const photo = await aPhoto()
  return Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'API-13 EU-10 a %s is kept as a square of pixels and nothing else, and the owner sees it at once',
  async (format) => {
    const ana = await aPerson()
    const { status, data } = await uploadPicture(app, ana.bearer, await aPhoto(format))
    expect(status).toBe(200)
    expect(await imageOf(ana)).toBe(data.link)
    const response = await look(data.link, ana)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(made).toMatchObject({ format: 'jpeg', width: 320, height: 320 })
    expect(made.exif).toBeUndefined()
    const { events } = (await app.call('livePoll', { after: '0' }, { bearer: ana.bearer })).data
    expect(events).toContainEqual(expect.objectContaining({ event: 'me', data: { fields: ['imgUrl'] } }))
  },
)

test('API-14 base64 and a data URL do the same', async () => {
  const ana = await aPerson()
  const base64 = (await aPhoto('png')).toString('base64')
  for (const image of [base64, `data:image/png;base64,${base64}`]) {
    const { data } = await app.call('updateProfilePicture64', { image }, { bearer: ana.bearer })
    expect(await imageOf(ana)).toBe(data.link)
    expect(await statusOf(data.link, ana)).toBe(200)
  }
})

test('API-13 API-14 V-27 C-05 204,800 bytes are taken and 204,801 are not, measured before base64', async () => {
  const ana = await aPerson()
  const [fits, large] = await Promise.all([ofSize(PICTURE_MAX_BYTES), ofSize(PICTURE_MAX_BYTES + 1)])
  const as64 = (bytes: Buffer) => ({ image: `data:image/jpeg;base64,${bytes.toString('base64')}` })
  const tooLarge = { status: 400, code: 'invalidRequest', details: { reason: 'tooLarge' } }
  expect((await uploadPicture(app, ana.bearer, fits)).status).toBe(200)
  expect(await uploadPicture(app, ana.bearer, large)).toMatchObject(tooLarge)
  expect((await app.call('updateProfilePicture64', as64(fits), { bearer: ana.bearer })).status).toBe(200)
  expect(await app.call('updateProfilePicture64', as64(large), { bearer: ana.bearer })).toMatchObject(tooLarge)
})

test('API-13 what is no JPEG, PNG or WebP, whatever it is called, is refused and leaves the picture as it was', async () => {
  const ana = await aPerson()
  const { data } = await uploadPicture(app, ana.bearer, await aPhoto())
  const noImage = { status: 400, code: 'invalidType' }
  const gif = await sharp(await aPhoto())
    .gif()
    .toBuffer()
  for (const bytes of [gif, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('text')])
    expect(await uploadPicture(app, ana.bearer, bytes)).toMatchObject(noImage)
  for (const image of ['', 'not base64!', 'data:text/html;base64,PGI+', gif.toString('base64')])
    expect(await app.call('updateProfilePicture64', { image }, { bearer: ana.bearer })).toMatchObject(noImage)
  expect(await imageOf(ana)).toBe(data.link)
})

test('a new picture takes the place of the old: its address leads nowhere and its blob is erased', async () => {
  const ana = await aPerson()
  const { data: first } = await uploadPicture(app, ana.bearer, await aPhoto())
  const [old] = await blobsOf(ana)
  const { data: second } = await uploadPicture(app, ana.bearer, await aPhoto('png', '#b7410e'))
  expect(await statusOf(first.link, ana)).toBe(404)
  expect(await statusOf(second.link, ana)).toBe(200)
  await app.runJobs()
  await expect(app.services.blobs.get(old?.blob_key ?? '')).rejects.toThrow('no such blob')
  expect((await app.raw('removeProfilePicture', {}, { bearer: ana.bearer })).status).toBe(200)
  expect((await app.raw('removeProfilePicture', {}, { bearer: ana.bearer })).status).toBe(200)
  expect(await imageOf(ana)).toBeNull()
  expect(await statusOf(second.link, ana)).toBe(404)
  expect(await blobsOf(ana)).toEqual([])
})

test('of two pictures at the same moment one stays', async () => {
  const ana = await aPerson()
  await Promise.all([
    uploadPicture(app, ana.bearer, await aPhoto()),
    uploadPicture(app, ana.bearer, await aPhoto('png')),
  ])
  expect(await blobsOf(ana)).toHaveLength(1)
  expect(await statusOf(await imageOf(ana), ana)).toBe(200)
})

test('EU-10 others see the picture of a person who can be found, and never a paper of the identity check', async () => {
  const ana = await aPerson()
  const ben = await aPerson()
  const unfinished = await aPerson({ tier: -1, emailVerified: true })
  const { data } = await uploadPicture(app, ana.bearer, await aPhoto())
  const hidden = (await uploadPicture(app, unfinished.bearer, await aPhoto())).data.link
  expect(await statusOf(data.link, ben)).toBe(200)
  expect(await statusOf(hidden, unfinished)).toBe(200)
  expect(await statusOf(hidden, ben)).toBe(404)
  expect((await fetch(`${app.url}${data.link}`)).status).toBe(401)

  const papers = await aPerson({ tier: 0 })
  expect((await uploadPhoto(app, papers.bearer, { type: 'selfie' }, await aPhoto())).status).toBe(200)
  const { file_id: paper } = await app.services.db
    .selectFrom('files')
    .select('file_id')
    .where('owner_id', '=', papers.id)
    .executeTakeFirstOrThrow()
  const address = `/api/files/fil_${paper.replaceAll('-', '')}`
  expect(uuidOf(`fil_${paper.replaceAll('-', '')}`, 'fil')).toBe(paper)
  expect([await statusOf(address, papers), await statusOf(address, ben)]).toEqual([200, 404])
})

test('search, frequents and movements show the picture as it is now', async () => {
  const ana = await aPerson()
  const ben = await aPerson()
  await withBalance(app.services, ana, 5_00)
  await uploadPicture(app, ben.bearer, await aPhoto())
  const sent = { toUser: ben.userId, amount: 1_00, currency: 'USD' as const }
  await app.call('sendInApp', sent, { bearer: ana.bearer, key: newId() })
  const seen = async () => {
    const as = { bearer: ana.bearer }
    const found = (await app.call('search', { search: ben.handle }, as)).data.items[0]?.image
    const known = (await app.call('publicProfile', { publicTransactionId: ben.handle }, as)).data.image
    const frequent = (await app.call('frequents', undefined, as)).data.items[0]?.image
    const [row] = (await app.call('listTransactions', {}, as)).data.items
    const one = (await app.call('getTransaction', { transactionId: row?.id ?? '' }, as)).data.image
    const sifted = (await app.call('listTransactions', { type: 'sent' }, as)).data.items[0]?.image
    return [found, known, frequent, row?.image, one, sifted]
  }
  const places = (link: string | null) => Array.from({ length: 6 }, () => link)
  expect(await seen()).toEqual(places(await imageOf(ben)))
  const { data } = await uploadPicture(app, ben.bearer, await aPhoto('png'))
  expect(await seen()).toEqual(places(data.link))
  await app.raw('removeProfilePicture', {}, { bearer: ben.bearer })
  expect(await seen()).toEqual(places(null))
})

test('the picture of an account that was closed, or given back to its owner, is erased by the job that follows', async () => {
  const ana = await aPerson()
  const { data } = await uploadPicture(app, ana.bearer, await aPhoto())
  const [kept] = await blobsOf(ana)
  const { db, jobs } = app.services
  const withdraw = () =>
    transaction(db, 'test', (trx) => jobs.add(trx, { task: 'picture.withdraw', payload: { ownerId: ana.id } }))
  await withdraw()
  await withdraw()
  await app.runJobs()
  await app.runJobs()
  expect([await imageOf(ana), await statusOf(data.link, ana), await blobsOf(ana)]).toEqual([null, 404, []])
  await expect(app.services.blobs.get(kept?.blob_key ?? '')).rejects.toThrow('no such blob')
  expect(subscriptions).toMatchObject({
    'account.closed': expect.arrayContaining(['picture.withdraw']),
    'account.reclaimed': expect.arrayContaining(['picture.withdraw']),
  })
})
