import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { STORED_LANGUAGES } from '@puente/contract'
import { aContact } from '#test/contacts.ts'
import { aProduct } from '#test/invoices.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'
import { aPhoto } from '#test/uploads.ts'

const PICTURE = 'data:image/jpeg;base64,/9j/'

/** A catalogue that keeps what it is given. */
const aCatalogue = (...items: ReturnType<typeof aProduct>[]) => {
  const held = [...items]
  const sent: unknown[] = []
  server.use(
    answers('listProducts', () => ({ items: held })),
    answers('addProduct64', ({ body }) => {
      sent.push(body)
      const { name, price } = body as { name: string; price: number }
      const product = aProduct(9, { name, price })
      held.push(product)
      return product
    }),
    answers('updateProduct', ({ body }) => {
      sent.push(body)
      return Object.assign(held[0]!, body)
    }),
    answers('deleteProducts', ({ body }) => {
      sent.push(body)
      held.splice(0, 1)
      return body as { ids: `prd_${string}`[] }
    }),
  )
  return sent
}

beforeEach(() => signedInAs())

test.each([
  ['en', 'Sell from catalog', 'Products', 'Product deleted successfully'],
  ['es', 'Vender del catálogo', 'Productos', 'El producto se eliminó'],
  ['ko', '상품 판매', '상품', '상품을 삭제했어요'],
] as const)(
  'SC-06 MSG-09 the catalogue is found under requests, lists, edits, and deletes after asking (%s)',
  async (language, sell, title, done) => {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    const sent = aCatalogue(aProduct(1), aProduct(2, { name: 'Coffee' }))
    server.use(answers('listRequests', { items: [], last: null, end: true } as never))
    const app = await openApp('/payments/request', language)
    await app.user.click(await screen.findByRole('link', { name: sell }))
    await waitFor(() => expect(document.title).toContain(title))
    const rowsNow = async () => within(await screen.findByRole('list', { name: title })).getAllByRole('listitem')
    const rows = await rowsNow()
    expect(rows).toHaveLength(2)
    await app.user.click(within(rows[0]!).getAllByRole('button')[0]!)
    const [name] = await screen.findAllByRole('textbox')
    await app.user.clear(name!)
    await app.user.type(name!, 'Tea{Enter}')
    await waitFor(() => expect(app.path()).toBe('/invoice/product'))
    await app.user.click(within((await rowsNow())[0]!).getAllByRole('button')[1]!)
    const dialog = await screen.findByRole('dialog')
    await app.user.click(within(dialog).getAllByRole('button')[0]!)
    expect(await screen.findByText(done)).toBeVisible()
    expect(sent).toEqual([
      { productId: aProduct(1).id, name: 'Tea', price: aProduct(1).price },
      { ids: [aProduct(1).id] },
    ])
  },
)

test.each([
  ['en', "Couldn't delete product"],
  ['es', 'No se pudo eliminar el producto'],
  ['ko', '상품을 삭제하지 못했어요'],
] as const)('MSG-10 a product that cannot be deleted stays, and it is said (%s)', async (language, text) => {
  signedInAs({ lang: STORED_LANGUAGES[language] })
  aCatalogue(aProduct(1))
  server.use(refuses('deleteProducts', 'unknown'))
  const app = await openApp('/invoice/product', language)
  const row = (await screen.findByText('Bread')).closest('li')!
  await app.user.click(within(row).getAllByRole('button')[1]!)
  await app.user.click(within(await screen.findByRole('dialog')).getAllByRole('button')[0]!)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByText('Bread')).toBeVisible()
})

test('RT-29 V-25 a product is added by name and price, above $0.01, and can be picked at once', async () => {
  const sent = aCatalogue()
  server.use(answers('frequents', { items: [aContact()] }))
  const app = await openApp('/invoice/recipient')
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.click(await screen.findByRole('button', { name: 'Add product' }))
  await waitFor(() => expect(app.path()).toBe('/invoice/product/add'))
  await app.user.click(screen.getByRole('button', { name: 'Add product' }))
  expect(await screen.findByText('Please, fill out all required fields')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveFocus()
  await app.user.type(screen.getByLabelText('Name'), 'Bread')
  const price = screen.getByRole('textbox', { name: 'Price' })
  await app.user.type(price, '0.01{Enter}')
  expect(price).toHaveAccessibleDescription(expect.stringContaining('Enter a price above $0.01'))
  expect(sent).toEqual([])
  await app.user.clear(price)
  await app.user.type(price, '0.02{Enter}')
  expect(await screen.findByText('Product added')).toBeVisible()
  await waitFor(() => expect(app.path()).toBe('/invoice/product'))
  expect(sent).toEqual([{ name: 'Bread', price: 2 }])
  await app.user.click(await screen.findByRole('button', { name: 'One more: Bread' }))
  expect(screen.getByRole('button', { name: 'Continue with $0.02' })).toBeVisible()
})

test.each([
  ['invalidName', 'Name'],
  ['invalidPrice', 'Price'],
] as const)('a product refused with %s says so at its field', async (code, label) => {
  aCatalogue()
  server.use(refuses('addProduct64', code))
  const app = await openApp('/invoice/product/add')
  await app.user.type(await screen.findByLabelText('Name'), 'Bread')
  await app.user.type(screen.getByRole('textbox', { name: 'Price' }), '5{Enter}')
  await waitFor(() => expect(screen.getByRole('textbox', { name: label })).toBeInvalid())
  expect(screen.getByLabelText('Name')).toHaveValue('Bread')
})

test.each(['invalidProducts', 'invalidType', 'serviceUnavailable'] as const)(
  'a product refused with %s keeps what was typed',
  async (code) => {
    aCatalogue()
    server.use(refuses('addProduct64', code))
    const app = await openApp('/invoice/product/add')
    await app.user.type(await screen.findByLabelText('Name'), 'Bread')
    await app.user.type(screen.getByRole('textbox', { name: 'Price' }), '5{Enter}')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('Bread')
  },
)

test('a product is changed with what it had', async () => {
  const sent = aCatalogue(aProduct(1))
  const app = await openApp('/invoice/product')
  await app.user.click(await screen.findByRole('button', { name: 'Edit Bread' }))
  const name = await screen.findByLabelText('Name')
  expect(name).toHaveValue('Bread')
  await app.user.type(name, ' rolls{Enter}')
  expect(await screen.findByText('Changes saved')).toBeVisible()
  expect(await screen.findByText('Bread rolls')).toBeVisible()
  expect(sent).toEqual([{ productId: aProduct(1).id, name: 'Bread rolls', price: 450 }])
})

test('P-16 RT-30 a product with a framed picture is added, listed, changed and deleted; a wrong kind or size of file is told before anything is uploaded', async () => {
  const sent = aCatalogue()
  const bitmap = { width: 400, height: 200, close: () => undefined }
  vi.stubGlobal('createImageBitmap', async () => bitmap)
  const toBlob = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((take) => take(new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' })))
  const app = await openApp('/invoice/product/add')
  await app.user.type(await screen.findByLabelText('Name'), 'Bread')
  await app.user.type(screen.getByRole('textbox', { name: 'Price' }), '4.50')
  await app.user.click(screen.getByRole('button', { name: 'Add a picture' }))
  const field = await screen.findByLabelText('Picture Take or choose a photo')
  // A drop, unlike a file dialog, brings any kind.
  await userEvent
    .setup({ applyAccept: false })
    .upload(field, new File(['%PDF-'], 'list.pdf', { type: 'application/pdf' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(/photo|picture|JPEG/i))
  const huge = aPhoto()
  Object.defineProperty(huge, 'size', { value: 40_000_001 })
  await app.user.upload(field, huge)
  await waitFor(() => expect(field).toHaveAccessibleDescription(/too large/i))
  expect(sent).toEqual([])
  await app.user.upload(field, aPhoto())
  expect(await screen.findByRole('img', { name: 'How the picture will look' })).toBeVisible()
  screen.getByRole('slider', { name: 'Zoom' }).focus()
  await app.user.click(screen.getByRole('button', { name: 'Use this picture' }))
  await waitFor(() => expect(app.path()).toBe('/invoice/product/add'))
  expect(await screen.findByRole('img', { name: 'Picture of the product' })).toHaveAttribute(
    'src',
    expect.stringContaining('data:image/jpeg;base64,'),
  )
  expect(screen.getByLabelText('Name')).toHaveValue('Bread')
  await app.user.click(screen.getByRole('button', { name: 'Add product' }))
  await waitFor(() =>
    expect(sent).toEqual([{ name: 'Bread', price: 450, image: expect.stringContaining(PICTURE.slice(0, 22)) }]),
  )
  expect(await screen.findByText('Bread')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Edit Bread' }))
  await app.user.type(await screen.findByLabelText('Name'), ' rolls{Enter}')
  await app.user.click(await screen.findByRole('button', { name: 'Delete Bread rolls' }))
  await app.user.click(await screen.findByRole('button', { name: 'Delete product' }))
  expect(await screen.findByText('Product deleted successfully')).toBeVisible()
  expect(await screen.findByText('No products yet')).toBeVisible()
  toBlob.mockRestore()
  vi.unstubAllGlobals()
})

test('an empty catalogue offers the first product, and one that does not come can be asked for again', async () => {
  aCatalogue()
  const app = await openApp('/invoice/product')
  expect(await screen.findByText('No products yet')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Add product' }))
  await waitFor(() => expect(app.path()).toBe('/invoice/product/add'))
  server.use(handles('listProducts', () => new Response(null, { status: 503 })))
  await openApp('/invoice/product')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})
