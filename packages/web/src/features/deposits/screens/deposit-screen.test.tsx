import { STORED_LANGUAGES } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '#lib/browser/clock.ts'
import { providerPage, provider } from '#shared/payment/provider-page.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { fakeClock } from '#test/fake-clock.ts'
import { aLiveStream } from '#test/live.ts'
import { aConfig, aLimit, aQuotedLimit, limitsOf, quoting } from '#test/money.ts'
import { aDepositRow, aList, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'
import { readingIn } from '#test/zone.ts'

const started = {
  transactionId: transactionIdOf(1),
  tipo: 'redirect' as const,
  url: 'https://pay.example/page',
  sendSessionId: sendSessionIdOf(1),
  fee: 175,
  totalCharge: 5175,
}

const session = {
  sendSessionId: sendSessionIdOf(1),
  transactionId: transactionIdOf(1),
  state: 'PENDING' as const,
  next: 'wait' as const,
  amount: 5000,
  fee: 175,
  totalCharge: 5175,
  url: null,
}

beforeEach(() => {
  vi.spyOn(provider, 'open').mockReturnValue(undefined)
  server.use(
    answers('config', aConfig()),
    answers('feeAmount', quoting({ fee: 175 })),
    answers('startDeposit', started),
    answers('getTransaction', aDepositRow(1, { state: 'PENDING', balance: null })),
    answers('paymentSession', session),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  setClock()
})

const field = () => screen.findByRole('textbox', { name: 'Amount to add' })
const payButton = () => screen.findByRole('button', { name: /^Pay \$/ })

const openWith = async (amount: string) => {
  signedInAs()
  const app = await openApp('/deposit-now')
  await app.user.type(await field(), amount)
  return app
}

test('V-24 C-10 a card takes more than one dollar', async () => {
  const app = await openWith('1')
  expect(screen.getByText('Try with more than 1$')).toBeVisible()
  await app.user.type(await field(), '.01')
  expect(screen.queryByText('Try with more than 1$')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Pay $2.76 by card' })).toBeVisible()
})

test.each([
  ['less than is owed', '30', /Pays what you owe(\$30\.00)+You'll still owe(\$10\.00)+Fee/],
  ['more than is owed', '50', /Pays what you owe(\$40\.00)+Added to your balance(\$10\.00)+Fee/],
])('a person who owes and adds %s sees what it pays', async (_what, amount, facts) => {
  signedInAs({ owed: { USD: 40_00, transactionId: null } })
  const app = await openApp('/deposit-now')
  await app.user.type(await field(), amount)
  expect((await screen.findByText('Pays what you owe')).closest('dl')).toHaveTextContent(facts)
  expect(screen.queryByText("You'll get")).toBeNull()
})

test('without an amount nothing begins', async () => {
  signedInAs()
  const app = await openApp('/deposit-now')
  await app.user.click(await screen.findByRole('button', { name: 'Pay by card' }))
  expect(await screen.findByText('Please, fill out all required fields')).toBeVisible()
})

test('Enter before the fee has come goes on as soon as it is there', async () => {
  const app = await openWith('50')
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith(started.url))
})

test('Enter on an amount whose limit is not known yet charges nothing beyond it', async () => {
  const limit = aQuotedLimit({ operation: 'balance', window: 'always', limitCents: 100_000, leftCents: 2000 })
  server.use(answers('feeAmount', quoting({ LimitExceeded: true, limit })))
  const app = await openWith('50')
  await app.user.keyboard('{Enter}')
  expect(await screen.findByText(/your balance can hold up to/)).toBeVisible()
  expect(provider.open).not.toHaveBeenCalled()
})

test('a limit that would stop it is taught', async () => {
  const limit = aQuotedLimit({ operation: 'balance', window: 'always', limitCents: 100_000, leftCents: 2000 })
  server.use(answers('feeAmount', quoting({ LimitExceeded: true, limit })))
  await openWith('50')
  expect(await screen.findByText(/your balance can hold up to \$1,000\.00/)).toBeVisible()
  // The identity is verified and the address is not, so there is a way to more.
  expect(screen.getByRole('link', { name: 'Verify your address to raise your limits' })).toHaveAttribute(
    'href',
    '/kyc/tier2',
  )
  const action = screen.getByRole('button', { name: 'Pay by card' })
  expect(action).toHaveAttribute('aria-disabled', 'true')
  expect(action).toHaveAccessibleDescription(/your balance can hold up to \$1,000\.00/)
})

test('a text that is no amount disables the action, with the reason visible', async () => {
  const app = await openWith('5-')
  const action = screen.getByRole('button', { name: 'Pay by card' })
  expect(action).toHaveAttribute('aria-disabled', 'true')
  expect(action).toHaveAccessibleDescription(/That doesn't look like an amount/)
  await app.user.keyboard('{Enter}')
  expect(screen.queryByText('Please, fill out all required fields')).toBeNull()
  await app.user.clear(await field())
  expect(action).not.toHaveAttribute('aria-disabled')
})

test('under the amount stands the limit that ends first: here the room in the balance, not what the days leave', async () => {
  server.use(
    answers(
      'limits',
      limitsOf(
        aLimit({ operation: 'outside', window: '30d', limitCents: 100_000, leftCents: 100_000 }),
        aLimit({ operation: 'balance', window: 'always', limitCents: 100_000, leftCents: 2000 }),
      ),
    ),
  )
  signedInAs()
  await openApp('/deposit-now')
  expect(
    await screen.findByText(/your balance can hold up to \$1,000\.00\. You have room for \$20\.00\./),
  ).toBeVisible()
})

test('on a wide screen what it comes to stands beside the amount, with when it arrives, and only there', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const app = await openWith('50')
  const summary = within(await screen.findByRole('region', { name: 'Your payment' }))
  expect(await summary.findByText('$51.75')).toBeInTheDocument()
  expect(summary.getByText('Arrives').nextElementSibling).toHaveTextContent('Usually in seconds')
  expect(screen.getAllByText('Your card is charged')).toHaveLength(1)
  await app.user.clear(await field())
  expect(summary.queryByText('$51.75')).toBeNull()
  vi.unstubAllGlobals()
})

test('a free operation is shown with what it would have cost and how many are left', async () => {
  server.use(
    answers('feeAmount', ({ body }) => ({
      ...quoting()({ body }),
      waived: true,
      scheduledFee: 175,
      freeLeft: 3,
    })),
  )
  await openWith('50')
  expect(await screen.findByText(/3 of 3 free payments left/)).toBeVisible()
  expect(screen.getByText('$1.75')).toBeVisible()
  // The price stands alone beside "Fee"; what is left of the free payments has a line of its own.
  const fee = screen.getByText('Fee').nextElementSibling
  expect(fee).toHaveTextContent(/^\$1\.75Free$/)
  expect(fee?.nextElementSibling).toHaveTextContent('3 of 3 free payments left')
})

test('one free payment left is one in Spanish too', async () => {
  server.use(answers('feeAmount', ({ body }) => ({ ...quoting()({ body }), waived: true, freeLeft: 1 })))
  signedInAs({ lang: STORED_LANGUAGES.es })
  const app = await openApp('/deposit-now', 'es')
  await app.user.type(await screen.findByRole('textbox'), '50')
  expect(await screen.findByText('Te queda 1 de 3 pagos sin comisión, incluido este')).toBeVisible()
})

test('paying leads to the page of the provider, with the session kept for the way back', async () => {
  const app = await openWith('50')
  let sent: unknown
  server.use(
    handles('startDeposit', ({ body }) => {
      sent = body
      return HttpResponse.json({ data: started })
    }),
  )
  await app.user.dblClick(await payButton())
  await waitFor(() => expect(provider.open).toHaveBeenCalledExactlyOnceWith('https://pay.example/page'))
  expect(sent).toEqual({ method: 'card', amount: 5000, currency: 'USD', expectedTotalCharge: 5175 })
  expect(providerPage.id()).toBe(sendSessionIdOf(1))
  expect(externalPayment.isOpen()).toBe(true)
})

test('a payment that the provider has not answered yet is watched', async () => {
  server.use(answers('startDeposit', { ...started, tipo: 'processing' }))
  const app = await openWith('50')
  await app.user.click(await payButton())
  expect(await screen.findByText('Your bank is confirming')).toBeVisible()
  expect(app.path()).toBe('/deposit-now/success')
})

test('an answer that does not come is checked under the same key', async () => {
  const app = await openWith('50')
  const keys: (string | null)[] = []
  let isDown = true
  server.use(
    handles('startDeposit', ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'))
      return isDown ? HttpResponse.error() : HttpResponse.json({ data: started })
    }),
  )
  const button = await payButton()
  const time = fakeClock()
  await app.user.click(button)
  await screen.findByText("We're checking whether this went through. Nothing will be sent twice.")
  isDown = false
  await time.advance(2000)
  await waitFor(() => expect(provider.open).toHaveBeenCalledOnce())
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a deposit that a limit refuses says which one, and from when it fits where its reader is, and help carries the limit', async () => {
  readingIn('America/New_York')
  const used = { row: 'L-16', operation: 'deposit', window: '30d', leftCents: 12_00 } as const
  server.use(
    refuses('startDeposit', 'limitExceeded', { ...aQuotedLimit({ ...used, freesAt: '2027-03-02T04:59:30.000Z' }) }),
  )
  const app = await openWith('50')
  await app.user.click(await payButton())
  const refused = await screen.findByRole('alert')
  expect(refused).toHaveTextContent(/Monthly limit.*: \$12\.00 left\. This amount fits from Tue, Mar 2, 12:00 AM\./)
  await app.user.click(within(refused).getByRole('link', { name: 'Get help' }))
  expect(app.router.history.location.state.help).toEqual({
    module: 'payments',
    concerns: { type: 'limit', code: 'L-16' },
  })
})

test('a deposit whose total has changed is refused with the new one on the button, which is then paid', async () => {
  const totals: unknown[] = []
  let fee = 175
  server.use(
    answers('feeAmount', (seen) => quoting({ fee })(seen)),
    handles('startDeposit', ({ body }) => {
      const { expectedTotalCharge } = body as { expectedTotalCharge: number }
      totals.push(expectedTotalCharge)
      if (expectedTotalCharge === 5000) return HttpResponse.json({ data: started })
      // The attempt before it is closed, and gives its free place back.
      fee = 0
      const details = { reason: 'quoteChanged', totalCharge: 5000 }
      return HttpResponse.json({ code: 'invalidAmount', message: '', details }, { status: 400 })
    }),
  )
  const app = await openWith('50')
  await app.user.click(await payButton())
  expect(await screen.findByText(/The total has changed/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Pay $50.00 by card' }))
  await waitFor(() => expect(provider.open).toHaveBeenCalledOnce())
  expect(totals).toEqual([5175, 5000])
})

test('a deposit left unpaid, in whatever tab, is offered, and another is quoted without it and closes it by one press', async () => {
  const left = aDepositRow(7, { state: 'PENDING', balance: null, sendSessionId: sendSessionIdOf(7) })
  const sent: unknown[] = []
  server.use(
    // It is older than the latest.
    answers('listTransactions', ({ body }) => ('underWay' in (body as object) ? aList(left) : aList())),
    answers('paymentSession', {
      ...session,
      sendSessionId: sendSessionIdOf(7),
      next: 'pay',
      url: 'https://pay.example/7',
    }),
    answers('feeAmount', ({ body }) => quoting({ fee: 'sendSessionId' in (body as object) ? 0 : 175 })({ body })),
    handles('startDeposit', ({ body }) => {
      sent.push(body)
      return HttpResponse.json({ data: started })
    }),
  )
  const app = await openWith('50')
  expect(await screen.findByText("You haven't finished paying $50.00 by card")).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Finish paying' }))
  expect(provider.open).toHaveBeenLastCalledWith('https://pay.example/7')
  await app.user.click(await screen.findByRole('button', { name: 'Pay $50.00 by card' }))
  await waitFor(() => expect(provider.open).toHaveBeenLastCalledWith('https://pay.example/page'))
  expect(sent).toMatchObject([{ sendSessionId: sendSessionIdOf(7), expectedTotalCharge: 5000 }])
})

test.each([
  ['card', 'Your card was declined for $15.00', /that payment is canceled first/],
  ['paypal', 'PayPal declined your $15.00 payment', /this one stays open until you cancel it/],
] as const)(
  'a deposit that was declined and is still open is named and can be canceled: by %s',
  async (method, title, text) => {
    const open = { state: 'PENDING', balance: null, cancellable: true, sendSessionId: sendSessionIdOf(1) } as const
    server.use(
      answers('listTransactions', aList(aDepositRow(1, { method, amount: 1500, ...open }))),
      answers('paymentSession', { ...session, next: 'retryOrFinish', amount: 1500 }),
    )
    await openWith('50')
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Finish paying' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
  },
)

test('a deposit left by another way is named and stays open, holds a free payment, and canceling it there makes the next one free', async () => {
  const left = aDepositRow(1, {
    method: 'paypal',
    state: 'PENDING',
    balance: null,
    cancellable: true,
    amount: 1500,
    fee: 0,
    sendSessionId: sendSessionIdOf(1),
  })
  let isOpen = true
  const sent: unknown[] = []
  server.use(
    answers('listTransactions', () => (isOpen ? aList(left) : aList())),
    answers('paymentSession', { ...session, next: 'pay', amount: 1500, url: 'https://paypal.example/1' }),
    answers('feeAmount', (seen) => quoting({ fee: isOpen ? 175 : 0 })(seen)),
    answers('cancelTransaction', () => {
      isOpen = false
      return { transactionId: left.id, state: 'CANCELLED' as const }
    }),
    handles('startDeposit', ({ body }) => {
      sent.push(body)
      return HttpResponse.json({ data: started })
    }),
  )
  const app = await openWith('50')
  expect(await screen.findByText("You haven't finished paying $15.00 with PayPal")).toBeVisible()
  expect(screen.getByText(/If you start another below, this one stays open/)).toBeVisible()
  expect(await screen.findByText(/An unpaid payment is using one of your free payments/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See payment' })).toHaveAttribute('href', '/movements/detail')
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  const dialog = await screen.findByRole('dialog')
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel payment' }))
  await app.user.click(await screen.findByRole('button', { name: 'Pay $50.00 by card' }))
  await waitFor(() => expect(sent).toEqual([expect.not.objectContaining({ sendSessionId: expect.anything() })]))
  expect(screen.queryByText(/haven't finished paying|is using one of your free payments/)).toBeNull()
})

test('a deposit by Zelle that is open already is offered before another, whatever its way', async () => {
  const open = aDepositRow(7, {
    method: 'zelle',
    state: 'PENDING',
    balance: null,
    cancellable: true,
    amount: 1500,
    sendSessionId: sendSessionIdOf(7),
  })
  server.use(answers('listTransactions', aList(open)))
  const app = await openWith('50')
  expect(await screen.findByText('Your $15.00 Zelle payment is still open')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test('a card rail that is off refuses at once: nothing is checked and nothing is repeated', async () => {
  server.use(refuses('startDeposit', 'serviceUnavailable', { rail: 'card', alternatives: [] }))
  const app = await openWith('50')
  await app.user.click(await payButton())
  expect(await screen.findByText(/This isn.t available right now/)).toBeVisible()
  expect(screen.queryByText(/We are checking/)).toBeNull()
})

test('a paused card rail is announced before anything is entered', async () => {
  server.use(
    answers(
      'config',
      aConfig({ rails: [{ rail: 'card', on: false, text: 'Back at noon.', until: null, alternatives: [] }] }),
    ),
  )
  signedInAs()
  await openApp('/deposit-now')
  expect(await screen.findByText('Back at noon.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each(['Zelle', 'the way that was preselected'])(
  '%s that closes while it is chosen is replaced by nothing, not by a saved card, until the person picks a way',
  async (chosen) => {
    const rail = chosen === 'Zelle' ? 'zelle' : 'card'
    const started: unknown[] = []
    const saved = { cardId: 'card_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099, default: true }
    server.use(
      answers('listCards', { items: [saved] }),
      handles('startDeposit', ({ body }) => {
        started.push(body)
        return HttpResponse.json({ data: { transactionId: transactionIdOf(1), tipo: 'wait', fee: 0, totalCharge: 0 } })
      }),
    )
    const stream = aLiveStream()
    const app = await openWith('50')
    if (rail === 'zelle') await app.user.click(screen.getByRole('radio', { name: /^Zelle/ }))
    await payButton()
    const rails = aConfig().rails.map((one) =>
      one.rail === rail ? { ...one, on: false, until: '2026-12-01T18:00:00.000Z' } : one,
    )
    server.use(answers('config', aConfig({ rails })))
    stream.send('content', { what: 'fees' } as never)
    expect(await screen.findByText(/We expect it back by Dec 1, 2026/)).toHaveTextContent('Choose another way to pay.')
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
    const button = screen.getByRole('button', { name: 'Add money' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await app.user.click(button)
    await app.user.type(await field(), '{Enter}')
    expect(started).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Use PayPal' }))
    expect(screen.getByRole('radio', { name: /^PayPal/ })).toBeChecked()
    expect(screen.queryByText(/Choose another way/)).toBeNull()
    await app.user.click(await payButton())
    await waitFor(() => expect(started).toEqual([expect.objectContaining({ method: 'paypal', amount: 5000 })]))
  },
)

test('without a verified email and phone the screen links to the verification', async () => {
  signedInAs({ phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } })
  const app = await openApp('/deposit-now')
  await app.user.click(await screen.findByRole('button', { name: 'Get started' }))
  expect(await screen.findByRole('dialog', { name: 'Finish setting up your account' })).toBeVisible()
})
