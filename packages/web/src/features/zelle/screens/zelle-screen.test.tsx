import { STORED_LANGUAGES, type Result, type Transaction } from '@puente/contract'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { aContact } from '#test/contacts.ts'
import { saidAtField } from '#test/fields.ts'
import { aLiveStream } from '#test/live.ts'
import { aConfig, quoting } from '#test/money.ts'
import { aDepositRow, aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const id = transactionIdOf(1)
const aPayment = (change: Partial<Result<'zellePayment'>> = {}): Result<'zellePayment'> => ({
  transactionId: id,
  state: 'PENDING',
  instructions: {
    address: 'pay@puente.example',
    name: 'Puente Inc',
    memo: 'K7M2P9QX',
    totalCharge: 2525,
    qrText: 'zelle:pay@puente.example',
    expiresAt: '2026-11-25T17:00:00.000Z',
  },
  confirmedAt: null,
  confirmation: null,
  fullName: null,
  triesLeft: 5,
  ...change,
})
const open: Partial<Transaction> = { method: 'zelle', state: 'PENDING', amount: 2500, balance: null, cancellable: true }

beforeEach(() => {
  sessionStorage.clear()
  server.use(
    answers('frequents', { items: [aContact()] }),
    answers('feeAmount', quoting({ fee: 25 })),
    answers('zellePayment', aPayment()),
    answers('getTransaction', aRow(1, open)),
  )
})

/** Reaches an open payment from its row in Activity. */
const reopen = async () => {
  signedInAs()
  const app = await openApp(paths.home.path)
  app.router.history.push(paths.zelle.path, { movement: id })
  return app
}

test.each([
  [aDepositRow(1, { ...open, fee: 25 }), 'To add $25.00 to your balance'],
  [aDepositRow(1, { ...open, fee: 0 }), 'To add to your balance'],
  [aRow(1, { ...open, fee: 25 }), 'To send $25.00 to Ana Ruiz'],
] as const)('below what is to be paid stands what arrives of it, where a fee is on top', async (row, text) => {
  server.use(answers('getTransaction', row))
  await reopen()
  expect(await screen.findByText(text)).toBeVisible()
})

const submit = (app: Awaited<ReturnType<typeof openApp>>) =>
  app.user.click(screen.getByRole('button', { name: 'Find my payment' }))

test('X-31 a send shows code, address and exact total to copy, a way to the sandbox bank, and settles itself on the open screen', async () => {
  const stream = aLiveStream()
  const sandbox = { rails: [], inboxUrl: '', bankUrl: 'http://bank.example', reviewerUrl: '' }
  const intents: unknown[] = []
  server.use(
    answers('config', aConfig({ sandbox })),
    handles('zelleIntent', ({ body }) => {
      intents.push(body)
      const { instructions } = aPayment()
      const { address, name, ...rest } = instructions
      const data = {
        ...rest,
        transactionId: id,
        zelleSecretToken: rest.memo,
        payTo: { address, name },
        amount: 2500,
        fee: 25,
      }
      return HttpResponse.json({ data })
    }),
  )
  signedInAs()
  const app = await openApp(paths.sendZelle.path)
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.type(await screen.findByRole('textbox', { name: 'Amount to send' }), '25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  const pay = await screen.findByRole('button', { name: 'Pay $25.25 with Zelle' })
  await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled'))
  await app.user.dblClick(pay)

  expect(await screen.findByText('K7M2P9QX')).toBeVisible()
  expect(app.path()).toBe(paths.sendZelleSuccess.path)
  expect(intents).toHaveLength(1)
  expect(screen.getByText('pay@puente.example')).toBeVisible()
  expect(screen.getByText('Puente Inc')).toBeVisible()
  expect(screen.getByText('25.25')).toBeVisible()
  for (const name of ['Copy address', 'Copy amount', 'Copy memo code'])
    expect(screen.getByRole('button', { name })).toBeVisible()
  expect(await screen.findByRole('img', { name: 'QR code with the payment details' })).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: /Open the sandbox bank/ })).toHaveAttribute(
    'href',
    'http://bank.example?to=pay%40puente.example&amount=25.25&memo=K7M2P9QX',
  )

  expect(screen.getByText(/We're watching for your payment/)).toBeVisible()
  const done = aRow(1, { ...open, fee: 25, state: 'COMPLETED', version: 2 })
  server.use(
    answers('zellePayment', aPayment({ state: 'COMPLETED' })),
    answers('getTransactions', { items: [done] }),
    answers('getTransaction', done),
  )
  stream.send('transaction', { id, version: 2 } as never)
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  for (const [term, value] of [
    ['Fee', '$0.25'],
    ['Paid in all', '$25.25'],
  ] as const)
    expect(screen.getByText(term).nextElementSibling).toHaveTextContent(value)
  expect(screen.getByRole('button', { name: 'Save receipt (PDF)' })).toBeVisible()
})

test.each(['12345678', '1234567890123', '12345678a'])(
  'V-15 C-09 the number %s is refused at its field',
  async (number) => {
    const app = await reopen()
    await app.user.type(await screen.findByLabelText('Confirmation number'), number)
    await app.user.type(screen.getByLabelText('Name on the bank account'), 'María López')
    await submit(app)
    await saidAtField('Confirmation number', 'Zelle reference must be between 9 and 12 digits long.')
  },
)

test.each(['123456789', '123456789012'])(
  'V-15 C-09 C-30 the number %s is taken, and the wait is explained',
  async (number) => {
    const app = await reopen()
    let sent: unknown
    server.use(
      handles('confirmZelle', ({ body }) => {
        sent = body
        return HttpResponse.json({ data: { transactionId: id, state: 'PENDING' } })
      }),
    )
    await app.user.type(await screen.findByLabelText('Confirmation number'), number)
    await app.user.type(screen.getByLabelText('Name on the bank account'), 'María López')
    server.use(
      answers(
        'zellePayment',
        aPayment({ confirmedAt: '2026-11-23T17:00:00.000Z', confirmation: number, fullName: 'María López' }),
      ),
    )
    await submit(app)
    expect(await screen.findByText(/Usually 1 to 10 minutes, at most about 30\. You can leave/)).toBeVisible()
    expect(sent).toEqual({ transactionId: id, confirmation: number, fullName: 'María López' })
  },
)

test('V-16 the holder name cannot be empty', async () => {
  const app = await reopen()
  await app.user.type(await screen.findByLabelText('Confirmation number'), '123456789')
  await submit(app)
  await waitFor(() => expect(screen.getByLabelText('Name on the bank account')).toBeInvalid())
  expect(screen.getByText('This field cannot be empty')).toBeVisible()
})

test('a number that is not found keeps the payment pending and says so, with the tries that are left', async () => {
  const app = await reopen()
  server.use(refuses('confirmZelle', 'zelleNotFound', { transactionId: id }))
  await app.user.type(await screen.findByLabelText('Confirmation number'), '123456789')
  await app.user.type(screen.getByLabelText('Name on the bank account'), 'María López')
  server.use(answers('zellePayment', aPayment({ triesLeft: 4 })))
  await submit(app)
  expect(
    await screen.findByText(
      'We have not found your confirmation number. It may take 1 to 10 minutes for Zelle to finish the transaction. Please try again later.',
    ),
  ).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await screen.findByText('4 tries left')).toBeVisible()
})

test.each([
  ['zelleNotSeen', /hasn't reached our bank yet/, true],
  ['zelleMismatch', /The payment we received doesn't match this one/, false],
] as const)(
  'on hold for %s is explained, and what is still to be paid is shown only where nothing came',
  async (holdReason, words, isShown) => {
    server.use(
      answers('zellePayment', aPayment({ state: 'ON HOLD' })),
      answers('getTransaction', aRow(1, { ...open, state: 'ON HOLD', holdReason })),
    )
    await reopen()
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText('K7M2P9QX') !== null).toBe(isShown)
  },
)

test('for what was paid another way there are no instructions', async () => {
  server.use(answers('getTransaction', aRow(1, { ...open, type: 'invoice', noLongerDue: 'paid' })))
  await reopen()
  expect(await screen.findByText("Already paid: don't send $25.00 by Zelle")).toBeVisible()
  expect(screen.queryByRole('link', { name: "I've sent it" })).toBeNull()
  expect(screen.queryByText('K7M2P9QX')).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
})

test.each([
  ['en', 'Transaction declined'],
  ['es', 'Operación rechazada'],
  ['ko', '거래가 거절됐어요'],
] as const)(
  'MSG-17 a payment whose credit did not fit and was rejected by an operator says so in %s',
  async (language, words) => {
    server.use(
      answers('zellePayment', aPayment({ state: 'CANCELLED' })),
      answers('getTransaction', aRow(1, { ...open, state: 'CANCELLED', cancelReason: 'rejected', cancellable: false })),
    )
    signedInAs({ lang: STORED_LANGUAGES[language] })
    const app = await openApp(paths.home.path, language)
    app.router.history.push(paths.zelle.path, { movement: id })
    expect(await screen.findByText(words)).toBeVisible()
  },
)

test('a payment that came and could not reach its receiver says that the money is in the balance', async () => {
  const ended = { state: 'CANCELLED', cancelReason: 'rejected', undeliverable: true, cancellable: false } as const
  server.use(
    answers('zellePayment', aPayment({ state: 'CANCELLED' })),
    answers('getTransaction', aRow(1, { ...open, ...ended })),
  )
  await reopen()
  expect(await screen.findByText(/couldn't reach them, so the money is in your balance/)).toBeVisible()
  expect(screen.queryByText('Transaction declined')).toBeNull()
})

test('a payment that has come and waits for its receiver is taken back from its own page', async () => {
  const held = { state: 'ON HOLD', holdReason: 'recipientKycRequired' } as const
  server.use(
    answers('zellePayment', aPayment({ state: 'ON HOLD' })),
    answers('getTransaction', aRow(1, { ...open, ...held })),
  )
  await reopen()
  expect(await screen.findByRole('link', { name: 'View details' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel payment' })).toBeNull()
})

test('a deposit by Zelle leads to its instructions, and its row in Activity leads back to them', async () => {
  const row = aDepositRow(1, open)
  server.use(
    answers('getTransaction', row),
    answers('startDeposit', {
      transactionId: id,
      tipo: 'zelle',
      sendSessionId: sendSessionIdOf(1),
      zelle: aPayment().instructions,
      fee: 25,
      totalCharge: 2525,
    }),
  )
  signedInAs()
  const app = await openApp(paths.deposit.path)
  await app.user.click(await screen.findByRole('radio', { name: /^Zelle/ }))
  await app.user.type(screen.getByRole('textbox', { name: 'Amount to add' }), '25')
  await app.user.click(await screen.findByRole('button', { name: 'Pay $25.25 with Zelle' }))
  expect(await screen.findByText('K7M2P9QX')).toBeVisible()
  app.router.history.push(paths.movementsDetail.path, { movement: id })
  await app.user.click(await screen.findByRole('link', { name: 'How to pay' }))
  expect(await screen.findByText('K7M2P9QX')).toBeVisible()
})

test.each([
  ['en', 'We have your $25.00; we expected $25.25.'],
  ['es', 'Tenemos tus $25.00; esperábamos $25.25.'],
  ['ko', '보내신 $25.00는 저희가 받았어요. 원래 금액은 $25.25예요.'],
] as const)('another amount than was asked for is named beside the one that was (%s)', async (language, words) => {
  server.use(
    answers('zellePayment', aPayment({ state: 'ON HOLD' })),
    answers(
      'getTransaction',
      aRow(1, { ...open, fee: 25, state: 'ON HOLD', holdReason: 'zelleMismatch', received: 2500 }),
    ),
  )
  signedInAs({ lang: STORED_LANGUAGES[language] })
  const app = await openApp(paths.home.path, language)
  app.router.history.push(paths.zelle.path, { movement: id })
  expect(await screen.findByText(words, { exact: false })).toBeVisible()
})

test('a deposit that is done shows its fee and the balance after it', async () => {
  server.use(
    answers('zellePayment', aPayment({ state: 'COMPLETED' })),
    answers(
      'getTransaction',
      aDepositRow(1, { ...open, fee: 25, state: 'COMPLETED', balance: 7_500, cancellable: false }),
    ),
  )
  await reopen()
  expect(await screen.findByText('New balance')).toBeVisible()
  expect(screen.getByText('New balance').nextElementSibling).toHaveTextContent('$75.00')
  expect(screen.getByText('Fee').nextElementSibling).toHaveTextContent('$0.25')
})

test('a payment that is open is cancelled after a question', async () => {
  const app = await reopen()
  await app.user.click(await screen.findByRole('button', { name: 'Cancel payment' }))
  expect(await screen.findByRole('dialog', { name: 'Cancel this payment?' })).toBeVisible()
  let sent: unknown
  server.use(
    handles('cancelTransaction', ({ body }) => {
      sent = body
      return HttpResponse.json({ data: { transactionId: id, state: 'CANCELLED' } })
    }),
    answers('zellePayment', aPayment({ state: 'CANCELLED' })),
    answers(
      'getTransaction',
      aRow(1, { ...open, state: 'CANCELLED', cancelReason: 'cancelledByUser', cancellable: false }),
    ),
  )
  await app.user.click(screen.getAllByRole('button', { name: 'Cancel payment' }).at(-1) as HTMLElement)
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment canceled' })).toBeVisible()
  expect(
    await screen.findByText(/^Payment canceled\. If you've paid from your bank, that money goes back/),
  ).toBeVisible()
  expect(sent).toEqual({ transactionId: id })
  // As in Activity, without the fee that is not charged.
  expect(screen.getByText('Amount').nextElementSibling).toHaveTextContent('$25.00')
})
