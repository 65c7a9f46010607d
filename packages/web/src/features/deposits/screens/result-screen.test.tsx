import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { providerPage, provider } from '#shared/payment/provider-page.ts'
import { queryClient } from '#lib/api/query.ts'
import { aDepositRow, aList, aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'
import { aLiveStream } from '#test/live.ts'
import { resultView, type Session } from '#shared/payment/result/result-view.ts'

const id = sendSessionIdOf(1)
const aSession = (change: Partial<Session> = {}): Session => ({
  sendSessionId: id,
  transactionId: transactionIdOf(1),
  state: 'PENDING',
  next: 'wait',
  amount: 5000,
  fee: 175,
  totalCharge: 5175,
  url: null,
  ...change,
})

beforeEach(() => {
  vi.spyOn(provider, 'open').mockReturnValue(undefined)
  server.use(answers('getTransaction', aDepositRow(1, { state: 'PENDING', balance: null, cancellable: true })))
})
afterEach(() => vi.restoreAllMocks())

/** Comes back from the provider, as this browser that had left for it. */
const comeBack = async (to: 'success' | 'cancel', session: Partial<Session>) => {
  signedInAs({ wallet: { USD: 15_000 } })
  server.use(answers('paymentSession', aSession(session)))
  return openApp(`/deposit-now/${to}?session=${id}`)
}

test.each([
  ['done', 'COMPLETED', 'success', 'done'],
  ['done', 'CANCELLED', 'success', 'cancelled'],
  ['wait', 'PENDING', 'cancel', 'wait'],
  ['pay', 'PENDING', 'success', 'wait'],
  ['pay', 'PENDING', 'cancel', 'unfinished'],
  ['retryOrFinish', 'CANCELLED', 'success', 'declined'],
] as const)('a payment with next %s (%s), back by %s, is shown as %s', (next, state, cameBack, view) => {
  expect(resultView({ next, state }, cameBack, false)).toBe(view)
})

test('what the server says is shown, with amount and new balance, and the session is forgotten', async () => {
  sessionStorage.setItem('sendSessionId', id)
  await comeBack('success', { next: 'done', state: 'COMPLETED' })
  expect(await screen.findByText('$50.00 is in your balance')).toBeVisible()
  expect(screen.getByText('$150.00')).toBeInTheDocument()
  await waitFor(() => expect(providerPage.id()).toBeNull())
})

test('what was charged, and the fee in it, is said', async () => {
  server.use(answers('getTransaction', aDepositRow(1)))
  await comeBack('success', { next: 'done', state: 'COMPLETED' })
  expect(await screen.findByText('Fee')).toBeVisible()
  expect(screen.getByText('$1.75')).toBeInTheDocument()
})

test.each([
  ['before the debt is paid by it', 4000, [], 'Money received', '$50.00 came in and pays what you owe first.'],
  ['part of the debt', 1000, [5000], 'Money received', '$50.00 paid part of what you owe. $10.00 is still to pay.'],
  ['exactly the debt', 0, [5000], 'Money received', '$50.00 paid what you owed.'],
  ['the debt and more', 0, [3000], 'Money added', '$30.00 paid what you owed, and $20.00 is in your balance.'],
] as const)('a deposit of a person who owes: %s', async (_what, owedCents, paid, title, text) => {
  const deposit = aDepositRow(2, { amount: 5000 })
  const payments = paid.map((amount) => aRow(1, { type: 'adjustment', debtStep: 'paid', amount }))
  server.use(answers('getTransaction', deposit), answers('listTransactions', aList(...payments, deposit)))
  signedInAs({ wallet: { USD: 0 }, ...(owedCents > 0 && { owed: { USD: owedCents, transactionId: null } }) })
  server.use(answers('paymentSession', aSession({ next: 'done', state: 'COMPLETED' })))
  await openApp(`/deposit-now/success?session=${id}`)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  expect(screen.queryByText('$50.00 is in your balance')).toBeNull()
})

test('who charged the money is said once the payment is loaded, and not guessed before', async () => {
  const loading = Promise.withResolvers<void>()
  server.use(
    handles('getTransaction', async () => {
      await loading.promise
      return Response.json({ data: aDepositRow(1, { method: 'paypal' }) })
    }),
  )
  await comeBack('success', { next: 'done', state: 'COMPLETED' })
  await screen.findByText('$50.00 is in your balance')
  expect(screen.queryByText(/^Charged/)).toBeNull()
  loading.resolve()
  expect(await screen.findByText('Charged by PayPal')).toBeVisible()
  expect(screen.queryByText('Charged to your card')).toBeNull()
})

test('the success address of a payment that is not done claims nothing', async () => {
  await comeBack('success', { next: 'wait' })
  expect(await screen.findByText('Your bank is confirming')).toBeVisible()
  expect(screen.queryByText(/is in your balance/)).toBeNull()
})

test('the live stream brings the end without waiting for the next question', async () => {
  const stream = aLiveStream()
  await comeBack('success', { next: 'wait' })
  await screen.findByText('Your bank is confirming')
  await waitFor(() => expect(queryClient.getQueryData(['transaction', transactionIdOf(1)])).toBeDefined())
  server.use(answers('paymentSession', aSession({ next: 'done', state: 'COMPLETED' })))
  const row = aDepositRow(1, { version: 2 })
  server.use(answers('getTransactions', { items: [row] }))
  stream.send('transaction', { id: row.id, version: 2 })
  expect(await screen.findByText('$50.00 is in your balance')).toBeVisible()
})

test('GL-25 after a decline trying again is a new attempt of the same session', async () => {
  const app = await comeBack('success', { next: 'retryOrFinish', state: 'CANCELLED' })
  let sent: unknown
  server.use(
    handles('startDeposit', ({ body }) => {
      sent = body
      const data = {
        transactionId: transactionIdOf(2),
        tipo: 'redirect',
        url: 'https://pay.example/2',
        sendSessionId: id,
        fee: 175,
        totalCharge: 5175,
      }
      return HttpResponse.json({ data })
    }),
  )
  expect(await screen.findByText('Transaction declined')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith('https://pay.example/2'))
  expect(sent).toMatchObject({ amount: 5000, expectedTotalCharge: 5175, sendSessionId: id })
})

test('after PayPal has declined another way can be chosen, with the amount as it was', async () => {
  server.use(answers('getTransaction', aDepositRow(1, { state: 'PENDING', method: 'paypal', balance: null })))
  const app = await comeBack('success', { next: 'retryOrFinish' })
  await app.user.click(await screen.findByRole('button', { name: 'Pay another way' }))
  await waitFor(() => expect(app.path()).toBe('/deposit-now'))
  expect(await screen.findByRole('textbox', { name: 'Amount to add' })).toHaveValue('50')
})

test('a decline that ended the payment leaves nothing to cancel, and the way home says nothing of it', async () => {
  providerPage.begin(id, 'deposit:card')
  const app = await comeBack('success', { next: 'retryOrFinish', state: 'CANCELLED' })
  expect(await screen.findByText('Transaction declined')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel payment' })).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Go home' }))
  await waitFor(() => expect(app.path()).toBe('/home'))
  expect(screen.queryByText(/Payment canceled/)).toBeNull()
  expect(providerPage.id()).toBeNull()
})

test('GL-25 finishing gives an unpaid payment up and leads home', async () => {
  const app = await comeBack('cancel', { next: 'pay', url: 'https://pay.example/page' })
  let cancelled: unknown
  server.use(
    handles('cancelTransaction', ({ body }) => {
      cancelled = body
      return HttpResponse.json({ data: { transactionId: transactionIdOf(1), state: 'CANCELLED' } })
    }),
  )
  expect(await screen.findByText("You haven't finished paying")).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  await waitFor(() => expect(app.path()).toBe('/home'))
  expect(await screen.findByText('Payment canceled. Nothing was charged.')).toBeVisible()
  expect(cancelled).toEqual({ transactionId: transactionIdOf(1) })
  expect(providerPage.id()).toBeNull()
})

test('a payment that the bank has not confirmed can be given up', async () => {
  const app = await comeBack('success', { next: 'wait' })
  await screen.findByText('Your bank is confirming')
  server.use(refuses('cancelTransaction', 'invalidTransactionId'))
  await app.user.click(await screen.findByRole('button', { name: 'Cancel payment' }))
  expect(await screen.findByText("The payment wasn't canceled")).toBeVisible()
  server.use(answers('cancelTransaction', { transactionId: transactionIdOf(1), state: 'CANCELLED' }))
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  await waitFor(() => expect(app.path()).toBe('/home'))
  expect(providerPage.id()).toBeNull()
})

test('finishing what was paid in the same moment shows that it is done', async () => {
  const app = await comeBack('cancel', { next: 'pay' })
  await screen.findByText("You haven't finished paying")
  server.use(
    answers('cancelTransaction', { transactionId: transactionIdOf(1), state: 'COMPLETED' }),
    answers('paymentSession', aSession({ next: 'done', state: 'COMPLETED' })),
  )
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  expect(await screen.findByText('$50.00 is in your balance')).toBeVisible()
})

test('a payment that was paid and could not reach its receiver says where the money is', async () => {
  const ended = { state: 'CANCELLED', cancelReason: 'rejected', undeliverable: true, fee: 88, balance: null } as const
  server.use(answers('getTransaction', aRow(1, { method: 'card', ...ended })))
  await comeBack('success', { next: 'done', state: 'CANCELLED' })
  expect(await screen.findByText(/couldn't reach them, so the money is in your balance, fee included/)).toBeVisible()
  expect(screen.queryByText('Nothing was charged.')).toBeNull()
})

test('a payment that has come and waits for its receiver is taken back from its own page', async () => {
  const held = { state: 'ON HOLD', holdReason: 'recipientKycRequired', cancellable: true, balance: null } as const
  server.use(answers('getTransaction', aRow(1, { method: 'card', ...held })))
  await comeBack('success', { next: 'wait', state: 'ON HOLD' })
  expect(await screen.findByRole('link', { name: 'View details' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel payment' })).toBeNull()
})

test('a foreign or forgotten session shows nothing', async () => {
  signedInAs()
  server.use(refuses('paymentSession', 'notFound'))
  await openApp(`/deposit-now/success?session=${id}`)
  expect(await screen.findByText('No payment in progress')).toBeVisible()
})

test('the return address without any session shows nothing and asks nothing', async () => {
  signedInAs()
  await openApp('/deposit-now/success?session=nonsense')
  expect(await screen.findByText('No payment in progress')).toBeVisible()
})
