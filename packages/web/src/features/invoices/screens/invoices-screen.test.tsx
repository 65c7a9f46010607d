import { LANGUAGES, STORED_LANGUAGES, type Language, type Result } from '@puente/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import { anInvoice, aReceivedInvoice, invoiceList } from '#test/invoices.ts'
import { aLiveStream } from '#test/live.ts'
import { aMe, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, isDead, refuses, server } from '#test/server.ts'

type Invoice = Result<'getInvoice'>

/** A server with these invoices, which it lists and answers one by one. */
const withInvoices = (...items: Invoice[]) => {
  signedInAs()
  const held = new Map(items.map((one) => [one.id as string, one]))
  server.use(
    answers('listInvoices', () => invoiceList(...held.values())),
    answers('getInvoice', ({ url }) => held.get(url.searchParams.get('invoiceId') ?? '')!),
  )
  return held
}

const openDetail = async (invoice: Invoice, language: Language = 'en') => {
  withInvoices(invoice)
  const app = await openApp('/invoice', language)
  await app.user.click(await screen.findByRole('link', { name: new RegExp(invoice.reference) }))
  await screen.findByRole('heading', { level: 2, name: /Ana Ruiz/ })
  return app
}

const NEW = { emailVerified: false, phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } }

test.each([
  ['nothing verified', NEW],
  ['the email verified', { ...NEW, emailVerified: true }],
])('RT-23 with %s the invoices lead home, where a notice says why', async (_stage, change) => {
  signedInAs(change)
  const app = await openApp('/invoice/product')
  await waitFor(() => expect(app.path()).toBe('/home'))
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent("You can't use invoices yet")
  expect(notice).toHaveTextContent(/Verify your (email first, then your phone|phone first)\./)
})

test('RT-23 with both contacts verified, and no identity check, the invoices are there', async () => {
  withInvoices(anInvoice(1))
  signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
  const app = await openApp('/invoice')
  expect(await screen.findByRole('link', { name: /INV-000001/ })).toBeVisible()
  expect(app.path()).toBe('/invoice')
})

test('RT-24 the chosen invoice opens beside the list and survives a reload; without a choice there is the list', async () => {
  const app = await openDetail(anInvoice(1))
  expect(app.path()).toBe('/invoice/detail')
  expect(screen.getByText('Guitar lessons')).toBeVisible()
  expect(screen.getByRole('link', { name: /INV-000001/ })).toHaveAttribute('aria-current', 'page')
  const { state } = app.router.history.location
  await reloadApp('/invoice/detail', state)
  expect(await screen.findByRole('heading', { level: 2, name: 'Invoice to Ana Ruiz' })).toBeVisible()
  cleanup()
  const direct = await openApp('/invoice/detail')
  await waitFor(() => expect(direct.path()).toBe('/invoice'))
})

const LABELS: Record<Language, string[]> = {
  en: ['To pay', 'Overdue', 'Payment in progress', 'Paid out', 'Declined', 'Canceled'],
  es: ['Por pagar', 'Vencida', 'Pago en curso', 'Pagada', 'Rechazada', 'Cancelada'],
  ko: ['결제 대기', '기한 지남', '결제 진행 중', '결제 완료', '거절됨', '취소됨'],
}
test.each(LANGUAGES)('ST-20 every state has its label on both sides (%s)', async (language) => {
  const states: Partial<Invoice>[] = [
    { state: 'toPay' },
    { state: 'toPay', overdue: true },
    { state: 'processing' },
    { state: 'paid' },
    { state: 'declined' },
    { state: 'cancelled' },
  ]
  for (const make of [anInvoice, aReceivedInvoice]) {
    withInvoices(...states.map((change, at) => make(at + 1, change)))
    signedInAs({ lang: STORED_LANGUAGES[language] })
    await openApp('/invoice', language)
    const list = within(await screen.findByRole('main'))
    const rows = await list.findAllByRole('link', { name: /INV-/ })
    expect(rows).toHaveLength(states.length)
    LABELS[language].forEach((label, at) => {
      // Money is paid out to the side that gets it; the other side has paid.
      const own = label === 'Paid out' && make === aReceivedInvoice ? 'Paid' : label
      const row = rows[at]
      expect(row && within(row).getByText(own)).toBeVisible()
    })
    cleanup()
  }
})

test('ST-19 a declined invoice changes in its place, in list and detail, without a reload or a jump', async () => {
  const held = withInvoices(anInvoice(1), anInvoice(2), anInvoice(3))
  const stream = aLiveStream()
  const app = await openApp('/invoice')
  await app.user.click(await screen.findByRole('link', { name: /INV-000002/ }))
  await screen.findByRole('heading', { level: 2, name: 'Invoice to Ana Ruiz' })
  const rows = screen.getAllByRole('link', { name: /INV-/ })
  const jumped = vi.spyOn(window, 'scrollTo')
  const declined = anInvoice(2, { state: 'declined', version: 2, acts: [] })
  held.set(declined.id, declined)
  stream.send('invoice', { id: declined.id, version: 2 })
  await waitFor(() => expect(rows[1]).toHaveTextContent('Declined'))
  // The very elements that stood there before, in their order.
  expect(screen.getAllByRole('link', { name: /INV-/ })).toEqual(rows)
  expect(screen.queryByRole('button', { name: 'Send a reminder' })).toBeNull()
  expect(screen.getAllByText('Declined', { selector: 'p' })).not.toHaveLength(0)
  expect(jumped).not.toHaveBeenCalled()
  jumped.mockRestore()
})

test('a new invoice comes to the top while the list is open; one that the filter leaves out does not', async () => {
  const held = withInvoices(anInvoice(2))
  const stream = aLiveStream()
  const app = await openApp('/invoice')
  await app.user.click(await screen.findByRole('button', { name: 'Sent' }))
  await screen.findByRole('link', { name: /INV-000002/ })
  for (const arrived of [anInvoice(1), aReceivedInvoice(3, { date: '2026-03-28T13:00:00.000Z' })]) {
    held.set(arrived.id, arrived)
    stream.send('invoice', { id: arrived.id, version: 1 })
  }
  await waitFor(() => expect(screen.getAllByRole('link', { name: /INV-/ })).toHaveLength(2))
  expect(screen.getAllByRole('link', { name: /INV-/ })[0]).toHaveTextContent('INV-000001')
})

test('the list is filtered by side, state and days, and grows page by page', async () => {
  signedInAs()
  const asked: string[] = []
  server.use(
    handles('listInvoices', ({ url }) => {
      asked.push(url.search)
      const isSecond = url.searchParams.has('last')
      const data = isSecond ? invoiceList(anInvoice(2)) : { ...invoiceList(anInvoice(1)), last: 'next', end: false }
      return Response.json({ data })
    }),
  )
  const app = await openApp('/invoice')
  await app.user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText("That's everything")).toBeVisible()
  expect(screen.getAllByRole('link', { name: /INV-/ })).toHaveLength(2)
  await app.user.click(screen.getByRole('button', { name: 'Received' }))
  await app.user.click(screen.getByRole('button', { name: 'Paid' }))
  await app.user.click(screen.getByRole('button', { name: 'Dates' }))
  await app.user.type(screen.getByLabelText('From'), '2026-03-01')
  await waitFor(() => expect(asked.at(-1)).toBe('?mode=received&state=paid&fromDate=2026-03-01&limit=20'))
  await app.user.type(screen.getByLabelText('To'), '2026-02-01')
  expect(screen.getByLabelText('To')).toHaveAccessibleDescription("The end date can't be before the start date")
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
})

test('an empty list offers the first step, and a filter that finds nothing says so', async () => {
  withInvoices()
  await openApp('/invoice')
  expect(await screen.findByRole('link', { name: 'Create an invoice' })).toHaveAttribute('href', '/invoice/recipient')
  cleanup()
  withInvoices(anInvoice(1))
  const app = await openApp('/invoice')
  await screen.findByRole('link', { name: /INV-000001/ })
  server.use(answers('listInvoices', invoiceList()))
  await app.user.click(screen.getByRole('button', { name: 'Declined' }))
  expect(await screen.findByText('No results found')).toBeVisible()
})

test('a list that does not come can be asked for again', async () => {
  signedInAs()
  server.use(refuses('listInvoices', 'serviceUnavailable'))
  const app = await openApp('/invoice')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.use(answers('listInvoices', invoiceList(anInvoice(1))))
  await app.user.click(again)
  expect(await screen.findByRole('link', { name: /INV-000001/ })).toBeVisible()
})

test('an invoice of products shows its lines, total, number, due date and note', async () => {
  await openDetail(
    anInvoice(1, {
      type: 'product',
      note: 'Bread × 2',
      dueDate: '2026-04-10',
      products: [
        { productId: `prd_${'1'.repeat(32)}`, name: 'Bread', price: 450, quantity: 2, amount: 900, image: null },
      ],
      amount: 900,
    }),
  )
  const lines = within(screen.getByRole('list', { name: 'Products' }))
  expect(lines.getByText('Bread')).toBeVisible()
  expect(lines.getByText('2 × $4.50')).toBeVisible()
  // The note that was made of the lines would say them twice.
  expect(screen.queryByText('Bread × 2')).toBeNull()
  expect(screen.getByText('April 10, 2026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy number' })).toBeVisible()
})

test('whoever is blocked or has left stands without a name', async () => {
  withInvoices(anInvoice(1, { fullName: null, email: null, blocked: true }))
  await openApp('/invoice')
  expect(await screen.findByText('Blocked User')).toBeVisible()
})

test('declining asks first, tells the server once, and shows that it is declined', async () => {
  const invoice = aReceivedInvoice(1)
  const app = await openDetail(invoice)
  const sent: unknown[] = []
  server.use(
    handles('declineInvoice', ({ body }) => {
      sent.push(body)
      server.use(answers('getInvoice', { ...invoice, state: 'declined', version: 2, acts: [] }))
      return Response.json({ data: { invoiceId: invoice.id, state: 'declined' } })
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Decline' }))
  await app.user.click(await screen.findByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  await app.user.click(screen.getByRole('button', { name: 'Decline' }))
  await app.user.dblClick(await screen.findByRole('button', { name: 'Decline invoice' }))
  expect(await screen.findByText('Invoice declined')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull())
  expect(sent).toEqual([{ invoiceId: invoice.id }])
})

test.each(['declineInvoice', 'cancelInvoice'] as const)(
  'when %s is refused the screen says why and shows what the invoice has become',
  async (act) => {
    const isDecline = act === 'declineInvoice'
    const invoice = isDecline ? aReceivedInvoice(1) : anInvoice(1)
    const app = await openDetail(invoice)
    server.use(
      refuses(act, 'invalidInvoice'),
      answers('getInvoice', { ...invoice, state: 'paid', version: 3, acts: [] }),
    )
    await app.user.click(screen.getByRole('button', { name: isDecline ? 'Decline' : 'Cancel invoice' }))
    const dialog = within(await screen.findByRole('dialog'))
    await app.user.click(dialog.getByRole('button', { name: isDecline ? 'Decline invoice' : 'Cancel invoice' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/it can't be changed anymore/)
    await waitFor(() =>
      expect(screen.getAllByText(isDecline ? 'Paid' : 'Paid out').length).toBeGreaterThan(isDecline ? 1 : 0),
    )
  },
)

test('a reminder is sent once, then the button says from when on the next one may be sent', async () => {
  const invoice = anInvoice(1)
  const app = await openDetail(invoice)
  const reminders = { sent: 1, left: 2, nextAt: new Date(Date.now() + 86_400_000).toISOString() }
  server.use(
    answers('remindInvoice', () => {
      server.use(answers('getInvoice', { ...invoice, reminders, version: 2, acts: ['cancel'] }))
      return { invoiceId: invoice.id, state: 'toPay' as const, reminders }
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Send a reminder' }))
  expect(await screen.findByText('We reminded Ana Ruiz')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send a reminder' })).toHaveAccessibleDescription(
      /You can send the next reminder from/,
    ),
  )
})

test('whether a reminder may be sent now the server says, however late the clock of the device is', async () => {
  const nextAt = new Date(Date.now() + 86_400_000).toISOString()
  await openDetail(anInvoice(1, { reminders: { sent: 1, left: 2, nextAt }, acts: ['cancel', 'remind'] }))
  expect(screen.getByRole('button', { name: 'Send a reminder' })).not.toHaveAttribute('aria-disabled', 'true')
})

test('after the last reminder none is offered, and the reason is in sight', async () => {
  await openDetail(anInvoice(1, { reminders: { sent: 3, left: 0, nextAt: null }, acts: ['cancel'] }))
  expect(screen.getByRole('button', { name: 'Send a reminder' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText("You've sent all 3 reminders")).toBeVisible()
})

test('a refund may be part of what was paid; the remainder is told while typing, and it is made once', async () => {
  const paid = anInvoice(1, { state: 'paid', acts: ['refund'], refunded: 500, refundable: 2500 })
  const app = await openDetail(paid)
  queryClient.setQueryData(queryKeys.me, aMe({ wallet: { USD: 10_000 } }))
  const sent: { key: string | null; body: unknown }[] = []
  server.use(
    handles('refundInvoice', ({ body, headers }) => {
      sent.push({ key: headers.get('Idempotency-Key'), body })
      const data = { transactionId: `txn_${'1'.repeat(32)}`, refunded: 1500, left: 1500, balance: 9000 }
      return Response.json({ data })
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Refund' }))
  const field = await screen.findByRole('textbox', { name: 'Amount to refund' })
  expect(field).toHaveValue('25')
  expect(screen.getByText("This refunds all that's left")).toBeVisible()
  await app.user.clear(field)
  await app.user.type(field, '25.01')
  expect(field).toHaveAccessibleDescription(expect.stringContaining('You can refund up to $25.00'))
  await app.user.clear(field)
  await app.user.type(field, '10')
  expect(screen.getByText('$15.00 left to refund after this')).toBeVisible()
  await app.user.dblClick(screen.getByRole('button', { name: 'Refund $10.00' }))
  expect(await screen.findByText('You refunded $10.00 to Ana Ruiz')).toBeVisible()
  expect(sent).toEqual([{ key: expect.any(String), body: { invoiceId: paid.id, amount: 1000 } }])
})

test('a payment that is contested or was reversed is shown as such, and offers no refund', async () => {
  const paid = anInvoice(1, { state: 'paid', acts: [], contested: 1000, version: 2 })
  await openDetail(paid)
  expect(screen.getAllByText('Payment under review')).not.toHaveLength(0)
  expect(screen.getByText('$10.00 of the payment is under review')).toBeVisible()
  expect(screen.getByText(/until that's settled\. You can't refund it meanwhile\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  const told = async (lost: number, was: 'sent' | 'received', text: RegExp) => {
    cleanup()
    await openDetail({ ...paid, contested: 0, reversed: 3000, lost, was })
    expect(screen.getAllByText('Payment reversed')).not.toHaveLength(0)
    expect(screen.getByText('$30.00 of the payment was reversed')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  }
  await told(3000, 'sent', /it came out of your balance\..*none of it left for you to refund/)
  await told(1000, 'sent', /\$10\.00 came out of your balance; the payer owes us the other \$20\.00/)
  await told(0, 'sent', /None of it came out of your balance/)
  await told(1000, 'received', /\$20\.00 of it didn't come out of the other side's balance/)
})

test('the timeline says when money was given back, contested and reversed, in order; what has no time comes last', async () => {
  const at = (day: number) => `2026-03-${day}T12:00:00.000Z`
  await openDetail(
    anInvoice(1, {
      state: 'paid',
      paymentDate: at(10),
      refunds: [
        { transactionId: `txn_${'0'.repeat(32)}`, amount: 500, method: 'wallet', state: 'COMPLETED', date: at(14) },
      ],
      returns: [
        { stage: 'contested', amount: 700, date: null },
        { stage: 'contested', amount: 800, date: at(16) },
        { stage: 'taken', amount: 1000, date: at(12) },
      ],
    }),
  )
  const steps = within(screen.getByRole('list', { name: 'Progress so far' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('You sent it'),
    expect.stringMatching(/Paid.*Mar 10/),
    expect.stringMatching(/\$10\.00 reversed.*Mar 12/),
    expect.stringMatching(/\$5\.00 refunded.*Mar 14/),
    expect.stringMatching(/\$8\.00 under review.*Mar 16/),
    expect.stringMatching(/\$7\.00 under review/),
  ])
})

test('a refused refund says that nothing moved, and the next try has another key', async () => {
  const paid = anInvoice(1, { state: 'paid', acts: ['refund'], refundable: 3000 })
  const app = await openDetail(paid)
  queryClient.setQueryData(queryKeys.me, aMe({ wallet: { USD: 10_000 } }))
  const keys: (string | null)[] = []
  server.use(
    answers('me', aMe({ wallet: { USD: 10_000 } })),
    handles('refundInvoice', ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'))
      return Response.json({ code: 'senderUnsufficientFunds', details: {} }, { status: 422 })
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Refund' }))
  await app.user.click(await screen.findByRole('button', { name: 'Refund $30.00' }))
  expect(await screen.findByText('Nothing was refunded')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Refund $30.00' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).not.toBe(keys[1])
})

test.each(['invalidInvoice', null] as const)('an invoice that does not load (%s) says so', async (code) => {
  withInvoices(anInvoice(1))
  server.use(code === null ? isDead('getInvoice') : refuses('getInvoice', code))
  const app = await openApp('/invoice')
  await app.user.click(await screen.findByRole('link', { name: /INV-000001/ }))
  expect(await screen.findByText(code === null ? "This didn't load" : /We can't find this invoice/)).toBeVisible()
})
