import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { provider, providerPage, sendKind } from '#shared/payment/provider-page.ts'
import { aContact } from '#test/contacts.ts'
import { aLiveStream } from '#test/live.ts'
import { aConfig, aLimit, limitsOf, quoting } from '#test/money.ts'
import { aList, aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { aMe, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { aReceivedRequest } from '#test/requests.ts'
import { answers, handles, refuses, type Seen, server } from '#test/server.ts'

const visa = { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2099, default: true }
const amex = { ...visa, cardId: 'pm_2', brand: 'amex', last4: '0005', default: false }
const row = aRow(1, { method: 'card', state: 'PENDING', amount: 2500, fee: 103, balance: null, cancellable: true })
const started = { transactionId: transactionIdOf(1), sendSessionId: sendSessionIdOf(1), fee: 103, totalCharge: 2603 }
const session = { ...started, state: 'PENDING' as const, next: 'wait' as const, amount: 2500, url: null }

beforeEach(() => {
  vi.spyOn(provider, 'open').mockReturnValue(undefined)
  server.use(
    answers('frequents', { items: [aContact()] }),
    answers('limits', limitsOf(aLimit({ operation: 'outgoing' }))),
    answers('feeAmount', quoting({ fee: 103 })),
    answers('getTransaction', row),
    answers('paymentSession', session),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

/** Opens the review of $25.00 to Ana by a method. */
const openReview = async (start: string, before = () => {}, change: Parameters<typeof signedInAs>[0] = {}) => {
  signedInAs(change)
  const app = await openApp(start)
  before()
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.type(await screen.findByRole('textbox', { name: 'Amount to send' }), '25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { level: 1, name: 'Review and send' })
  return app
}

const payButton = async (name: RegExp) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  return button
}

test('RT-47 four ways to send, each with its fee from the schedule and its speed', async () => {
  server.use(answers('feeAmount', ({ body }) => ({ ...quoting()({ body }), waived: true, freeLeft: 2 })))
  signedInAs()
  const app = await openApp(paths.send.path)
  const rowOf = (name: RegExp) => screen.findByRole('button', { name })
  expect(await rowOf(/^Your balance/)).toHaveTextContent(/Usually in seconds.*Free/)
  expect(await rowOf(/^Zelle/)).toHaveTextContent(/1% fee.*Usually 1 to 10 minutes, at most about 30/)
  expect(await rowOf(/^Debit or credit card/)).toHaveTextContent(/2\.9% \+ \$0\.30 fee.*Usually in seconds/)
  expect(await rowOf(/^PayPal/)).toHaveTextContent(/2\.9% \+ \$0\.30 fee.*Usually in seconds/)
  expect(await screen.findByText('2 of 3 payments without a fee left')).toBeVisible()
  await app.user.click(await rowOf(/^Zelle/))
  expect(app.path()).toBe(paths.sendZelle.path)
})

test('GL-24 a way that is paused says so with its text and its end, offers what works, and comes back without a reload', async () => {
  const stream = aLiveStream()
  const { rails } = aConfig()
  const paused = {
    rail: 'zelle' as const,
    on: false,
    text: 'The bank is being looked after.',
    until: '2026-12-01T18:00:00.000Z',
    alternatives: ['card' as const, 'paypal' as const, 'bank' as const],
  }
  server.use(answers('config', aConfig({ rails: rails.map((one) => (one.rail === 'zelle' ? paused : one)) })))
  signedInAs()
  await openApp(paths.sendZelle.path)
  expect(await screen.findByText('Zelle payments are paused')).toBeVisible()
  expect(screen.getByText(/The bank is being looked after\. We expect it back by Dec 1, 2026/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Use a card' })).toHaveAttribute('href', paths.sendCard.path)
  expect(screen.getByRole('link', { name: 'Use PayPal' })).toHaveAttribute('href', paths.sendPaypal.path)
  expect(screen.getByRole('link', { name: 'Withdraw to a bank' })).toHaveAttribute('href', paths.withdraw.path)
  expect(screen.queryByRole('button', { name: /Ana Ruiz/ })).toBeNull()
  server.use(answers('config', aConfig()))
  stream.send('content', { what: 'fees' } as never)
  expect(await screen.findByRole('button', { name: /Ana Ruiz/ })).toBeVisible()
})

test('without a verified identity money from outside can be sent, and the own balance cannot', async () => {
  signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
  const app = await openApp(paths.send.path)
  await app.user.click(await screen.findByRole('button', { name: /^Your balance/ }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  await app.user.keyboard('{Escape}')
  await app.user.click(screen.getByRole('button', { name: /^PayPal/ }))
  await waitFor(() => expect(app.path()).toBe(paths.sendPaypal.path))
})

test('a person who owes learns it before a send begins, and its refusal leads to adding money', async () => {
  signedInAs({ owed: { USD: 40_00, transactionId: null } })
  await openApp(paths.send.path)
  expect(await screen.findByText('You owe $40.00')).toBeVisible()
  cleanup()
  const app = await openReview(paths.sendPaypal.path, () => {}, { owed: { USD: 40_00, transactionId: null } })
  server.use(refuses('placePaypalOrder', 'accountRestricted', { reason: 'owes', owedCents: 4000 }))
  await app.user.click(await payButton(/^Pay \$26\.03 with PayPal$/))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('link', { name: 'Add money' })).toHaveAttribute('href', paths.deposit.path)
})

test('EF-18 a saved card is charged once, under one key, and the end is what the server says', async () => {
  server.use(answers('listCards', { items: [visa, amex] }))
  const app = await openReview(paths.sendCard.path)
  const sent: unknown[] = []
  server.use(
    handles('startPayment', ({ body }) => {
      sent.push(body)
      return HttpResponse.json({ data: { ...started, status: 'completed' } })
    }),
    answers('paymentSession', { ...session, state: 'COMPLETED', next: 'done' }),
    answers('getTransaction', { ...row, state: 'COMPLETED' }),
  )
  expect(screen.getByRole('radio', { name: /Visa ending in 4242/ })).toBeChecked()
  await app.user.click(screen.getByRole('radio', { name: /American Express ending in 0005/ }))
  await waitFor(() => expect(JSON.stringify(app.router.history.location.state)).toContain('"cardItem":"pm_2"'))
  await app.user.dblClick(await payButton(/^Pay \$26\.03 by card$/))
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(app.path()).toBe(paths.sendCardSuccess.path)
  expect(sent).toEqual([
    {
      toUser: 'ana.ruiz-9k2m',
      amount: 2500,
      currency: 'USD',
      purpose: 'personal',
      expectedTotalCharge: 2603,
      cardId: 'pm_2',
    },
  ])
  expect(providerPage.id()).toBeNull()
})

test('without a saved card one is entered on the page of the provider, and kept when that is wanted', async () => {
  const app = await openReview(paths.sendCard.path)
  let sent: unknown
  server.use(
    handles('startCheckout', ({ body }) => {
      sent = body
      return HttpResponse.json({ data: { ...started, status: 'requiresAction', url: 'https://pay.example/1' } })
    }),
  )
  await app.user.click(screen.getByRole('checkbox', { name: 'Save this card for next time' }))
  await app.user.click(await payButton(/^Pay \$26\.03 by card$/))
  await waitFor(() => expect(provider.open).toHaveBeenCalledExactlyOnceWith('https://pay.example/1'))
  expect(sent).toMatchObject({ saveCard: true, amount: 2500 })
  expect(providerPage.id()).toBe(sendSessionIdOf(1))
})

test('GL-25 a card that is declined leaves two ways: another attempt under the same session, or an end', async () => {
  server.use(answers('paymentSession', { ...session, next: 'retryOrFinish' }))
  signedInAs()
  const app = await openApp(`${paths.sendCardSuccess.path}?session=${sendSessionIdOf(1)}`)
  expect(await screen.findByText('Transaction declined')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
  let sent: unknown
  server.use(
    handles('startCheckout', ({ body }) => {
      sent = body
      return HttpResponse.json({ data: { ...started, status: 'requiresAction', url: 'https://pay.example/2' } })
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await app.user.click(await payButton(/^Pay \$26\.03 by card$/))
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith('https://pay.example/2'))
  expect(sent).toMatchObject({ toUser: 'ana.ruiz-9k2m', amount: 2500, sendSessionId: sendSessionIdOf(1) })
})

test('a send that PayPal declined goes on by another way, to the same person and of the same amount', async () => {
  server.use(
    answers('paymentSession', { ...session, next: 'retryOrFinish' }),
    answers('getTransaction', { ...row, method: 'paypal' }),
  )
  signedInAs()
  const app = await openApp(`${paths.sendPaypalSuccess.path}?session=${sendSessionIdOf(1)}`)
  await app.user.click(await screen.findByRole('button', { name: 'Pay another way' }))
  await app.user.click(await screen.findByRole('button', { name: /^Debit or credit card/ }))
  expect(app.path()).toBe(paths.sendCardAmount.path)
  expect(await screen.findByRole('textbox', { name: 'Amount to send' })).toHaveValue('25')
  expect(screen.getAllByText('Ana Ruiz')[0]).toBeVisible()
})

test.each([
  [
    'is closed by the next to the same person, or finished',
    { next: 'pay' as const, url: 'https://pay.example/1' },
    sendSessionIdOf(1),
  ],
  ['is none when it was paid after all: the next is another payment', { next: 'done' as const, url: null }, undefined],
])('a send by PayPal whose page was left %s', async (_what, stands, closed) => {
  server.use(answers('paymentSession', { ...session, ...stands }))
  const leave = () => providerPage.begin(sendSessionIdOf(1), sendKind('paypal', 'ana.ruiz-9k2m'))
  const app = await openReview(paths.sendPaypal.path, leave)
  if (closed) {
    expect(await screen.findByText("You haven't finished paying $25.00 with PayPal")).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Finish paying' }))
    expect(provider.open).toHaveBeenCalledExactlyOnceWith('https://pay.example/1')
  }
  const followed: unknown[] = []
  server.use(
    handles('placePaypalOrder', ({ body }) => {
      followed.push((body as { sendSessionId?: string }).sendSessionId)
      const order = { orderId: '5O190127TN364715T', approveUrl: 'https://pay.example/2' }
      return HttpResponse.json({ data: { ...started, status: 'requiresAction', ...order } })
    }),
  )
  await app.user.click(await payButton(/^Pay \$26\.03 with PayPal$/))
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith('https://pay.example/2'))
  expect(followed).toEqual([closed])
  expect(screen.queryByText(/haven't finished paying/)).toBe(null)
})

test('a refusal that closed the left payment takes its banner away, so that nothing leads to a canceled page', async () => {
  server.use(answers('paymentSession', { ...session, next: 'pay', url: 'https://pay.example/1' }))
  const leave = () => providerPage.begin(sendSessionIdOf(1), sendKind('paypal', 'ana.ruiz-9k2m'))
  const app = await openReview(paths.sendPaypal.path, leave)
  expect(await screen.findByRole('button', { name: 'Finish paying' })).toBeVisible()
  const pay = await payButton(/^Pay \$26\.03 with PayPal$/)
  server.use(
    refuses('placePaypalOrder', 'invalidAmount', { reason: 'quoteChanged' }),
    answers('paymentSession', { ...session, state: 'CANCELLED', next: 'done' }),
  )
  await app.user.click(pay)
  expect(await screen.findByText('Nothing was sent')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Finish paying' })).toBeNull())
})

test('a send that another tab has left is named, quoted as if it were closed, and closed by one press', async () => {
  const left = { ...row, method: 'paypal' as const, sendSessionId: sendSessionIdOf(7) }
  const toBen = { ...left, id: transactionIdOf(9), email: 'ben.lee-1234', sendSessionId: sendSessionIdOf(9) }
  const asked: unknown[] = []
  server.use(
    answers('listTransactions', aList(toBen, left)),
    answers('paymentSession', {
      ...session,
      sendSessionId: sendSessionIdOf(7),
      next: 'pay',
      url: 'https://pay.example/7',
    }),
    answers('feeAmount', ({ body }) => {
      const { sendSessionId } = body as { sendSessionId?: string }
      asked.push(sendSessionId)
      return quoting({ fee: sendSessionId === sendSessionIdOf(7) ? 0 : 103 })({ body } as Seen)
    }),
  )
  const app = await openReview(paths.sendPaypal.path)
  expect(await screen.findByText("You haven't finished paying $25.00 with PayPal")).toBeVisible()
  const followed: unknown[] = []
  server.use(
    handles('placePaypalOrder', ({ body }) => {
      followed.push(body)
      const order = { orderId: '5O190127TN364715T', approveUrl: 'https://pay.example/8' }
      return HttpResponse.json({ data: { ...started, status: 'requiresAction', ...order } })
    }),
  )
  await app.user.click(await payButton(/^Pay \$25\.00 with PayPal$/))
  await waitFor(() => expect(provider.open).toHaveBeenCalledExactlyOnceWith('https://pay.example/8'))
  expect(followed).toMatchObject([{ sendSessionId: sendSessionIdOf(7), expectedTotalCharge: 2500 }])
  expect(new Set(asked)).toEqual(new Set([sendSessionIdOf(7)]))
})

test('a send left by PayPal is named before one by card to the same person, which leaves it open', async () => {
  const left = { ...row, method: 'paypal' as const, sendSessionId: sendSessionIdOf(1) }
  const asked: unknown[] = []
  server.use(
    answers('listTransactions', aList(left)),
    answers('paymentSession', { ...session, next: 'pay', url: 'https://pay.example/7' }),
    answers('feeAmount', (seen) => {
      asked.push((seen.body as { sendSessionId?: string }).sendSessionId)
      return quoting({ fee: 103 })(seen)
    }),
  )
  const app = await openReview(paths.sendCard.path)
  expect(await screen.findByText("You haven't finished paying $25.00 with PayPal")).toBeVisible()
  expect(screen.getByText(/this one stays open/)).toBeVisible()
  expect(await payButton(/^Pay \$26\.03 by card$/)).toBeVisible()
  // It was charged its own fee, and so holds no free payment.
  expect(screen.queryByText(/one of your free payments/)).toBeNull()
  expect(new Set(asked)).toEqual(new Set([undefined]))
  await app.user.click(screen.getByRole('button', { name: 'Finish paying' }))
  expect(provider.open).toHaveBeenCalledExactlyOnceWith('https://pay.example/7')
})

test('a send by Zelle that is open already is offered before another to the same person', async () => {
  const open = aRow(7, {
    method: 'zelle',
    state: 'PENDING',
    amount: 1000,
    cancellable: true,
    sendSessionId: sendSessionIdOf(7),
  })
  server.use(answers('listTransactions', aList(open)))
  const app = await openReview(paths.sendZelle.path)
  expect(await screen.findByText('Your $10.00 Zelle payment to Ana Ruiz is still open')).toBeVisible()
  expect(await payButton(/\$26\.03/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'How to pay' })).toHaveAttribute('href', paths.zelle.path)
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test('V-24 C-10 by card more than one dollar is sent', async () => {
  signedInAs()
  const app = await openApp(paths.sendCard.path)
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.type(await screen.findByRole('textbox', { name: 'Amount to send' }), '1')
  expect(screen.getByText('Try with more than 1$')).toBeVisible()
  await app.user.keyboard('.01')
  expect(screen.queryByText('Try with more than 1$')).toBeNull()
})

test('P-11 a send by PayPal is approved on its page, and on the return captured once, with what the address names, and sent', async () => {
  const app = await openReview(paths.sendPaypal.path)
  const placed: unknown[] = []
  const captured: unknown[] = []
  server.use(
    handles('placePaypalOrder', ({ body }) => {
      placed.push(body)
      const order = { orderId: '5O190127TN364715T', approveUrl: 'https://paypal.example/approve' }
      return HttpResponse.json({ data: { ...started, status: 'requiresAction', ...order } })
    }),
    handles('capturePaypal', ({ body, headers }) => {
      captured.push([body, headers.get('Idempotency-Key')])
      return HttpResponse.json({ data: { transactionId: transactionIdOf(1), state: 'COMPLETED' } })
    }),
  )
  await app.user.dblClick(await payButton(/^Pay \$26\.03 with PayPal$/))
  await waitFor(() => expect(provider.open).toHaveBeenCalledExactlyOnceWith('https://paypal.example/approve'))
  const order = { toUser: 'ana.ruiz-9k2m', amount: 2500, currency: 'USD', expectedTotalCharge: 2603 }
  expect(placed).toMatchObject([order])
  expect(captured).toEqual([])

  server.use(
    answers('paymentSession', { ...session, state: 'COMPLETED', next: 'done' }),
    answers('getTransaction', { ...row, method: 'paypal', state: 'COMPLETED' }),
  )
  const named = `session=${sendSessionIdOf(1)}&token=5O190127TN364715T&PayerID=QYR5Z8XDVJNXQ`
  const back = await reloadApp(`${paths.sendPaypalSuccess.path}?${named}`)
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(back.path()).not.toMatch(/token|PayerID/)
  expect(captured).toEqual([
    [{ paymentId: '5O190127TN364715T', payerId: 'QYR5Z8XDVJNXQ' }, 'paypal-capture-5O190127TN364715T'],
  ])
})

test('an address that claims a success captures and shows nothing of its own', async () => {
  server.use(refuses('capturePaypal', 'invalidpaymentId'), refuses('paymentSession', 'notFound'))
  signedInAs()
  await openApp(
    `${paths.sendPaypalSuccess.path}?session=${sendSessionIdOf(2)}&token=5O190127TN364715T&PayerID=QYR5Z8XDVJNXQ`,
  )
  expect(await screen.findByText('No payment in progress')).toBeVisible()
})

test('an attempt that is approved after the payment was begun again says that it was closed, and leads to the open one', async () => {
  const url = 'https://paypal.example/newer'
  server.use(
    refuses('capturePaypal', 'invalidpaymentId'),
    answers('paymentSession', { ...session, next: 'pay', url }),
    answers('getTransaction', { ...row, method: 'paypal' }),
  )
  signedInAs()
  const app = await openApp(
    `${paths.sendPaypalSuccess.path}?session=${sendSessionIdOf(1)}&token=5O190127TN364715T&PayerID=QYR5Z8XDVJNXQ`,
  )
  expect(await screen.findByText('You started this payment again')).toBeVisible()
  expect(screen.getByText(/was closed, and nothing was charged for it\. Finish paying \$26\.03/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Finish paying' }))
  expect(provider.open).toHaveBeenCalledExactlyOnceWith(url)
})

test('an attempt that made way for another says so, and what was paid otherwise is not offered again', async () => {
  const request = aReceivedRequest(1, { state: 'paid' })
  server.use(
    refuses('capturePaypal', 'invalidpaymentId'),
    answers('paymentSession', { ...session, state: 'CANCELLED', next: 'retryOrFinish', requestId: request.id }),
    answers('getTransaction', { ...row, method: 'paypal', state: 'CANCELLED', cancelReason: 'triedAgain' }),
    answers('getRequest', request),
  )
  signedInAs()
  await openApp(
    `${paths.sendPaypalSuccess.path}?session=${sendSessionIdOf(1)}&token=5O190127TN364715T&PayerID=QYR5Z8XDVJNXQ`,
  )
  expect(await screen.findByText("You've already paid this")).toBeVisible()
  expect(screen.queryByText('Transaction declined')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Go home' })).toBeVisible()
})
