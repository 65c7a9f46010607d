/** What a send keeps on its way: over its steps and a reload, for as long as the session and the send last. */
import { screen, waitFor } from '@testing-library/react'
import type { Result } from '@puente/contract'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { signOut } from '#lib/session/session.ts'
import { provider, providerPage } from '#shared/payment/provider-page.ts'
import { aContact } from '#test/contacts.ts'
import { aLimit, limitsOf, quoting } from '#test/money.ts'
import { aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

type App = Awaited<ReturnType<typeof openApp>>

const id = transactionIdOf(1)
const picture = `/api/files/fil_${'1'.repeat(32)}`
const visa = { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2099, default: true }
const amex = { ...visa, cardId: 'pm_2', brand: 'amex', last4: '0005', default: false }
const started = { transactionId: id, sendSessionId: sendSessionIdOf(1), fee: 103, totalCharge: 2603 }
const session = { ...started, state: 'PENDING' as const, next: 'wait' as const, amount: 2500, url: null }
const instructions: Result<'zellePayment'>['instructions'] = {
  address: 'pay@puente.example',
  name: 'Puente Inc',
  memo: 'K7M2P9QX',
  totalCharge: 2603,
  qrText: 'zelle:pay@puente.example',
  expiresAt: '2026-11-25T17:00:00.000Z',
}
const zellePayment: Result<'zellePayment'> = {
  transactionId: id,
  state: 'PENDING',
  instructions,
  confirmedAt: null,
  confirmation: null,
  fullName: null,
  triesLeft: 5,
}

beforeEach(() => {
  vi.spyOn(provider, 'open').mockReturnValue(undefined)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:ana')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const { address, name, memo, ...rest } = instructions
  server.use(
    answers('frequents', { items: [aContact({ image: picture })] }),
    answers('limits', limitsOf(aLimit({ operation: 'outgoing' }))),
    answers('feeAmount', quoting({ fee: 103 })),
    handles('readFile', () => new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } })),
    answers('listCards', { items: [visa, amex] }),
    answers('getTransaction', aRow(1, { state: 'PENDING', amount: 2500, fee: 103, balance: null, method: 'card' })),
    answers('paymentSession', session),
    answers('zellePayment', zellePayment),
    answers('zelleIntent', {
      ...rest,
      transactionId: id,
      zelleSecretToken: memo,
      payTo: { address, name },
      amount: 2500,
      fee: 103,
    }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

/** Chooses Ana and $25.00, and comes to the review. */
const toReview = async (start: string): Promise<App> => {
  signedInAs({ wallet: { USD: 10_000 } })
  const app = await openApp(start)
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.type(await screen.findByRole('textbox', { name: 'Amount to send' }), '25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { level: 1, name: 'Review and send' })
  return app
}
const keptIn = ({ router }: App) => router.history.location.state
/** Who gets the money, by name, address-like id and picture. */
const expectReceiver = async (): Promise<void> => {
  expect(await screen.findByText('Ana Ruiz')).toBeVisible()
  expect(screen.getByText('@ana.ruiz-9k2m')).toBeVisible()
  await waitFor(() => expect(document.querySelector('main img')).toHaveAttribute('src', 'blob:ana'))
}
const action = async (name: RegExp) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  return button
}

const steps = [
  ['in the app', paths.sendInApp.path, paths.sendInAppDetail.path],
  ['by card', paths.sendCard.path, paths.sendCardDetail.path],
] as const

test.each(steps)(
  'EF-03 EF-04 %s receiver, amount, fee, card and note outlast the steps and a reload, and are gone with the session',
  async (way, start, review) => {
    const app = await toReview(start)
    if (way === 'by card') await app.user.click(screen.getByRole('radio', { name: /American Express/ }))
    await app.user.type(screen.getByRole('textbox'), 'Lunch')
    await waitFor(() => expect(JSON.stringify(keptIn(app))).toContain('Lunch'))
    await expectReceiver()
    const kept = keptIn(app)

    await reloadApp(review, kept)
    expect(await screen.findByDisplayValue('Lunch')).toBeVisible()
    await expectReceiver()
    expect(screen.getAllByText('$25.00', { exact: false }).length).toBeGreaterThan(0)
    if (way === 'by card') expect(screen.getByRole('radio', { name: /American Express/ })).toBeChecked()
    expect(await screen.findByText('$26.03')).toBeInTheDocument()

    server.use(answers('logout', {}))
    await signOut()
    const after = await reloadApp(review, kept)
    await waitFor(() => expect(after.path()).toBe(start))
  },
)

test('EF-03 EF-04 once the money is sent in the app nothing of it is left to send again', async () => {
  const receipt = {
    transactionId: id,
    state: 'COMPLETED' as const,
    fee: 0,
    totalCharge: 2603,
    balance: 7500,
    reference: 'PU-ABCD2345',
  }
  const sent: unknown[] = []
  server.use(handles('sendInApp', ({ body }) => (sent.push(body), HttpResponse.json({ data: receipt }))))
  const app = await toReview(paths.sendInApp.path)
  const kept = keptIn(app)
  await app.user.click(await action(/^Send \$25\.00/))
  expect(await screen.findByText('PU-ABCD2345')).toBeVisible()
  expect(sent).toMatchObject([{ toUser: 'ana.ruiz-9k2m', amount: 2500, currency: 'USD' }])
  const shown = keptIn(app)
  // The receipt is shown again, and the review before it is not.
  const receiptAgain = await reloadApp(paths.sendInAppSuccess.path, shown)
  expect(await screen.findByText('PU-ABCD2345')).toBeVisible()
  await receiptAgain.user.click(screen.getByRole('link', { name: 'View details' }))
  await waitFor(() => expect(receiptAgain.router.history.location.state).toMatchObject({ movement: id }))
  const back = await reloadApp(paths.sendInAppDetail.path, kept)
  await waitFor(() => expect(back.path()).toBe(paths.sendInApp.path))
})

test('EF-03 EF-04 once a card has paid its choice is gone with the rest', async () => {
  const app = await toReview(paths.sendCard.path)
  await app.user.click(screen.getByRole('radio', { name: /American Express/ }))
  await waitFor(() => expect(JSON.stringify(keptIn(app))).toContain('pm_2'))
  const kept = keptIn(app)
  server.use(
    answers('startPayment', { ...started, status: 'completed' }),
    answers('paymentSession', { ...session, state: 'COMPLETED', next: 'done' }),
    answers('getTransaction', aRow(1, { method: 'card', amount: 2500 })),
  )
  await app.user.click(await action(/^Pay \$26\.03 by card/))
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(JSON.stringify(keptIn(app) ?? {})).not.toContain('pm_2')
  const back = await reloadApp(paths.sendCardDetail.path, kept)
  await waitFor(() => expect(back.path()).toBe(paths.sendCard.path))
})

test('EF-03 EF-04 by Zelle the code is shown as the memo, and it, the number and the name outlast a reload', async () => {
  const app = await toReview(paths.sendZelle.path)
  await app.user.click(await action(/^Pay \$26\.03 with Zelle/))
  expect(await screen.findByText('K7M2P9QX')).toBeVisible()
  expect(screen.getByText('Memo')).toBeVisible()
  await app.user.type(await screen.findByLabelText('Confirmation number'), '12345')
  await app.user.type(screen.getByLabelText('Name on the bank account'), 'María López')
  await waitFor(() => expect(JSON.stringify(keptIn(app))).toContain('María López'))
  const entry = keptIn(app)

  const again = await reloadApp(paths.sendZelleSuccess.path, entry)
  expect(await screen.findByText('K7M2P9QX')).toBeVisible()
  expect(await screen.findByLabelText('Confirmation number')).toHaveValue('12345')
  expect(screen.getByLabelText('Name on the bank account')).toHaveValue('María López')
  server.use(answers('confirmZelle', { transactionId: id, state: 'PENDING' }))
  await again.user.type(screen.getByLabelText('Confirmation number'), '67890')
  // From here on the server knows them.
  const told = { confirmedAt: '2026-11-23T17:00:00.000Z', confirmation: '1234567890', fullName: 'María López' }
  server.use(answers('zellePayment', { ...zellePayment, ...told }))
  await again.user.click(screen.getByRole('button', { name: 'Find my payment' }))
  expect(await screen.findByText(/1234567890/)).toBeVisible()
  await reloadApp(paths.sendZelleSuccess.path, keptIn(again))
  expect(await screen.findByLabelText('Confirmation number')).toHaveValue('1234567890')

  // Once it is paid neither the form nor what was entered in it is there.
  server.use(
    answers('zellePayment', { ...zellePayment, ...told, state: 'COMPLETED' }),
    answers('getTransaction', aRow(1, { amount: 2500, method: 'zelle' })),
  )
  await reloadApp(paths.sendZelleSuccess.path, entry)
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(screen.queryByLabelText('Confirmation number')).toBeNull()
  expect(screen.queryByText(/1234567890|María López/)).toBeNull()
  server.use(answers('zellePayment', zellePayment))

  server.use(answers('logout', {}))
  await signOut()
  await reloadApp(paths.sendZelleSuccess.path, entry)
  await waitFor(() => expect(screen.queryByText('K7M2P9QX')).toBeNull())
})

test('EF-16 the session of a payment is known before its page is opened, asked about on the return, and forgotten after it', async () => {
  const known: (string | null)[] = []
  vi.spyOn(provider, 'open').mockImplementation(() => void known.push(providerPage.id()))
  server.use(
    answers('placePaypalOrder', {
      ...started,
      orderId: '5O190127TN364715T',
      approveUrl: 'https://paypal.example/approve',
      status: 'requiresAction',
    }),
  )
  const app = await toReview(paths.sendPaypal.path)
  await app.user.click(await action(/^Pay \$26\.03 with PayPal/))
  await waitFor(() => expect(known).toEqual([sendSessionIdOf(1)]))

  const asked: unknown[] = []
  server.use(
    handles('paymentSession', ({ url }) => {
      asked.push(url.searchParams.get('id'))
      return HttpResponse.json({ data: { ...session, state: 'COMPLETED', next: 'done' } })
    }),
    answers('getTransaction', aRow(1, { method: 'paypal', amount: 2500 })),
    answers('capturePaypal', { transactionId: id, state: 'COMPLETED' }),
  )
  await reloadApp(`${paths.sendPaypalSuccess.path}?session=${sendSessionIdOf(1)}&token=5O190127TN364715T&PayerID=QYR5`)
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(asked[0]).toBe(sendSessionIdOf(1))
  await waitFor(() => expect(providerPage.id()).toBeNull())

  // Of somebody else, or older than three hours: the server knows none such.
  server.use(refuses('paymentSession', 'notFound'))
  for (const { path } of [
    paths.sendCardSuccess,
    paths.sendPaypalSuccess,
    paths.depositSuccess,
    paths.invoicesPaySuccess,
  ]) {
    await reloadApp(`${path}?session=${sendSessionIdOf(2)}`)
    expect(await screen.findByText('No payment in progress')).toBeVisible()
  }
})
