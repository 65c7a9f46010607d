import type { Result } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readDraft } from '#lib/forms/draft.ts'
import { aContact } from '#test/contacts.ts'
import { aProduct, productIdOf } from '#test/invoices.ts'
import { aMe, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, isDead, refuses, server } from '#test/server.ts'

const made: Result<'createInvoice'> = {
  invoiceId: `inv_${'1'.repeat(32)}`,
  reference: 'INV-000001',
  amount: 1250,
  state: 'toPay',
}
const ana = { publicTransactionId: 'ana.ruiz-9k2m', fullName: 'Ana Ruiz', image: null, business: false }

beforeEach(() => {
  signedInAs()
  server.use(
    answers('frequents', { items: [aContact()] }),
    answers('listProducts', { items: [aProduct(1), aProduct(2, { name: 'Coffee', price: 350 })] }),
    answers('createInvoice', made),
  )
})

const openProducts = async () => {
  const app = await openApp('/invoice/recipient')
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await waitFor(() => expect(app.path()).toBe('/invoice/product'))
  return app
}

/** Two of bread and one coffee, at the review. */
const openReview = async () => {
  const app = await openProducts()
  const more = await screen.findByRole('button', { name: 'One more: Bread' })
  await app.user.click(more)
  await app.user.click(more)
  await app.user.click(screen.getByRole('button', { name: 'One more: Coffee' }))
  await app.user.click(screen.getByRole('button', { name: 'Continue with $12.50' }))
  await screen.findByRole('button', { name: 'Send invoice for $12.50' })
  return app
}

const sendsOf = (reply: () => Response = () => Response.json({ data: made })) => {
  const sent: Record<string, unknown>[] = []
  server.use(
    handles('createInvoice', ({ body }) => {
      sent.push(body as Record<string, unknown>)
      return reply()
    }),
  )
  return sent
}

/** The usage events of invoices that are sent. */
const usage = () => {
  const seen: string[] = []
  server.use(
    handles('events', ({ body }) => {
      const { name } = body as { name: string }
      if (name.startsWith('invoice')) seen.push(name)
      return Response.json({ data: {} })
    }),
  )
  return seen
}

test('RT-31 the receiver is chosen from the people one knows, or by search', async () => {
  server.use(answers('search', { items: [{ ...ana, fullName: 'Ana Vega', publicTransactionId: 'ana.vega-1' }] }))
  const app = await openApp('/invoice/recipient')
  await screen.findByRole('button', { name: /Ana Ruiz/ })
  await app.user.type(screen.getByLabelText('Name, username, email or phone'), 'Ana Vega')
  await app.user.click(await screen.findByRole('button', { name: /Ana Vega/ }))
  await waitFor(() => expect(app.path()).toBe('/invoice/product'))
  expect(screen.getByText('@ana.vega-1')).toBeVisible()
})

test.each([
  ['@ana.ruiz-9k2m', 'publicProfile'],
  ['ana@example.com', 'search'],
] as const)('RT-32 a receiver is added by username or email: %s', async (text, call) => {
  server.use(answers('publicProfile', ana), answers('search', { items: [ana] }))
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
  const app = await openApp('/invoice/recipient')
  await app.user.click(await screen.findByRole('link', { name: 'Add by username or email' }))
  await app.user.type(await screen.findByLabelText('Username or email'), `${text}{Enter}`)
  await waitFor(() => expect(app.path()).toBe('/invoice/product'))
  expect(screen.getByText('@ana.ruiz-9k2m')).toBeVisible()
  server.events.removeAllListeners()
  expect(asked).toContain(`/api/clients/${call === 'search' ? 'search' : 'public'}`)
})

test('a receiver who does not exist, oneself and nobody at all are told under the field', async () => {
  const app = await openApp('/invoice/recipient/add')
  const field = await screen.findByLabelText('Username or email')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(field).toHaveAccessibleDescription(expect.stringContaining('Enter a username or an email'))
  server.use(refuses('publicProfile', 'userNotFound'))
  await app.user.type(field, 'nobody{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('Receiver not found')))
  const me = aMe()
  server.use(answers('publicProfile', { ...ana, publicTransactionId: me.publicTransactionId }))
  await app.user.clear(field)
  await app.user.type(field, `${me.publicTransactionId}{Enter}`)
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('Invalid destination user')))
  server.use(answers('search', { items: [] }))
  await app.user.clear(field)
  await app.user.type(field, 'nobody@example.com{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('Receiver not found')))
  expect(app.path()).toBe('/invoice/recipient/add')
})

test('RT-28 products are picked by number, with the total on the way on; none at all is told', async () => {
  const app = await openProducts()
  await screen.findByRole('button', { name: 'One more: Bread' })
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Choose at least one product')
  await app.user.click(screen.getByRole('button', { name: 'One more: Bread' }))
  expect(screen.getByRole('button', { name: 'Continue with $4.50' })).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'One more: Bread' }))
  expect(screen.getByLabelText('How many: Bread')).toHaveTextContent('2')
  await app.user.click(screen.getByRole('button', { name: 'One less: Bread' }))
  expect(screen.getByRole('button', { name: 'Continue with $4.50' })).toBeVisible()
})

test('RT-27 the review shows receiver, products and total, and sends once what it shows', async () => {
  const app = await openReview()
  const seen = usage()
  const sent = sendsOf()
  const main = within(screen.getByRole('main'))
  expect(main.getByText('Ana Ruiz')).toBeVisible()
  expect(main.getByText('2 × $4.50')).toBeVisible()
  await app.user.type(screen.getByLabelText(/^Note/), 'Breakfast')
  await app.user.type(screen.getByLabelText(/^Due date/), '2099-04-01')
  await app.user.dblClick(screen.getByRole('button', { name: 'Send invoice for $12.50' }))
  expect(await screen.findByText('You sent Ana Ruiz an invoice for $12.50')).toBeVisible()
  expect(screen.getByText('INV-000001')).toBeVisible()
  expect(sent).toEqual([
    {
      toUser: 'ana.ruiz-9k2m',
      type: 'product',
      products: [productIdOf(1), productIdOf(1), productIdOf(2)],
      expectedAmount: 1250,
      note: 'Breakfast',
      dueDate: '2099-04-01',
      draftId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
  await waitFor(() => expect(seen).toEqual(['invoice']))
  await reloadApp('/invoice/success', app.router.history.location.state)
  expect(await screen.findByText('INV-000001')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('RT-46 whoever asks for money can sell from the catalog: what is chosen there becomes an invoice', async () => {
  const sent = sendsOf()
  server.use(answers('listRequests', { items: [], last: null, end: true }))
  const app = await openApp('/payments/request')
  await app.user.click(await screen.findByRole('link', { name: 'Sell from catalog' }))
  expect(await screen.findByText('Coffee')).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'New invoice' }))
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.click(await screen.findByRole('button', { name: 'One more: Coffee' }))
  await app.user.click(screen.getByRole('button', { name: 'Continue with $3.50' }))
  await app.user.click(await screen.findByRole('button', { name: 'Send invoice for $3.50' }))
  await screen.findByText(/You sent Ana Ruiz an invoice/)
  expect(sent).toMatchObject([{ toUser: 'ana.ruiz-9k2m', type: 'product', products: [productIdOf(2)] }])
})

test('EF-09 the draft holds receiver and products over steps and a reload, and is gone once it is sent', async () => {
  const app = await openReview()
  const { state } = app.router.history.location
  expect(readDraft('invoice', state)).toMatchObject({
    recipient: { toUser: 'ana.ruiz-9k2m' },
    quantities: { [productIdOf(1)]: 2, [productIdOf(2)]: 1 },
  })
  await app.user.click(within(screen.getByRole('region', { name: 'Products' })).getByRole('link', { name: 'Change' }))
  await waitFor(() => expect(app.path()).toBe('/invoice/product'))
  expect(await screen.findByLabelText('How many: Bread')).toHaveTextContent('2')
  const again = await reloadApp('/invoice/confirmation', state)
  const button = await screen.findByRole('button', { name: 'Send invoice for $12.50' })
  await again.user.click(button)
  await screen.findByText('You sent Ana Ruiz an invoice for $12.50')
  const after = await reloadApp('/invoice/confirmation', state)
  await waitFor(() => expect(after.path()).toBe('/invoice'))
})

test('a step that lacks what comes before it leads there', async () => {
  const app = await openApp('/invoice/confirmation')
  await waitFor(() => expect(app.path()).toBe('/invoice'))
  const picking = await openProducts()
  picking.router.history.push('/invoice/confirmation', picking.router.history.location.state)
  await waitFor(() => expect(picking.path()).toBe('/invoice/product'))
})

test('an invoice for an amount of its own needs a note', async () => {
  const app = await openProducts()
  const sent = sendsOf()
  await app.user.click(screen.getByRole('radio', { name: 'Custom amount' }))
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Enter an amount')).toBeVisible()
  await app.user.type(screen.getByRole('textbox', { name: 'Amount of the invoice' }), '30')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await app.user.click(await screen.findByRole('button', { name: 'Send invoice for $30.00' }))
  const note = screen.getByLabelText('Note')
  expect(note).toHaveAccessibleDescription(expect.stringContaining('Say what the amount is for'))
  expect(note).toHaveFocus()
  await app.user.type(note, 'Guitar lessons')
  await app.user.click(screen.getByRole('button', { name: 'Send invoice for $30.00' }))
  await screen.findByText(/You sent Ana Ruiz an invoice/)
  expect(sent[0]).toMatchObject({ type: 'custom', amount: 3000, currency: 'USD', note: 'Guitar lessons' })
})

test('ST-26 an invoice that was sent is counted', async () => {
  const app = await openReview()
  const seen = usage()
  await app.user.click(screen.getByRole('button', { name: 'Send invoice for $12.50' }))
  await screen.findByText(/You sent Ana Ruiz an invoice/)
  await waitFor(() => expect(seen).toEqual(['invoice']))
})

test('a due date in the past is refused at the field', async () => {
  const app = await openReview()
  const sent = sendsOf()
  await app.user.type(screen.getByLabelText(/^Due date/), '2020-01-01')
  await app.user.click(screen.getByRole('button', { name: 'Send invoice for $12.50' }))
  expect(screen.getByLabelText(/^Due date/)).toHaveAccessibleDescription(
    expect.stringContaining('Choose today or a later day'),
  )
  expect(sent).toEqual([])
})

test.each([
  ['invalidUser', 'Invalid destination user'],
  ['userNotFound', 'Receiver not found'],
  ['invalidProductId', "We can't find this product"],
  ['invalidProducts', 'Choose between 1 and 100 products'],
  ['invalidNote', /note/i],
  ['invalidAmount', /amount/i],
  ['accountRestricted', /.+/],
  ['emailNotVerified', /email/i],
  ['kycRequired', /.+/],
  ['tooManyRequests', /.+/],
  ['serviceUnavailable', /.+/],
] as const)('ST-27 an invoice refused with %s was not sent, says why, and is counted', async (code, text) => {
  const app = await openReview()
  const seen = usage()
  server.use(refuses('createInvoice', code))
  await app.user.click(screen.getByRole('button', { name: 'Send invoice for $12.50' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent("The invoice wasn't sent")
  expect(alert).toHaveTextContent(text)
  await waitFor(() => expect(seen).toEqual(['invoice_fail']))
})

test('an invoice that is changed after its answer was lost goes under the same draft, and the screen says that the first one was sent', async () => {
  server.use(isDead('createInvoice'))
  const app = await openReview()
  const button = () => screen.getByRole('button', { name: /Send invoice/ })
  await app.user.click(button())
  expect(await screen.findByText("We don't know if it was sent")).toBeVisible()
  const draftId = () => readDraft('invoice', app.router.history.location.state)?.draftId
  const first = draftId()
  const replies = [
    Response.json({ code: 'idempotencyConflict', details: { field: 'draftId' } }, { status: 409 }),
    Response.json({ data: made }),
  ]
  const sent = sendsOf(() => replies.shift()!)
  await app.user.type(screen.getByRole('textbox', { name: /Note/ }), 'Two of them')
  await app.user.click(button())
  expect(await screen.findByText('An earlier version was sent')).toBeVisible()
  expect(sent).toMatchObject([{ draftId: first, note: 'Two of them', expectedAmount: 1250 }])
  // Only by another click, knowing it, and as an invoice of its own.
  await app.user.click(button())
  await screen.findByText('INV-000001')
  expect(sent).toHaveLength(2)
  expect(sent[1]?.['draftId']).not.toBe(first)
})

test('an invoice whose answer was lost is sent again as the same one; one that was refused, as another', async () => {
  const app = await openReview()
  server.use(isDead('createInvoice'))
  const button = () => screen.getByRole('button', { name: 'Send invoice for $12.50' })
  await app.user.click(button())
  expect(await screen.findByText("We don't know if it was sent")).toBeVisible()
  expect(screen.queryByText("The invoice wasn't sent")).toBeNull()
  const replies = [
    new Response(null, { status: 502 }),
    Response.json({ code: 'invalidUser', details: {} }, { status: 422 }),
    Response.json({ data: made }),
  ]
  const sent = sendsOf(() => replies.shift()!)
  for (let count = 1; count <= 3; count += 1) {
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
    await app.user.click(button())
    await waitFor(() => expect(sent).toHaveLength(count))
  }
  await screen.findByText('INV-000001')
  expect(sent[0]?.['draftId']).toBe(sent[1]?.['draftId'])
  expect(sent[2]?.['draftId']).not.toBe(sent[1]?.['draftId'])
})
