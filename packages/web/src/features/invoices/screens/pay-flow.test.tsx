import type { PayMethod, Result } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from '#lib/forms/draft.ts'
import { provider, providerPage } from '#shared/payment/provider-page.ts'
import { anInvoice, aReceivedInvoice } from '#test/invoices.ts'
import { aConfig, aQuotedLimit, limitsOf, quoting } from '#test/money.ts'
import { aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'

const invoice = aReceivedInvoice(1, { amount: 3000 })
const answer: Result<'payInvoice'> = {
  tipo: 'completed',
  transactionId: transactionIdOf(1),
  state: 'COMPLETED',
  fee: 0,
  totalCharge: 3000,
  reference: 'PU-ABCD2345',
}

const inEnglish = { version: '2026-11-24', langs: ['en'] }

beforeEach(() => {
  signedInAs({ wallet: { USD: 10_000 } })
  server.use(
    answers('getInvoice', invoice),
    answers('listInvoices', { items: [invoice], last: null, end: true }),
    answers('feeAmount', ({ body }) =>
      quoting({ fee: (body as { opFee: string }).opFee === 'in-app' ? 0 : 117 })({ body }),
    ),
    answers('payInvoice', answer),
  )
})
afterEach(() => {
  providerPage.end()
  vi.restoreAllMocks()
})

/** From the list over the detail to the choice of a way to pay. */
const openPay = async () => {
  const app = await openApp('/invoice')
  await app.user.click(await screen.findByRole('link', { name: /INV-000001/ }))
  await app.user.click(await screen.findByRole('link', { name: 'Pay $30.00' }))
  await screen.findByRole('group', { name: 'How to pay' })
  return app
}

const payButton = (name: RegExp | string) => screen.findByRole('button', { name })

/** Goes on to the review with this way chosen. */
const openReview = async (way: string) => {
  const app = await openPay()
  await app.user.click(screen.getByRole('radio', { name: new RegExp(`^${way}`) }))
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(app.path()).toBe('/invoice/confirmation'))
  return app
}

/** What the calls to pay have sent. */
const recording = (reply: () => Result<'payInvoice'> | Response) => {
  const sent: { key: string | null; body: unknown }[] = []
  server.use(
    handles('payInvoice', ({ headers, body }: Seen) => {
      sent.push({ key: headers.get('Idempotency-Key'), body })
      const said = reply()
      return said instanceof Response ? said : Response.json({ data: said })
    }),
  )
  return sent
}

test('RT-25 a received invoice offers the four ways to pay, each with its fee; one without a choice leads to the list', async () => {
  await openPay()
  const ways = within(screen.getByRole('group', { name: 'How to pay' })).getAllByRole('radio')
  expect(ways.map((way) => way.getAttribute('value'))).toEqual(['wallet', 'card', 'paypal', 'zelle'])
  expect(screen.getByRole('radio', { name: /^Debit or credit card/ }).closest('label')).toHaveTextContent(
    '2.9% + $0.30 fee',
  )
  const direct = await openApp('/invoice/pay')
  await waitFor(() => expect(direct.path()).toBe('/invoice'))
})

test.each([
  ['one’s own', anInvoice(1), 'You sent it. Whoever received it can pay it.'],
  ['a paid one', aReceivedInvoice(1, { state: 'paid', acts: [] }), "It's already paid."],
  ['a canceled one', aReceivedInvoice(1, { state: 'cancelled', acts: [] }), 'Whoever sent it has canceled it.'],
  [
    'one that is being paid',
    aReceivedInvoice(1, { state: 'processing', acts: [] }),
    'A payment is already in progress.',
  ],
])('RT-25 %s cannot be paid', async (_which, shown, text) => {
  server.use(answers('getInvoice', shown))
  await reloadApp('/invoice/pay', { invoice: shown.id })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByRole('link', { name: 'View invoice' })).toHaveAttribute('href', '/invoice/detail')
})

test('RT-26 RT-27 the review names method, fee and total; it is paid once, and a reload of the result pays nothing', async () => {
  const app = await openReview('Your balance')
  const sent = recording(() => answer)
  await screen.findByRole('heading', { level: 1, name: 'Review and pay' })
  const facts = within(screen.getByRole('main'))
  expect(await facts.findByText('Your balance')).toBeVisible()
  expect(facts.getByText('Free')).toBeVisible()
  await waitFor(async () => expect(await payButton('Pay $30.00')).not.toHaveAttribute('aria-disabled'))
  await app.user.dblClick(await payButton('Pay $30.00'))
  expect(await screen.findByText('You paid $30.00 to Ana Ruiz')).toBeVisible()
  expect(app.path()).toBe('/invoice/success')
  expect(screen.getByText('PU-ABCD2345')).toBeVisible()
  expect(sent).toEqual([
    {
      key: expect.any(String),
      body: { invoiceId: invoice.id, payMethod: 'wallet', expectedTotalCharge: 3000, consent: inEnglish },
    },
  ])
  await reloadApp('/invoice/success', app.router.history.location.state)
  expect(await screen.findByText('You paid $30.00 to Ana Ruiz')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the result without a payment leads to the list', async () => {
  const app = await openApp('/invoice/success')
  await waitFor(() => expect(app.path()).toBe('/invoice'))
})

test.each<[string, PayMethod, Partial<Result<'payInvoice'>>, string]>([
  ['Your balance', 'wallet', {}, '/invoice/success'],
  ['Debit or credit card', 'card', { tipo: 'redirect', url: 'http://localhost:3010/card/pay/1' }, 'the provider'],
  ['PayPal', 'paypal', { tipo: 'redirect', url: 'http://localhost:3010/paypal/1' }, 'the provider'],
  ['Zelle', 'zelle', { tipo: 'zelle', state: 'PENDING' }, '/payments/zelle'],
])('ST-22 paying by %s goes on to its own next step', async (way, payMethod, change, next) => {
  const left = vi.spyOn(provider, 'open').mockImplementation(() => undefined)
  const invoiceSessionId = sendSessionIdOf(1)
  server.use(
    refuses('zellePayment', 'notFound'),
    answers('getTransaction', aRow(1)),
    answers('paymentSession', {
      sendSessionId: invoiceSessionId,
      transactionId: transactionIdOf(1),
      state: 'PENDING',
      next: 'pay',
      amount: 3000,
      fee: 117,
      totalCharge: 3117,
      url: null,
    }),
  )
  const app = await openReview(way)
  const sent = recording(() => ({ ...answer, ...change, ...(change.tipo === 'redirect' && { invoiceSessionId }) }))
  const button = await payButton(payMethod === 'wallet' ? 'Pay $30.00' : /^Pay \$31\.17/)
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await app.user.click(button)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ payMethod })
  if (next === 'the provider') {
    await waitFor(() => expect(left).toHaveBeenCalledWith(change.url))
    expect(providerPage.id()).toBe(invoiceSessionId)
  } else await waitFor(() => expect(app.path()).toBe(next))
})

test('the payer sees who approves first before paying, and afterwards that the money waits for them, not that it was paid', async () => {
  server.use(answers('checkApproval', { names: ['Luis Ruiz'], isImpossible: false }))
  const app = await openReview('Your balance')
  expect(await screen.findByText('Luis Ruiz approves first')).toBeVisible()
  expect(screen.getByText("Usually seconds after it's approved")).toBeVisible()
  const wait = { decideBy: '2026-03-29T12:00:00.000Z', approverNames: ['Luis Ruiz'] }
  recording(() => ({ ...answer, tipo: 'processing', state: 'ON HOLD', ...wait }))
  await waitFor(async () => expect(await payButton('Pay $30.00')).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton('Pay $30.00'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment waiting for approval' })).toBeVisible()
  expect(screen.getByText(/^Luis Ruiz approves your \$30\.00 to Ana Ruiz first/)).toBeVisible()
  expect(screen.queryByText(/You paid|Paid in all/)).toBeNull()
})

test.each([true, false])('a new card is saved only if the box was ticked (%s)', async (isTicked) => {
  server.use(answers('listCards', { items: [] }))
  const app = await openReview('Debit or credit card')
  const sent = recording(() => ({
    ...answer,
    tipo: 'processing',
    state: 'PENDING',
    invoiceSessionId: sendSessionIdOf(1),
  }))
  const box = await screen.findByRole('checkbox', { name: 'Save this card for next time' })
  expect(box).not.toBeChecked()
  if (isTicked) await app.user.click(box)
  await waitFor(async () => expect(await payButton(/^Pay \$31\.17/)).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton(/^Pay \$31\.17/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toHaveProperty(
    ['body'],
    isTicked ? expect.objectContaining({ saveCard: true }) : expect.not.objectContaining({ saveCard: true }),
  )
})

test('Back from the card page finds the review, and repeats no payment', async () => {
  server.use(answers('listCards', { items: [] }))
  const app = await openReview('Debit or credit card')
  const url = 'https://pay.example/1'
  recording(() => ({ ...answer, tipo: 'redirect', state: 'PENDING', url, invoiceSessionId: sendSessionIdOf(1) }))
  // The page is left at once, before anything is drawn again.
  vi.spyOn(provider, 'open').mockImplementation(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(async () => expect(await payButton(/^Pay \$31\.17/)).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton(/^Pay \$31\.17/))
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith(url))
  const kept = readDraft('invoicePay', app.router.history.location.state)
  expect(kept).toMatchObject({ invoiceSessionId: sendSessionIdOf(1) })
  expect(kept).toHaveProperty('confirmedTotal', undefined)
})

test('a saved card is the choice for a payment by card, and a new one can be entered instead', async () => {
  const card = { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099, default: true }
  server.use(answers('listCards', { items: [card] }))
  const app = await openReview('Debit or credit card')
  const sent = recording(() => ({
    ...answer,
    tipo: 'processing',
    state: 'PENDING',
    invoiceSessionId: sendSessionIdOf(1),
  }))
  expect(await screen.findByRole('radio', { name: /Visa/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /^A new card|^Another card|new/i })).not.toBeChecked()
  await waitFor(async () => expect(await payButton(/^Pay \$31\.17/)).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton(/^Pay \$31\.17/))
  await waitFor(() => expect(app.path()).toBe('/invoice/pay/success'))
  expect(sent[0]?.body).toMatchObject({ payMethod: 'card', cardId: 'pm_1' })
})

test.each([
  ['senderUnsufficientFunds', {}, "You don't have enough money to proceed"],
  ['invalidInvoice', {}, /it can't be changed anymore/],
  ['invalidUser', {}, 'Invalid destination user'],
  ['invalidCardNumber', {}, /card/i],
  ['invalidPayMethod', {}, /payment method/i],
  ['invalidAmount', { reason: 'quoteChanged' }, /total has changed/i],
  ['limitExceeded', {}, /limit/i],
  ['accountRestricted', { reason: 'frozen' }, /.+/],
  ['serviceUnavailable', { rail: 'inApp' }, /.+/],
] as const)('a payment refused with %s says that nothing was paid, and why', async (code, details, text) => {
  const app = await openReview('Your balance')
  server.use(refuses('payInvoice', code, details))
  await waitFor(async () => expect(await payButton('Pay $30.00')).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton('Pay $30.00'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Nothing was paid')
  expect(alert).toHaveTextContent(text)
  expect(app.path()).toBe('/invoice/confirmation')
})

test('a payment that a limit refuses names the limit, and help carries it', async () => {
  const app = await openReview('Debit or credit card')
  const limit = { row: 'L-16', operation: 'deposit', window: '30d', leftCents: 12_00 } as const
  server.use(refuses('payInvoice', 'limitExceeded', { ...aQuotedLimit(limit) }))
  await waitFor(async () => expect(await payButton(/^Pay \$31\.17/)).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton(/^Pay \$31\.17/))
  const refused = await screen.findByRole('alert')
  expect(refused).toHaveTextContent(/Monthly limit.*: \$12\.00 left/)
  await app.user.click(within(refused).getByRole('link', { name: 'Get help' }))
  expect(app.router.history.location.state.help).toEqual({
    module: 'payments',
    concerns: { type: 'limit', code: 'L-16' },
  })
})

test('what the balance or a limit does not cover cannot be gone on with, and the reason is in sight', async () => {
  signedInAs({ wallet: { USD: 100 } })
  const app = await openPay()
  expect(screen.getByRole('radio', { name: /^Debit or credit card/ })).toBeChecked()
  await app.user.click(screen.getByRole('radio', { name: /^Your balance/ }))
  expect(await screen.findByText("You don't have enough money to proceed")).toBeVisible()
  const action = screen.getByRole('button', { name: 'Continue' })
  expect(action).toHaveAttribute('aria-disabled', 'true')
  expect(action).toHaveAccessibleDescription("You don't have enough money to proceed")
  const limit = aQuotedLimit({ window: 'transaction', limitCents: 1000, leftCents: 1000 })
  server.use(answers('feeAmount', quoting({ LimitExceeded: true, limit })), answers('limits', limitsOf(limit)))
  await app.user.click(screen.getByRole('radio', { name: /^PayPal/ }))
  expect(await screen.findByText('You can move up to $10.00 at a time.')).toBeVisible()
})

test('a way that is paused is not offered, and says so', async () => {
  const { rails } = aConfig()
  server.use(answers('config', aConfig({ rails: rails.map((one) => ({ ...one, on: one.rail !== 'card' })) })))
  await openPay()
  expect(await screen.findByText('Card payments are paused')).toBeVisible()
  expect(screen.getAllByRole('radio')).toHaveLength(3)
})

test('an answer that is lost is asked for again under the same key, and nothing is called failed meanwhile', async () => {
  const app = await openReview('Your balance')
  let isFirst = true
  const sent = recording(() => {
    if (!isFirst) return answer
    isFirst = false
    return new Response(null, { status: 502 })
  })
  await waitFor(async () => expect(await payButton('Pay $30.00')).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton('Pay $30.00'))
  expect(await screen.findByText(/We're checking whether this went through/)).toBeVisible()
  expect(await screen.findByText('You paid $30.00 to Ana Ruiz')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).toBe(sent[1]?.key)
})

/** Back from a provider's page, with what the server says became of the payment. */
const comeBack = async (
  path: string,
  session: Partial<Result<'paymentSession'>>,
  method: 'card' | 'paypal' = 'card',
) => {
  const sendSessionId = sendSessionIdOf(1)
  server.use(
    answers('paymentSession', {
      sendSessionId,
      transactionId: transactionIdOf(1),
      state: 'PENDING',
      next: 'wait',
      amount: 3000,
      fee: 117,
      totalCharge: 3117,
      url: null,
      ...session,
    }),
    answers('getTransaction', { ...aRow(1, { type: 'invoice', method }), invoiceId: invoice.id }),
  )
  await openApp('/invoice')
  providerPage.begin(sendSessionId, 'invoice:card')
  return reloadApp(path)
}

test('back from the card page the paid invoice is shown with payee, total and reference', async () => {
  await comeBack('/invoice/pay/success', { next: 'done', state: 'COMPLETED' })
  expect(await screen.findByText('You paid $30.00 to Ana Ruiz')).toBeVisible()
  expect(screen.getByText('PU-TEST0001')).toBeVisible()
  expect(screen.getByText('$31.17')).toBeInTheDocument()
  await waitFor(() => expect(providerPage.id()).toBeNull())
})

test('an invoice whose payment was only begun tells its payer that it is not finished', async () => {
  const method = 'paypal' as const
  const state = 'PENDING' as const
  const underWay = { transactionId: transactionIdOf(1), amount: 3000, method, state, date: invoice.date }
  const begun = { type: 'invoice', method, state, sendSessionId: sendSessionIdOf(1) } as const
  server.use(
    answers('getInvoice', { ...invoice, state: 'processing', acts: [], underWay }),
    answers('getTransaction', aRow(1, begun)),
    answers('paymentSession', {
      sendSessionId: sendSessionIdOf(1),
      transactionId: transactionIdOf(1),
      state: 'PENDING',
      next: 'pay',
      amount: 3000,
      fee: 117,
      totalCharge: 3117,
      url: 'https://paypal.example/left',
    }),
  )
  await reloadApp('/invoice/detail', { invoice: invoice.id })
  expect(await screen.findByText("You haven't finished paying")).toBeVisible()
  expect(screen.getByRole('button', { name: 'Finish paying' })).toBeVisible()
  expect(screen.queryByText(/Your payment is on its way/)).toBeNull()
})

test('a declined card can be tried again: over the review, under the same session', async () => {
  server.use(answers('getInvoice', { ...invoice, state: 'processing', acts: [] }))
  const app = await comeBack('/invoice/pay/cancel', { next: 'retryOrFinish' })
  expect(await screen.findByText('Transaction declined')).toBeVisible()
  const sent = recording(() => ({
    ...answer,
    tipo: 'processing',
    state: 'PENDING',
    invoiceSessionId: sendSessionIdOf(1),
  }))
  const quoted: unknown[] = []
  server.use(
    answers('feeAmount', (seen) => {
      quoted.push((seen.body as { sendSessionId?: string }).sendSessionId)
      return quoting({ fee: 117 })(seen)
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(app.path()).toBe('/invoice/confirmation'))
  await waitFor(async () => expect(await payButton(/^Pay \$31\.17/)).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await payButton(/^Pay \$31\.17/))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ invoiceSessionId: sendSessionIdOf(1), payMethod: 'card' }))
  expect(new Set(quoted)).toEqual(new Set([sendSessionIdOf(1)]))
})

test('an invoice whose PayPal payment was declined is paid another way, under the same session', async () => {
  const quoted: unknown[] = []
  server.use(
    answers('feeAmount', (seen) => {
      quoted.push((seen.body as { sendSessionId?: string }).sendSessionId)
      return quoting()(seen)
    }),
  )
  const app = await comeBack('/invoice/pay/cancel', { next: 'retryOrFinish' }, 'paypal')
  await app.user.click(await screen.findByRole('button', { name: 'Pay another way' }))
  await waitFor(() => expect(app.path()).toBe('/invoice/pay'))
  await waitFor(() => expect(quoted).toContain(sendSessionIdOf(1)))
})

test('X-36 where the issuer reads another language, the payer agrees in both, and the payment records which wording it was', async () => {
  server.use(answers('getInvoice', { ...invoice, lang: 'ko' }))
  const sent = recording(() => answer)
  const { user } = await openReview('Your balance')
  const own = await screen.findByRole('region', { name: 'What you agree to' })
  const other = screen.getByRole('region', { name: '동의하는 내용' })
  expect(own).toHaveAttribute('lang', 'en')
  expect(within(own).getByText(/for invoice INV-000001/)).toBeVisible()
  expect(within(own).getByText('$30.00 comes out of your balance.')).toBeVisible()
  expect(other).toHaveAttribute('lang', 'ko')
  expect(within(other).getByText(/청구서 INV-000001에 대해/)).toBeVisible()
  await user.click(await payButton('Pay $30.00'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ consent: { version: '2026-11-24', langs: ['en', 'ko'] } })
})
