import { MAX_CENTS, PICTURE_MAX_BYTES, PRODUCTS_MAX } from '@puente/contract'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto, uploadProduct } from '#test/upload.ts'

const app = appOfFile()

const aSeller = async (options: Parameters<typeof aUser>[1] = { tier: 0 }) => {
  const user = await aUser(app.services, options)
  const { authorization } = await signedIn(app.services, user)
  return { ...user, bearer: authorization.slice('Bearer '.length) }
}
type Seller = Awaited<ReturnType<typeof aSeller>>

const catalogueOf = async ({ bearer }: Seller) => (await app.call('listProducts', undefined, { bearer })).data.items
const add = async ({ bearer }: Seller, name: string, price: number, image?: string) =>
  (await app.call('addProduct64', { name, price, ...(image !== undefined && { image }) }, { bearer })).data
const look = (link: string | null, { bearer }: Seller) =>
  fetch(`${app.url}${link ?? '/nowhere'}`, { headers: { authorization: `Bearer ${bearer}` } })
const blobOf = async ({ id }: Seller) =>
  (await app.services.db.selectFrom('pictures').select('blob_key').where('owner_id', '=', id).execute()).map(
    (row) => row.blob_key,
  )
const remove = (path: string, { bearer }: Seller, body?: unknown) =>
  fetch(`${app.url}/api/products/delete${path}`, {
    method: 'DELETE',
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const refusalOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code?: string }).code,
})

test('API-35 API-36 API-37 EF-12 products made by upload and by base64 are the own catalogue, with name, price and picture', async () => {
  const [ana, ben] = [await aSeller(), await aSeller()]
  const photo = await aPhoto('png')
  const uploaded = await uploadProduct(app, ana.bearer, { name: 'Sourdough  ', price: '750' }, photo)
  expect(uploaded).toMatchObject({ status: 200, data: { name: 'Sourdough', price: 750, currency: 'USD' } })
  const data64 = `data:image/png;base64,${photo.toString('base64')}`
  for (const image of [data64, photo.toString('base64')]) await add(ana, 'Croissant', 350, image)
  await add(ana, 'Delivery', 500)
  const items = await catalogueOf(ana)
  expect(items.map(({ name, price }) => [name, price])).toEqual([
    ['Croissant', 350],
    ['Croissant', 350],
    ['Delivery', 500],
    ['Sourdough', 750],
  ])
  expect(await catalogueOf(ben)).toEqual([])
  for (const { name, image } of items) {
    const response = await look(image, ana)
    if (name === 'Delivery') {
      expect(image).toBeNull()
      continue
    }
    expect(response.status).toBe(200)
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 640,
    })
    // Nobody else has seen it yet.
    expect((await look(image, ben)).status).toBe(404)
  }
  const { events } = (await app.call('livePoll', { after: '0' }, { bearer: ana.bearer })).data
  expect(events).toContainEqual(expect.objectContaining({ event: 'me', data: { fields: ['products'] } }))
})

test('V-25 C-11 a product costs more than a cent, and a whole number of them, in every form and in an edit', async () => {
  const ana = await aSeller()
  const { bearer } = ana
  const { id } = await add(ana, 'Tea', 2)
  for (const price of [1, 0, -2, 2.5, '2', null, undefined, MAX_CENTS + 1, 1e308]) {
    const refused = { status: 400, code: 'invalidPrice' }
    expect(await app.raw('addProduct64', { name: 'Tea', price }, { bearer })).toMatchObject(refused)
    if (price !== undefined)
      expect(await app.raw('updateProduct', { productId: id, price }, { bearer })).toMatchObject(refused)
  }
  for (const price of ['1', '0', '-2', '2.5', '2e3', ' 2', '']) {
    const answer = await uploadProduct(app, bearer, { name: 'Tea', price }, await aPhoto())
    expect(answer).toMatchObject({ status: 400, code: 'invalidPrice' })
  }
  expect((await uploadProduct(app, bearer, { name: 'Tea', price: '2' }, await aPhoto())).status).toBe(200)
  expect(await catalogueOf(ana)).toHaveLength(2)
})

test('names are one visible line of at most 100 characters; a picture is one, and small enough', async () => {
  const { bearer } = await aSeller()
  for (const name of ['', '   ', 'a'.repeat(101), 'two\nlines', 'right\u202Eto left', '\u200B', 7, undefined])
    expect(await app.raw('addProduct64', { name, price: 100 }, { bearer })).toMatchObject({ code: 'invalidName' })
  const large = Buffer.alloc(PICTURE_MAX_BYTES + 1).toString('base64')
  const refusals = { 'no base64!': 'invalidType', [Buffer.from('text').toString('base64')]: 'invalidType' }
  for (const [image, code] of Object.entries({ ...refusals, [large]: 'invalidRequest' }))
    expect(await app.call('addProduct64', { name: 'Tea', price: 100, image }, { bearer })).toMatchObject({ code })
  expect(await uploadProduct(app, bearer, { name: 'Tea', price: '100' }, null)).toMatchObject({
    code: 'invalidRequest',
  })
  expect((await app.call('listProducts', undefined, { bearer })).data.items).toEqual([])
})

test('an edit changes what it names and leaves the rest; a new picture takes the place of the old one', async () => {
  const [ana, ben] = [await aSeller(), await aSeller()]
  const { bearer } = ana
  const made = await add(ana, 'Tea', 300, (await aPhoto()).toString('base64'))
  const [firstBlob] = await blobOf(ana)
  app.clock.advance(1_000)
  const renamed = await app.call('updateProduct', { productId: made.id, name: 'Green tea' }, { bearer })
  expect(renamed.data).toMatchObject({ name: 'Green tea', price: 300, image: made.image, createdAt: made.createdAt })
  expect(Date.parse(renamed.data.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt))
  const again = await app.call('updateProduct', { productId: made.id, price: 300 }, { bearer })
  expect(again.data).toEqual(renamed.data)

  const image = (await aPhoto('webp', '#aa3322')).toString('base64')
  const drawn = await app.call('updateProduct', { productId: made.id, price: 310, image }, { bearer })
  expect(drawn.data).toMatchObject({ price: 310 })
  expect((await look(drawn.data.image, ana)).status).toBe(200)
  expect((await look(made.image, ana)).status).toBe(404)
  await app.runJobs()
  await expect(app.services.blobs.get(firstBlob!)).rejects.toThrow()

  const bare = await app.call('updateProduct', { productId: made.id, image: null }, { bearer })
  expect(bare.data).toMatchObject({ name: 'Green tea', price: 310, image: null })
  const unknown = { status: 404, code: 'invalidProductId' }
  const [put, deleted] = [vi.spyOn(app.services.blobs, 'put'), vi.spyOn(app.services.blobs, 'delete')]
  onTestFinished(() => [put, deleted].forEach((spy) => spy.mockRestore()))
  for (const productId of [made.id, `prd_${newId().replaceAll('-', '')}`, 'prd_x'])
    expect(await app.raw('updateProduct', { productId, image }, { bearer: ben.bearer })).toMatchObject(unknown)
  // No bytes stay of a picture that was refused.
  expect(deleted.mock.calls).toEqual(put.mock.calls.map(([key]) => [key]))
})

test('API-38 several products are deleted at once, all or none, by ids in the body or in the query', async () => {
  const [ana, ben] = [await aSeller(), await aSeller()]
  const ids = await Promise.all(['A', 'B', 'C', 'D'].map(async (name) => (await add(ana, name, 100)).id))
  const { id: foreign } = await add(ben, 'E', 100)
  const [a, b, c, d] = ids as [string, string, string, string]
  const unknown = `prd_${newId().replaceAll('-', '')}`
  for (const other of [foreign, unknown, 'prd_x']) {
    expect(await refusalOf(await remove('', ana, { ids: [a, other] }))).toEqual({
      status: 404,
      code: 'invalidProductId',
    })
    expect(await refusalOf(await remove(`?ids=${a}&ids=${other}`, ana))).toEqual({
      status: 404,
      code: 'invalidProductId',
    })
  }
  expect(await catalogueOf(ana)).toHaveLength(4)
  for (const body of [{}, { ids: [] }, { ids: a }, { ids: Array.from({ length: 101 }, () => a) }])
    expect(await refusalOf(await remove('', ana, body))).toEqual({ status: 400, code: 'invalidProducts' })
  expect(await refusalOf(await remove('', ana))).toEqual({ status: 400, code: 'invalidProducts' })

  const deleted = await remove('', ana, { ids: [a, b, a] })
  expect(await deleted.json()).toEqual({ data: { ids: [a, b] } })
  expect((await remove(`?ids=${c}`, ana)).status).toBe(200)
  expect((await catalogueOf(ana)).map(({ id }) => id)).toEqual([d])
  // What is deleted is as unknown as what never was.
  expect(await refusalOf(await remove(`?ids=${c}`, ana))).toEqual({ status: 404, code: 'invalidProductId' })
  expect(await app.call('updateProduct', { productId: a as never, name: 'A' }, { bearer: ana.bearer })).toMatchObject({
    code: 'invalidProductId',
  })
  expect(await catalogueOf(ben)).toHaveLength(1)
})

test('a full catalogue takes no more, also when several are added at once', async () => {
  const ana = await aSeller()
  const row = { owner_id: ana.id, name: 'Tea', price_cents: 100n, created_at: new Date(), updated_at: new Date() }
  const rows = Array.from({ length: PRODUCTS_MAX - 1 }, () => ({ ...row, product_id: newId() }))
  await app.services.db.insertInto('products').values(rows).execute()
  const call = () => app.call('addProduct64', { name: 'One more', price: 100 }, { bearer: ana.bearer })
  const answers = await Promise.all([call(), call(), call()])
  expect(answers.map(({ code }) => code ?? 'added').toSorted()).toEqual(['added', 'invalidProducts', 'invalidProducts'])
  expect(answers.find(({ code }) => code)?.body['message']).toContain('500')
  expect(await catalogueOf(ana)).toHaveLength(PRODUCTS_MAX)
})
