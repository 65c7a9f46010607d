import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '#lib/browser/clock.ts'
import { paths } from '#lib/layout/paths.ts'
import { provider } from '#shared/payment/provider-page.ts'
import { fakeClock } from '#test/fake-clock.ts'
import { aLimit, aQuotedLimit, limitsOf, quoting } from '#test/money.ts'
import { aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { anOpenSession, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { aLinkRequest, aPublicRequest, aReceivedRequest, CODE, requestIdOf } from '#test/requests.ts'
import { answers, handles, isDead, refuses, server, type Seen } from '#test/server.ts'

const LINK = `/pay/${CODE}`
const paid = {
  tipo: 'completed' as const,
  transactionId: transactionIdOf(1),
  state: 'COMPLETED' as const,
  fee: 0,
  totalCharge: 3000,
  reference: 'PU-ABCD2345',
}

const inEnglish = { version: '2026-11-24', langs: ['en'] }

beforeEach(() =>
  server.use(
    answers('publicRequest', aPublicRequest()),
    refuses('getRequest', 'notFound'),
    answers('limits', limitsOf(aLimit())),
    answers('feeAmount', quoting()),
    answers('payRequest', paid),
  ),
)
afterEach(() => {
  setClock()
  vi.restoreAllMocks()
})

const payButton = async (name = 'Pay $30.00') => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  return button
}

/** The link, opened by somebody who is signed in. */
const openSignedIn = async (wallet = 10_000) => {
  signedInAs({ wallet: { USD: wallet } })
  return openApp(LINK)
}

test('a link shows a visitor who asks for how much and what for, and a login leads back to paying it', async () => {
  const { user, path } = await openApp(LINK)
  expect(await screen.findByRole('heading', { name: 'Grace Kim asks you for' })).toBeVisible()
  expect(screen.getByText('Concert tickets')).toBeVisible()
  expect(screen.getByText(/Can be paid until/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Log in to pay' }))
  await waitFor(() => expect(path()).toBe(`/?redirect=%2Fpay%2F${CODE}`))

  server.use(answers('signIn', { token: 'tok_1' }), answers('openSession', anOpenSession()))
  signedInAs({ wallet: { USD: 10_000 } })
  await user.type(await screen.findByRole('textbox', { name: /email/i }), 'maria@example.com')
  await user.type(screen.getByLabelText('Password'), 'a good password{Enter}')
  await waitFor(() => expect(path()).toBe(paths.requestPay.path))
  expect(await payButton()).toBeVisible()
})

test('whoever signs up for a link is led from home to paying it, once', async () => {
  const visitor = await openApp(LINK)
  await visitor.user.click(await screen.findByRole('button', { name: 'Create an account' }))
  await waitFor(() => expect(visitor.path()).toBe(paths.signUp.path))
  signedInAs({ wallet: { USD: 10_000 } })
  const member = await reloadApp(paths.home.path)
  await waitFor(() => expect(member.path()).toBe(paths.requestPay.path))
  expect(await screen.findByText('Grace Kim asks you for')).toBeVisible()
  const again = await reloadApp(paths.home.path)
  expect(again.path()).toBe(paths.home.path)
})

test.each([
  ['paid', 'Already paid'],
  ['cancelled', 'Whoever asked took this request back. Nothing is due.'],
  ['expired', 'The time to pay it is over. Ask for a new link.'],
  ['declined', "This request was declined and can't be paid any more."],
] as const)('X-11 a link that is %s says so, logged in or not, and offers nothing to pay', async (state, text) => {
  server.use(answers('publicRequest', aPublicRequest({ state })))
  await openApp(LINK)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Log in to pay' })).toBeNull()
  const { path } = await openSignedIn()
  expect(await screen.findByText(text)).toBeVisible()
  expect(path()).toBe(paths.requestPay.path)
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('a link that nobody knows, and one that does not load, are told apart', async () => {
  server.use(refuses('publicRequest', 'notFound'))
  await openApp(LINK)
  expect(await screen.findByText("We can't find this request")).toBeVisible()
  server.use(isDead('publicRequest'))
  const { user } = await openApp(LINK)
  expect(await screen.findByText("This didn't load")).toBeVisible()
  server.use(answers('publicRequest', aPublicRequest()))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Concert tickets')).toBeVisible()
})

test("one's own link is not paid by oneself, and says what it is for", async () => {
  server.use(answers('getRequest', aLinkRequest(1)))
  await openSignedIn()
  expect(await screen.findByText('This is your own request')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('a request is paid from the balance by one call, whatever is tapped, and its result loaded again pays nothing', async () => {
  const sent: Seen[] = []
  server.use(
    answers('payRequest', (seen) => {
      sent.push(seen)
      return paid
    }),
  )
  const { user, path, router } = await openSignedIn()
  expect(await screen.findByText('Grace Kim asks you for')).toBeVisible()
  await user.dblClick(await payButton())
  await waitFor(() => expect(path()).toBe(paths.requestPaid.path))
  expect(await screen.findByText('You paid Grace Kim $30.00')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toEqual({ code: CODE, payMethod: 'wallet', expectedTotalCharge: 3000, consent: inEnglish })
  expect(sent[0]?.headers.get('Idempotency-Key')).not.toBeNull()
  const { state } = router.history.location
  await reloadApp(paths.requestPaid.path, state)
  expect(await screen.findByText('You paid Grace Kim $30.00')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a request that was received is named by its id; what the balance cannot cover is paid another way', async () => {
  const sent: Seen[] = []
  vi.spyOn(provider, 'open').mockImplementation(() => undefined)
  server.use(
    answers('getRequest', aReceivedRequest(1)),
    answers('feeAmount', quoting({ fee: 117 })),
    answers('payRequest', (seen) => {
      sent.push(seen)
      return {
        ...paid,
        tipo: 'redirect' as const,
        state: 'PENDING' as const,
        url: 'https://pay.example/1',
        sendSessionId: sendSessionIdOf(1),
        fee: 117,
        totalCharge: 3117,
      }
    }),
  )
  signedInAs({ wallet: { USD: 100 } })
  const { user } = await reloadApp(paths.requestPay.path, { request: requestIdOf(1) })
  await user.click(await screen.findByRole('radio', { name: /Your balance/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent("You don't have enough money")
  expect(screen.getByRole('button', { name: /^Pay/ })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('radio', { name: /Debit or credit card/ }))
  await user.click(await payButton('Pay $31.17 by card'))
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith('https://pay.example/1'))
  expect(sent[0]?.body).toEqual({
    requestId: requestIdOf(1),
    payMethod: 'card',
    expectedTotalCharge: 3117,
    consent: inEnglish,
  })
})

test('a link paid by card that was declined is tried again for the same link, under the same send session', async () => {
  const sent: Seen[] = []
  const session = sendSessionIdOf(1)
  const row = aRow(1, {
    method: 'card',
    state: 'PENDING',
    sendSessionId: session,
    amount: 3000,
    fullName: 'Grace Kim',
    declined: true,
    requestId: requestIdOf(7),
  })
  vi.spyOn(provider, 'open').mockImplementation(() => undefined)
  server.use(
    answers('getTransaction', row),
    answers('paymentSession', {
      sendSessionId: session,
      transactionId: row.id,
      state: 'PENDING',
      next: 'retryOrFinish',
      amount: 3000,
      fee: 0,
      totalCharge: 3000,
      url: null,
    }),
    answers('payRequest', (seen) => {
      sent.push(seen)
      return {
        ...paid,
        tipo: 'redirect' as const,
        state: 'PENDING' as const,
        url: 'https://pay.example/1',
        sendSessionId: session,
      }
    }),
  )
  const { user } = await openSignedIn(0)
  await user.click(await payButton('Pay $30.00 by card'))
  await waitFor(() => expect(provider.open).toHaveBeenCalledTimes(1))
  const back = await reloadApp(paths.sendCardSuccess.path)
  await back.user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(back.path()).toBe(paths.requestPay.path))
  const quoted: unknown[] = []
  server.use(
    answers('feeAmount', (seen) => {
      quoted.push((seen.body as { sendSessionId?: string }).sendSessionId)
      return quoting()(seen)
    }),
  )
  await back.user.click(await payButton('Pay $30.00 by card'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toMatchObject({ code: CODE, payMethod: 'card', sendSessionId: session })
  expect(new Set(quoted)).toEqual(new Set([session]))
  expect(sent[1]?.headers.get('Idempotency-Key')).not.toBe(sent[0]?.headers.get('Idempotency-Key'))
})

test('paid by somebody else a moment before: nothing was paid, and the screen says how it stands', async () => {
  let isPaid = false
  server.use(
    answers('publicRequest', () => aPublicRequest(isPaid ? { state: 'paid' } : {})),
    handles('payRequest', () => {
      isPaid = true
      return HttpResponse.json({ code: 'notFound', message: '', details: {}, requestId: 'req_1' }, { status: 404 })
    }),
  )
  const { user } = await openSignedIn()
  await user.click(await payButton())
  expect(await screen.findByText('Already paid')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('a payment that a limit refuses names the limit, and help carries it', async () => {
  const limit = { row: 'L-06', window: '24h', leftCents: 12_00 } as const
  server.use(refuses('payRequest', 'limitExceeded', { ...aQuotedLimit(limit) }))
  const app = await openSignedIn()
  await app.user.click(await payButton())
  const refused = await screen.findByRole('alert')
  expect(refused).toHaveTextContent(/Daily limit.*: \$12\.00 left/)
  await app.user.click(within(refused).getByRole('link', { name: 'Get help' }))
  expect(app.router.history.location.state.help).toEqual({
    module: 'payments',
    concerns: { type: 'limit', code: 'L-06' },
  })
})

test('without an answer the same call is asked again under its key, and the screen says that we are checking', async () => {
  const clock = fakeClock()
  const keys: (string | null)[] = []
  server.use(
    handles('payRequest', ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'))
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ data: paid })
    }),
  )
  const { user, path } = await openSignedIn()
  await user.click(await payButton())
  expect(await screen.findByText(/We're checking whether this went through/)).toBeVisible()
  await waitFor(() => {
    void clock.advance(2_000)
    expect(path()).toBe(paths.requestPaid.path)
  })
  expect(new Set(keys).size).toBe(1)
})

test('whoever has not verified their identity pays from outside, and sees the steps to pay from the balance', async () => {
  signedInAs({ wallet: { USD: 10_000 }, KYC: { tier: 0 } as never })
  const { user } = await openApp(LINK)
  expect(await payButton('Pay $30.00 by card')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /Your balance/ }))
  expect(screen.getByText('Verify your identity to pay from your balance')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test('X-36 consent to a link from a person who reads another language is in both, from one with the same language in one', async () => {
  server.use(answers('publicRequest', { ...aPublicRequest(), lang: 'es' }))
  const bodies: unknown[] = []
  server.use(
    answers('payRequest', ({ body }: Seen) => {
      bodies.push(body)
      return paid
    }),
  )
  const { user } = await openSignedIn()
  expect(await screen.findByRole('region', { name: 'What you agree to' })).toHaveAttribute('lang', 'en')
  const other = screen.getByRole('region', { name: 'Lo que aceptas' })
  expect(other).toHaveAttribute('lang', 'es')
  expect(other).toHaveTextContent('Pagas a Grace Kim la cantidad que te pide: $30.00.')
  await user.click(await payButton())
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ consent: { version: '2026-11-24', langs: ['en', 'es'] } })

  server.use(answers('publicRequest', { ...aPublicRequest(), lang: 'en' }))
  await openSignedIn()
  await waitFor(() => expect(screen.getAllByRole('region', { name: 'What you agree to' })).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Lo que aceptas' })).not.toBeInTheDocument()
})
