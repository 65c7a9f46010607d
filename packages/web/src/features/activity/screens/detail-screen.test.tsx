import { STORED_LANGUAGES, type Language, type Transaction } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { providerPage, provider } from '#shared/payment/provider-page.ts'
import { queryClient } from '#lib/api/query.ts'
import { aReceivedInvoice, invoiceIdOf, invoiceList } from '#test/invoices.ts'
import { aDepositRow, aList, aReceivedRow, aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { limitsOf, quoting } from '#test/money.ts'
import { openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { readDraft } from '#lib/forms/draft.ts'
import { readingIn } from '#test/zone.ts'
import { answers, handles, refuses, server } from '#test/server.ts'

/** What the screens ask for that the detail leads to. */
const beyond = [
  answers('listDisputes', { items: [], last: null, end: true }),
  answers('limits', limitsOf()),
  answers('feeAmount', quoting()),
  answers('paymentSession', {
    sendSessionId: sendSessionIdOf(5),
    transactionId: transactionIdOf(1),
    state: 'PENDING',
    next: 'pay',
    amount: 500,
    fee: 0,
    totalCharge: 500,
    url: 'https://pay.example/page',
  }),
]

const serving = (row: Transaction, me: Parameters<typeof signedInAs>[0] = {}): void => {
  signedInAs({ wallet: { USD: 5000 }, ...me })
  server.use(answers('listTransactions', aList(row)), answers('getTransaction', row), ...beyond)
}

/** The detail as a reload opens it. */
const openDetail = async (row: Transaction, me: Parameters<typeof signedInAs>[0] = {}, language: Language = 'en') => {
  serving(row, me)
  const app = await reloadApp('/movements/detail', { movement: row.id }, language)
  await screen.findByText(row.reference)
  return app
}

/** The value beside a label. */
const factOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling

test('RT-21 without a chosen movement the detail leads home', async () => {
  signedInAs()
  const app = await openApp('/movements/detail')
  await waitFor(() => expect(app.path()).toBe('/home'))
})

test('RT-21 from the list the detail shows, also after a reload, and the choice is in no address', async () => {
  serving(aRow(1, { note: 'Lunch' }))
  const app = await openApp('/movements')
  await app.user.click(await screen.findByRole('link', { name: /\$/ }))
  await waitFor(() => expect(app.path()).toBe('/movements/detail'))
  const { state } = app.router.history.location
  expect(state.movement).toBe(transactionIdOf(1))
  expect(screen.getByRole('heading', { level: 2, name: 'Ana Ruiz' })).toBeVisible()
  // A browser keeps the state of an entry of its history.
  const reloaded = await reloadApp('/movements/detail', state)
  expect(await screen.findByRole('heading', { level: 2, name: 'Ana Ruiz' })).toBeVisible()
  expect(reloaded.path()).toBe('/movements/detail')
})

test('parties, fee, reference, balance and note are shown', async () => {
  await openDetail(aRow(1, { note: 'Lunch', fee: 12, balance: 9_988 }))
  expect(factOf('From')).toHaveTextContent('María López (you)')
  expect(factOf('To')).toHaveTextContent('Ana Ruiz')
  expect(factOf('Fee')).toHaveTextContent('$0.12')
  expect(factOf('Balance after')).toHaveTextContent('$99.88')
  expect(factOf('Reference')).toHaveTextContent('PU-TEST0001')
  expect(factOf('Note')).toHaveTextContent('Lunch')
})

test('ETX-01 a counterpart who cannot be named is Blocked User and cannot be sent to again', async () => {
  await openDetail(aRow(1, { blocked: true, fullName: null, toName: null, email: null }))
  expect(screen.getByRole('heading', { level: 2, name: 'Blocked User' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test.each([
  ['es', 'Usuario bloqueado'],
  ['ko', '차단된 사용자'],
] as const)(
  'ETX-01 a counterpart who cannot be named is called so in the language of the viewer (%s)',
  async (language, name) => {
    const row = aRow(1, { blocked: true, fullName: null, toName: null, email: null })
    await openDetail(row, { lang: STORED_LANGUAGES[language] }, language)
    expect(screen.getByRole('heading', { level: 2, name })).toBeVisible()
  },
)

const HOLDS = [
  ['zelleMismatch', /doesn't match this one/],
  ['zelleNotSeen', /hasn't reached our bank/],
  ['recipientKycRequired', /until the person you sent it to verifies/],
  ['underReview', /on our team is reviewing/],
  ['providerReview', /^The bank is reviewing/],
  ['disputed', /card company is checking/],
  ['fraudWarning', /card company flagged/],
  ['providerUnknown', /waiting to hear how this payment ended/],
  ['approverWait', /has to approve/],
] as const

test.each(HOLDS)(
  'on hold for %s is explained, promised for no day and not to be sent again',
  async (holdReason, text) => {
    const expected = { from: '2026-12-03', to: '2026-12-04' }
    await openDetail(aRow(1, { state: 'ON HOLD', holdReason, balance: null, expected }))
    expect(screen.queryByText(/Expected/)).toBeNull()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  },
)

test('what a fraud warning sets aside says until when, unless the payment is disputed', async () => {
  const warned = { holdReason: 'fraudWarning', warnedUntil: '2027-04-02T17:00:00.000Z' } as const
  await openDetail(aRow(1, { state: 'ON HOLD', balance: null, ...warned }))
  expect(screen.getByText(/If it isn't by Apr 2, 2027, the money is available again/)).toBeVisible()
})

const GOES_BACK = [
  ['sent', 'COMPLETED', 'contested', 'Disputed payment', /checking whether this payment stands/],
  ['sent', 'COMPLETED', 'warned', 'Fraud warning', /card company flagged this payment as possible fraud/],
  ['sent', 'COMPLETED', 'cleared', 'Fraud warning cleared', /warning was cleared: .+ keeps the money/],
  ['reversal', 'CANCELLED', 'cleared', 'Fraud warning cleared', /warning about .+'s card payment was cleared/],
  ['sent', 'COMPLETED', 'chargedBack', 'Charged back', /\$12\.34 went back to your card/],
  ['sent', 'COMPLETED', 'refunded', 'Refunded', /^\$12\.34 was refunded to your card/],
  ['sent', 'COMPLETED', 'refundFailed', 'Refund failed', /refund of \$12\.34 to your card failed: .+ keeps the money/],
  ['refund', 'COMPLETED', 'refundFailed', 'Refund failed', /payment failed, so this amount is in your balance again/],
  ['sent', 'COMPLETED', 'takenBack', 'Taken back', /The bank took this payment back: \$12\.34/],
  ['reversal', 'COMPLETED', 'chargedBack', 'Charged back', /'s card payment was charged back/],
  ['reversal', 'CANCELLED', 'kept', 'Dispute settled', /ended in your favor/],
] as const

test.each(GOES_BACK)('a card payment that goes back, as %s and %s (%s), says so: %s', async (...row) => {
  const [type, state, returnStep, title, text] = row
  const cancelReason = state === 'CANCELLED' ? 'returned' : null
  const at = '2026-11-24T15:05:00.000Z'
  const timeline = [
    { step: 'completed', at },
    { step: returnStep, at, amount: 12_34 },
  ]
  await openDetail(aRow(1, { type, state, returnStep, cancelReason, timeline, method: 'card' }))
  expect(screen.getAllByText(title)[0]).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByText(/Check the details/)).toBeNull()
})

test.each([
  ['reversal', 'kept', 'Payment stands'],
  ['refund', 'refundFailed', 'Refund failed'],
] as const)('what was set aside for a %s and stays (%s) is available again, and not canceled', async (...given) => {
  const [type, returnStep, step] = given
  const row = { state: 'CANCELLED', cancelReason: 'returned', method: 'card', balance: null } as const
  const timeline = ['onHold', 'cancelled'].map((one) => ({ step: one, at: '2026-11-24T15:05:00.000Z' }))
  await openDetail(aRow(1, { ...row, type, returnStep, timeline }))
  expect(within(screen.getByRole('list', { name: 'Progress so far' })).getByText(step)).toBeVisible()
  for (const badge of screen.getAllByText('Available again')) expect(badge).toBeVisible()
  expect(screen.queryByText('Canceled')).toBeNull()
})

test('a payment that went back is called so in its row and its head, and the box says the rest alone', async () => {
  await openDetail(aRow(1, { method: 'card', returnStep: 'chargedBack' }))
  expect(screen.getAllByText('Charged back')).toHaveLength(2)
})

test.each([
  [640_00, 1],
  [0, 0],
] as const)('with %i cents on hold the balance after says what it counts', async (USD, notes) => {
  await openDetail(aRow(1, { balance: 9_988 }), { held: { USD } })
  expect(factOf('Balance after')).toHaveTextContent('$99.88')
  expect(screen.queryAllByText('Money on hold counts too')).toHaveLength(notes)
})

test('a payment that was refunded in parts says what was refunded in all', async () => {
  const at = '2026-11-24T15:05:00.000Z'
  const timeline = [
    { step: 'completed', at },
    { step: 'refunded', at, amount: 10_00 },
    { step: 'refunded', at, amount: 3_00 },
    { step: 'refundFailed', at, amount: 3_00 },
    { step: 'refunded', at, amount: 10_88 },
  ]
  await openDetail(aRow(1, { amount: 20_00, fee: 88, returnStep: 'refunded', timeline, method: 'card' }))
  expect(screen.getByText('$20.88 was refunded to your card.')).toBeVisible()
})

test.each([
  ['contested', 'Disputed payment', /^Your card company is checking/, 0],
  ['chargedBack', 'Charged back', /^This payment was charged back: \$50\.00 went back to your card\.$/, 50_00],
  ['chargedBack', 'Partly charged back', /: \$15\.00 went back to your card\.$/, 15_00],
  ['kept', 'Dispute settled', /ended in your favor: this payment stands\.$/, 0],
] as const)('money added by card that goes back (%s) says so: %s', async (returnStep, title, text, amount) => {
  const at = '2026-11-24T15:05:00.000Z'
  const timeline = [
    { step: 'completed', at },
    { step: returnStep, at, ...(amount > 0 && { amount }) },
  ]
  await openDetail(aDepositRow(1, { state: 'COMPLETED', amount: 50_00, fee: 0, returnStep, timeline }))
  expect(screen.getAllByText(title)[0]).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})

test.each([
  [
    'contested',
    40_00,
    'Disputed payment',
    /card company is checking .* \$40\.00 of it is set aside/,
    'View the amount set aside',
  ],
  [
    'chargedBack',
    40_00,
    'Partly charged back',
    /'s card payment was charged back: \$40\.00 of \$50\.00 left/,
    'View the return',
  ],
  ['refunded', 50_00, 'Refunded', /refunded to them: \$50\.00 left your balance/, 'View the return'],
  ['takenBack', 50_00, 'Taken back', /^The bank took back .*: \$50\.00 left your balance/, 'View the return'],
] as const)('money from a person that goes back (%s, %i) says so, and leads to the return', async (...given) => {
  const [returnStep, amount, title, text, link] = given
  const at = '2026-11-24T15:05:00.000Z'
  const timeline = [
    { step: 'completed', at },
    { step: returnStep, at, amount },
  ]
  const returns = [transactionIdOf(2)]
  await openDetail(aReceivedRow(1, { method: 'card', amount: 50_00, returnStep, timeline, returns }))
  expect(screen.getAllByText(title)[0]).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: link })).toBeVisible()
})

test('money that went back, came again and went back once more is counted once, and leads to each of its rows', async () => {
  const at = '2026-11-24T15:05:00.000Z'
  const timeline = ['completed', 'chargedBack', 'kept', 'chargedBack'].map((step) => ({
    step,
    at,
    ...(step !== 'completed' && { amount: 50_00 }),
  }))
  const returns = [2, 3, 4].map(transactionIdOf)
  await openDetail(aReceivedRow(1, { method: 'card', amount: 50_00, returnStep: 'chargedBack', timeline, returns }))
  expect(screen.getByText(/: \$50\.00 left your balance/)).toBeVisible()
  expect(screen.getAllByRole('link', { name: /^View related transaction \d$/ })).toHaveLength(3)
})

test.each([
  ['reward', 'Reward taken back'],
  ['referral', 'Referral reward taken back'],
] as const)('a %s that was taken back is called so, and lists no fee', async (type, name) => {
  const reward = { type, to: null, toName: null, fullName: null, email: null } as const
  await openDetail(aRow(1, { ...reward, linkedId: transactionIdOf(2) }))
  expect(screen.getByRole('heading', { level: 2, name })).toBeVisible()
  // In the list and as the heading: neither its box nor a badge repeats it.
  expect(screen.getAllByText(/taken back/i)).toHaveLength(2 + screen.getAllByText(/^Taken back because/).length)
  for (const untrue of ['Completed', 'Fee'])
    expect(screen.queryByText(untrue, { selector: ':not(dt ~ dt)' })).toBeNull()
})

test.each([
  ['en', 25, 'Taken back', /^What earned this reward came back, so \$0\.25 of it left/],
  [
    'en',
    10,
    'Partly taken back',
    /\$0\.10 of it left your balance again\. Later rewards make up for the other \$0\.15\.$/,
  ],
  ['en', 0, 'Voided', /^What earned this reward came back\. .* so later rewards make up for the \$0\.25\.$/],
  ['es', 0, 'Anulada', /los \$0\.25 los cubren recompensas posteriores/],
  ['ko', 0, '적립 취소', /\$0\.25만큼 이후 리워드에서 메워요/],
  ['es', 25, 'Revertida', /salieron otra vez de tu saldo/],
  ['ko', 25, '회수됨', /다시 회수했어요/],
] as const)('a reward whose cause came back says so in %s (%i cents), and leads to where it went', async (...given) => {
  const [language, cents, badge, text] = given
  const at = '2026-11-24T15:05:00.000Z'
  const timeline = [
    { step: 'completed', at },
    { step: 'takenBack', at, amount: cents },
  ]
  // Where nothing could be taken, there is no row in which it went.
  const taken = { returnStep: 'takenBack' as const, timeline, returns: cents === 0 ? [] : [transactionIdOf(2)] }
  const row = aReceivedRow(1, { type: 'reward', from: null, fullName: null, email: null, amount: 25, ...taken })
  await openDetail(row, { lang: STORED_LANGUAGES[language] }, language)
  // In its row and in its head.
  expect(screen.getAllByText(badge, { selector: 'span' }).length).toBeGreaterThanOrEqual(2)
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByText(/^(?:Free|Gratis|무료)$/)).toBeNull()
  expect(
    screen.queryAllByRole('link', { name: /^(?:View the return|Ver la devolución|반환 내역 보기)$/ }),
  ).toHaveLength(taken.returns.length)
  expect(screen.queryByText(/\$0\.00/)).toBeNull()
})

test('a payment that was declined lists no fee, and asks for no other card where none was used', async () => {
  const declined = { state: 'CANCELLED', cancelReason: 'declined', method: 'paypal', balance: null } as const
  const timeline = ['pending', 'cancelled'].map((step) => ({ step, at: new Date().toISOString() }))
  await openDetail(aRow(1, { ...declined, fee: 88, timeline }))
  expect(screen.queryByText('Fee', { selector: 'dt' })).toBeNull()
  expect(factOf("What's needed")).toHaveTextContent(/^Try again, or pay another way\.$/)
  for (const text of [...screen.getAllByText('Declined'), screen.getByText('PayPal payment')])
    expect(text).toBeVisible()
  expect(screen.queryByText(/canceled/i)).toBeNull()
})

test('a card payment that its sender took back lists the fee, which stays charged', async () => {
  const takenBack = {
    state: 'CANCELLED',
    cancelReason: 'cancelledByUser',
    returnsAt: '2026-05-04T12:00:00.000Z',
  } as const
  await openDetail(aCardRow(1, { ...takenBack, fee: 88, balance: null }))
  expect(factOf('Fee')).toHaveTextContent('$0.88')
})

test('a payment by Zelle that waits for its payer says what is to be paid, by when and how', async () => {
  const row = { state: 'PENDING', method: 'zelle', cancellable: true, payBy: '2099-11-30T15:00:00.000Z' } as const
  await openDetail(aRow(1, row))
  expect(screen.getAllByText(/^Pay \$5\.00 from your bank by Nov 30, 2099/).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Not paid yet').length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'How to pay' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
})

test.each([
  { state: 'PENDING', payBy: '2099-11-30T15:00:00.000Z' },
  { state: 'ON HOLD', holdReason: 'zelleNotSeen' },
] as const)('a payment by Zelle for what was paid another way is no longer to be made ($state)', async (standing) => {
  await openDetail(
    aRow(1, { ...standing, type: 'invoice', method: 'zelle', fee: 5, cancellable: true, noLongerDue: 'paid' }),
  )
  expect(screen.getAllByText("Already paid: don't send $5.05 by Zelle").length).toBeGreaterThan(0)
  expect(screen.getByText(/once it reaches us, we'll add it to your balance, fee included\.$/)).toBeVisible()
  expect(screen.getAllByText('Not needed').length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'How to pay' })).toBeNull()
  expect(screen.getByRole('link', { name: "I've sent it" })).toHaveAttribute('href', '/payments/zelle')
  expect(screen.getAllByRole('button', { name: 'Cancel payment' })).toHaveLength(1)
})

test('a payment by Zelle for what was paid another way asks for nothing once its time is over', async () => {
  const ended = { state: 'CANCELLED', cancelReason: 'expired', noLongerDue: 'paid' } as const
  await openDetail(aRow(1, { ...ended, type: 'invoice', method: 'zelle', balance: null }))
  expect(screen.getByText(/^This no longer needs to be paid\. If you've paid from your bank/)).toBeVisible()
  expect(screen.getByText('No one; this is over')).toBeVisible()
  expect(screen.queryByText(/start again/i)).toBeNull()
})

test('a payment whose page was left is called the same as one by Zelle that waits for its payer', async () => {
  const session = { sendSessionId: sendSessionIdOf(1), transactionId: transactionIdOf(1), fee: 0, totalCharge: 500 }
  const stands = { state: 'PENDING', next: 'pay', amount: 500, url: 'https://pay.example/1' } as const
  server.use(answers('paymentSession', { ...session, ...stands }))
  await openDetail(aRow(1, { state: 'PENDING', method: 'paypal', sendSessionId: session.sendSessionId }))
  expect(await screen.findByText("You haven't finished paying")).toBeVisible()
  expect(screen.getAllByText('Not paid yet').length).toBeGreaterThan(0)
  expect(screen.queryByText('Pending')).toBeNull()
})

test('money by Zelle that came as another amount shows what came, beside what was asked for', async () => {
  const row = { state: 'ON HOLD', holdReason: 'zelleMismatch', method: 'zelle', amount: 50_00, fee: 50 } as const
  await openDetail(aDepositRow(1, { ...row, received: 40_00, balance: null }))
  const said = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling
  expect(said('Asked for')).toHaveTextContent('$50.50')
  expect(said('Received')).toHaveTextContent('$40.00')
  expect(screen.queryByText('+$50.00')).toBeNull()
})

test.each([
  [
    'Canceled',
    /didn't match this payment.+We added the \$40\.00 that came to your balance instead/,
    { givenBack: 40_00 },
  ],
  ['Transaction declined', /didn't match this payment.+The \$40\.00 that came goes back to your bank/, {}],
] as const)(
  'a payment by Zelle that ended because what came did not match it says where that is: %s',
  async (title, text, more) => {
    const row = {
      state: 'CANCELLED',
      cancelReason: 'rejected',
      method: 'zelle',
      balance: null,
      cancellable: false,
    } as const
    await openDetail(aDepositRow(1, { ...row, received: 40_00, ...more }))
    expect(screen.getAllByText(title)[0]).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  },
)

test('a card payment whose money came after it had ended says that it goes back, and not that nothing was charged', async () => {
  await openDetail(
    aRow(1, { state: 'CANCELLED', cancelReason: 'expired', method: 'card', received: 10_50, balance: null }),
  )
  expect(screen.getByText(/already ended when your payment came.+The \$10\.50 that came goes back/)).toBeVisible()
  expect(screen.queryByText(/Nothing was charged/)).toBeNull()
})

test.each([
  [
    'a withdrawal that had to be kept apart',
    { type: 'withdraw', method: 'bank', state: 'CANCELLED', cancelReason: 'keptApart' },
    /keep this money apart, so it isn't in your balance/,
  ],
  [
    'the row by which its money left',
    { type: 'adjustment', linkedId: transactionIdOf(2), fullName: null },
    /money of a withdrawal that we had to keep apart/,
  ],
] as const)('%s says that the money is not in the balance', async (_what, change, text) => {
  await openDetail(aRow(1, change))
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByText(/back in your balance/)).toBeNull()
})

const DISPUTES = [
  ['ON HOLD', 'contested', ['onHold'], ['Disputed', 'Decision']],
  ['ON HOLD', 'warned', ['onHold'], ['Fraud warning', 'Decision']],
  ['CANCELLED', 'cleared', ['onHold', 'cancelled'], ['Fraud warning', 'Warning cleared']],
  ['CANCELLED', 'replaced', ['onHold', 'cancelled'], ['Fraud warning', 'Canceled']],
  ['COMPLETED', 'chargedBack', ['onHold', 'completed'], ['Disputed', 'Charged back']],
  ['CANCELLED', 'kept', ['onHold', 'cancelled'], ['Disputed', 'Payment stands']],
  ['COMPLETED', 'refunded', ['onHold', 'completed'], ['Refunded']],
] as const

test.each(DISPUTES)(
  'the row of money that goes back, %s and %s, names its steps by what they stand for',
  async (state, returnStep, steps, titles) => {
    const timeline = steps.map((step) => ({ step, at: '2026-11-24T15:05:00.000Z' }))
    await openDetail(aRow(1, { type: 'reversal', state, returnStep, timeline, method: 'card', cancelReason: null }))
    const shown = within(screen.getByRole('list', { name: 'Progress so far' })).getAllByRole('listitem')
    expect(shown).toHaveLength(titles.length)
    titles.forEach((title, at) => expect(shown[at]).toHaveTextContent(title))
    expect(screen.queryByText('Completed')).toBeNull()
  },
)

test('of what waits for a provider’s word it says who acts next and when we ask again, as the reader’s clock has it', async () => {
  readingIn('Asia/Seoul')
  const looksAgainAt = '2026-11-24T15:05:00.000Z'
  await openDetail(aRow(1, { state: 'ON HOLD', holdReason: 'providerUnknown', balance: null, looksAgainAt }))
  const said = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling
  expect(said('Who acts next')).toHaveTextContent('The bank or payment company')
  expect(said('By when')).toHaveTextContent(/We ask again on Nov 25, 2026, 12:05 AM/)
  vi.restoreAllMocks()
})

const aCardRow = (number: number, change: Partial<Transaction>) => aRow(number, { method: 'card', ...change })

const ENDS = [
  ['cancelledByUser', /This was taken back/],
  ['declined', /was declined/],
  ['expired', /wasn't finished in time/],
  ['rejected', /couldn't approve this payment/],
  ['returned', /disputed, refunded or taken back before it went through/],
  ['unclaimed', /Nobody claimed/],
  ['recipientDidNotVerify', /didn't verify their identity in time/],
  ['triedAgain', /^You tried this payment again/],
] as const

test.each([
  ['PENDING', /^You tried this payment again/],
  ['COMPLETED', /^You paid in another attempt/],
] as const)(
  'a declined attempt whose payer went on with another, now %s, asks nothing and leads there',
  async (state, text) => {
    const ended = { state: 'CANCELLED', method: 'card', balance: null, sendSessionId: `pss_${'0'.repeat(22)}` } as const
    const laterAttempt = { id: transactionIdOf(2), state }
    await openDetail(aDepositRow(1, { ...ended, cancelReason: 'declined', laterAttempt }))
    expect(screen.getByText(text)).toBeVisible()
    expect(factOf("What's needed")).toHaveTextContent('Nothing. You tried this payment again.')
    expect(factOf('Who acts next')).toHaveTextContent(/^No one/)
    expect(screen.queryByRole('link', { name: 'Add money again' })).toBeNull()
    expect(screen.getByRole('link', { name: 'View the other attempt' })).toBeVisible()
  },
)

test.each(ENDS)('cancelled because of %s is explained', async (cancelReason, text) => {
  await openDetail(aRow(1, { state: 'CANCELLED', cancelReason, balance: null }))
  expect(screen.getAllByText(text)[0]).toBeVisible()
})

test.each([
  ['cancelledByUser', /^This was canceled\. If you've paid from your bank, that money goes back there/],
  ['expired', /didn't find your payment in time.+If you've paid from your bank, that money goes back there/],
  ['rejected', /couldn't approve this payment\. If you've paid from your bank, that money goes back there/],
] as const)('of a payment by Zelle that ended as %s it is not said that no money moved', async (cancelReason, text) => {
  await openDetail(aDepositRow(1, { state: 'CANCELLED', cancelReason, method: 'zelle', balance: null }))
  expect(screen.getByText(text)).toBeVisible()
})

test.each([
  ['cancelledByUser', 'This was taken back. The money is in your balance.'],
  ['rejected', "This couldn't reach them, so the money is in your balance, fee included."],
  ['expired', "This couldn't reach them, so the money is in your balance, fee included."],
] as const)(
  'a card payment that waited for its receiver and ended as %s says where its money is',
  async (reason, text) => {
    const ended = { state: 'CANCELLED', cancelReason: reason, returnsAt: '2026-05-04T12:00:00.000Z' } as const
    await openDetail(aCardRow(1, { ...ended, fee: 88, balance: null }))
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByText('Transaction declined')).toBeNull()
  },
)

test.each([
  ['an invoice', { type: 'invoice', invoiceId: invoiceIdOf(3) }],
  ['a request', { type: 'sent', requestId: `req_${'3'.padStart(32, '0')}` }],
] as const)(
  'money that came too late for %s is said to be back, and not to have been declined',
  async (_what, change) => {
    const late = {
      state: 'CANCELLED',
      cancelReason: 'rejected',
      notNeeded: true,
      method: 'card',
      balance: null,
    } as const
    await openDetail({ ...aRow(1, { fee: 88 }), ...late, ...change })
    expect(screen.getByText(/wasn't needed anymore, so it's back in your balance, fee included/)).toBeVisible()
    expect(screen.queryByText('Transaction declined')).toBeNull()
  },
)

test('money whose receiver was gone when it came is said to be in the balance', async () => {
  const gone = {
    state: 'CANCELLED',
    cancelReason: 'rejected',
    undeliverable: true,
    method: 'card',
    balance: null,
  } as const
  // Nothing was charged for it.
  await openDetail({ ...aRow(1, { fee: 0 }), ...gone })
  expect(screen.getByText("This couldn't reach them, so the money is in your balance.")).toBeVisible()
  expect(screen.queryByText('Transaction declined')).toBeNull()
})

test.each([
  ['a payment that was disputed before it went through', { method: 'card' }, 'Nothing. It was canceled.', /^No one/],
  [
    'a payment that was not approved',
    { cancelReason: 'declined', decideBy: '2026-05-04T12:00:00.000Z' },
    'Nothing. It was canceled.',
    /^No one/,
  ],
  ['a withdrawal that came back', { type: 'withdraw', method: 'bank' }, /^Check the account before/, 'You'],
  [
    'a withdrawal to a closed account',
    { type: 'withdraw', method: 'bank', returnReason: 'R02' },
    'Add another account.',
    'You',
  ],
] as const)('of %s it says what is needed, and by whom', async (_what, change, needed, actor) => {
  await openDetail(aRow(1, { state: 'CANCELLED', cancelReason: 'returned', balance: null, ...change }))
  expect(factOf("What's needed")).toHaveTextContent(needed)
  expect(factOf('Who acts next')).toHaveTextContent(actor)
})

test('how an invoice was paid is shown to its payer and not to its issuer', async () => {
  await openDetail(aReceivedRow(1, { type: 'invoice', method: 'card' }))
  expect(screen.queryByText('Method')).toBeNull()
})

test('a withdrawal names whose account it goes to', async () => {
  const withdrawal = { type: 'withdraw', method: 'bank', to: null, fullName: null, payee: 'Rosa Díaz' } as const
  await openDetail(aRow(1, withdrawal))
  expect(screen.getByRole('heading', { level: 2, name: 'Rosa Díaz' })).toBeVisible()
  expect(factOf('To')).toHaveTextContent('Rosa Díaz')
})

test('money that a bank sends back after it had arrived says so, and what is in the balance again', async () => {
  await openDetail(aReceivedRow(1, { type: 'reversal', method: 'bank', from: null, fullName: null }))
  expect(
    screen.getByText(/^The bank sent this money back\..* is back in your balance\. Check the account/),
  ).toBeVisible()
  expect(factOf('From')).toHaveTextContent('Bank account')
})

test.each([
  ['a card payment under way', aDepositRow(1, { state: 'PENDING', balance: null }), 'Card payment', 'Money added'],
  [
    'a canceled card payment',
    aDepositRow(1, { state: 'CANCELLED', cancelReason: 'expired' }),
    'Payment canceled',
    'Money added',
  ],
  ['money on hold', aRow(1, { state: 'ON HOLD', holdReason: 'underReview' }), 'Sending', 'You sent'],
  [
    'an invoice that is being paid',
    aRow(1, { type: 'invoice', method: 'zelle', state: 'PENDING', cancellable: true }),
    'Paying an invoice',
    'Invoice',
  ],
  [
    'an own invoice whose money waits',
    aReceivedRow(1, { type: 'invoice', method: 'card', state: 'ON HOLD', holdReason: 'recipientKycRequired' }),
    'Paying your invoice',
    'Paying an invoice',
  ],
  [
    'a canceled payment of an invoice',
    aRow(1, { type: 'invoice', method: 'card', state: 'CANCELLED', cancelReason: 'expired' }),
    'Invoice payment canceled',
    'Invoice',
  ],
  ['a canceled send', aRow(1, { state: 'CANCELLED', cancelReason: 'cancelledByUser' }), 'Send canceled', 'You sent'],
] as const)('%s is called what it is, not what it would have become', async (_name, row, title, untrue) => {
  signedInAs()
  server.use(answers('listTransactions', aList(row)), answers('getTransaction', row), ...beyond)
  const app = await openApp('/movements')
  const link = await screen.findByRole('link', { name: /\$/ })
  expect(link).toHaveTextContent(title)
  await app.user.click(link)
  await screen.findByText(row.reference)
  expect(screen.getAllByText(title)).not.toHaveLength(0)
  expect(screen.queryByText(untrue)).toBeNull()
})

test('the receiver sees that the money was taken back', async () => {
  await openDetail(aReceivedRow(1, { state: 'CANCELLED', cancelReason: 'cancelledByUser', balance: null }))
  expect(screen.getByText('This was taken back before it reached you.')).toBeVisible()
})

test('money that waits for its receiver can be taken back, after a question', async () => {
  const row = aRow(1, { state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null, cancellable: true })
  const app = await openDetail(row)
  let asked: unknown
  server.use(
    handles('cancelTransaction', ({ body }) => {
      asked = body
      return Response.json({ data: { transactionId: row.id, state: 'CANCELLED' } })
    }),
    answers('getTransaction', { ...row, state: 'CANCELLED', cancelReason: 'cancelledByUser', version: 2 }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Cancel and get it back' }))
  const dialog = await screen.findByRole('dialog', { name: 'Get $5.00 back?' })
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel and get it back' }))
  expect(await screen.findByText('This was taken back. The money is in your balance.')).toBeVisible()
  expect(asked).toEqual({ transactionId: row.id })
})

test('money on hold asks its receiver to verify their identity', async () => {
  await openDetail(aReceivedRow(1, { state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null }))
  expect(screen.getByText(/Verify your identity to get this money/)).toBeVisible()
})

const declined = (next: 'retryOrFinish' | 'pay') =>
  answers('paymentSession', {
    sendSessionId: sendSessionIdOf(5),
    transactionId: transactionIdOf(1),
    state: 'PENDING',
    next,
    amount: 500,
    fee: 0,
    totalCharge: 500,
    url: null,
  })

test('a declined card is called declined, and the payment can be cancelled where it is listed', async () => {
  const row = aDepositRow(1, { state: 'PENDING', balance: null, sendSessionId: sendSessionIdOf(5) })
  const app = await openDetail(row)
  server.use(declined('retryOrFinish'))
  await queryClient.invalidateQueries()
  expect(await screen.findByText('Card declined')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()

  server.use(refuses('cancelTransaction', 'serviceUnavailable'))
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  expect(await screen.findByText("The payment wasn't canceled")).toBeVisible()

  let asked: unknown
  server.use(
    handles('cancelTransaction', ({ body }) => {
      asked = body
      return Response.json({ data: { transactionId: row.id, state: 'CANCELLED' } })
    }),
    answers('getTransaction', { ...row, state: 'CANCELLED', cancelReason: 'cancelledByUser', version: 2 }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Cancel payment' }))
  expect(await screen.findByText('This was canceled. No money moved.')).toBeVisible()
  expect(asked).toEqual({ transactionId: row.id })
})

test('an unfinished card payment is continued with one tap', async () => {
  const app = await openDetail(aDepositRow(1, { state: 'PENDING', balance: null, sendSessionId: sendSessionIdOf(5) }))
  const open = vi.spyOn(provider, 'open').mockReturnValue(undefined)
  let sent: unknown
  server.use(
    handles('startDeposit', ({ body }) => {
      sent = body
      const url = 'https://pay.example/2'
      const ids = { transactionId: transactionIdOf(1), sendSessionId: sendSessionIdOf(5) }
      return Response.json({ data: { ...ids, tipo: 'redirect', url, fee: 0, totalCharge: 500 } })
    }),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Finish paying' }))
  await waitFor(() => expect(open).toHaveBeenCalledWith('https://pay.example/2'))
  expect(sent).toMatchObject({ amount: 500, expectedTotalCharge: 500, sendSessionId: sendSessionIdOf(5) })
  expect(providerPage.id()).toBe(sendSessionIdOf(5))
  open.mockRestore()
})

test('a payment for an invoice leads to the invoice, and is finished where it was begun', async () => {
  const row = aRow(1, {
    type: 'invoice',
    method: 'card',
    state: 'PENDING',
    balance: null,
    sendSessionId: sendSessionIdOf(5),
  })
  const app = await openDetail({ ...row, invoiceId: invoiceIdOf(3) })
  const open = vi.spyOn(provider, 'open').mockReturnValue(undefined)
  await app.user.click(await screen.findByRole('button', { name: 'Finish paying' }))
  await waitFor(() => expect(open).toHaveBeenCalledWith('https://pay.example/page'))
  open.mockRestore()
  server.use(answers('getInvoice', aReceivedInvoice(3)), answers('listInvoices', invoiceList(aReceivedInvoice(3))))
  await app.user.click(screen.getByRole('link', { name: 'View' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Invoice from Ana Ruiz' })).toBeVisible()
  expect(app.path()).toBe('/invoice/detail')
})

test('the own note is written, bounded and shown to its writer', async () => {
  const app = await openDetail(aRow(1))
  let sent: unknown
  server.use(
    handles('noteTransaction', ({ body }) => {
      sent = body
      return Response.json({ data: { transactionId: transactionIdOf(1), note: 'For the taxes' } })
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Add a private note' }))
  const field = screen.getByRole('textbox', { name: 'Private note' })
  expect(field).toHaveAttribute('maxlength', '280')
  await app.user.type(field, ' For the taxes ')
  await app.user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByRole('region', { name: 'Private note' })).toHaveTextContent('For the taxes')
  expect(sent).toEqual({ transactionId: transactionIdOf(1), note: 'For the taxes' })
})

test('sending again begins with the same person and amount', async () => {
  const app = await openDetail(aRow(1))
  await app.user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'How much?' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Amount to send' })).toHaveValue('5')
  expect(screen.getByText('@ana.ruiz-9k2m')).toBeVisible()
})

test('with the balance hidden neither the list nor the detail gives it away', async () => {
  const row = aRow(1, { balance: 9_988 })
  signedInAs({ wallet: { USD: 9_988 }, hideBalance: true })
  server.use(answers('listTransactions', aList(row)), answers('getTransaction', row), ...beyond)
  const app = await openApp('/movements')
  await app.user.click(await screen.findByRole('button', { name: 'Running balance' }))
  expect(await screen.findByText(/••••••/)).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: /\$/ }))
  await screen.findByText(row.reference)
  expect(factOf('Balance after')).toHaveTextContent('Balance hidden')
  expect(document.body).not.toHaveTextContent('99.88')
})

test.each([
  ['the sender', aRow, /Ana Ruiz has until May 4, 2026/, 'Cancel and get it back'],
  ['a sender who paid by card', aCardRow, /Ana Ruiz has until May 4, 2026/, 'Cancel and get it back'],
  ['the receiver', aReceivedRow, /You have until May 4, 2026/, null],
] as const)('held money names its deadline to %s, who acts next, and the way out', async (_who, rowOf, text, way) => {
  const held = { state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null, cancellable: true } as const
  await openDetail(rowOf(1, { ...held, returnsAt: '2026-05-04T12:00:00.000Z' }))
  expect(screen.getByText(text)).toBeVisible()
  if (way !== null) expect(screen.getByRole('button', { name: way })).toBeVisible()
})

const aWithdrawal = (change: Partial<Transaction> = {}): Transaction => {
  const account = { fullName: null, payee: 'María López', bankName: 'Chase', accountNumber: '••••6789' }
  return aRow(1, { type: 'withdraw', method: 'bank', to: null, ...account, ...change })
}

test('a withdrawal names the bank and the last digits of the account', async () => {
  await openDetail(aWithdrawal())
  expect(factOf('To')).toHaveTextContent('María López')
  expect(screen.getByText('Chase ••••6789')).toBeVisible()
})

const aPaypalWithdrawal = (change: Partial<Transaction>) =>
  aRow(1, { type: 'withdraw', method: 'paypal', to: null, fullName: null, paypalEmail: 'rosa@example.com', ...change })

test('a withdrawal that nobody has claimed at PayPal says where to claim it, when it comes back, and can be canceled', async () => {
  const waiting = { state: 'PENDING', balance: null, fee: 50, returnsAt: '2026-12-24T12:00:00.000Z' } as const
  await openDetail(aPaypalWithdrawal({ ...waiting, cancellable: true }))
  // In the list beside it, and in its head.
  expect(screen.getAllByText('Not claimed yet')).toHaveLength(2)
  expect(
    screen.getByText(
      /at PayPal with rosa@example\.com\. If nobody claims it, it comes back to you on Dec 24, 2026, fee/,
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible()
})

test('a withdrawal to PayPal that moves on again is not said to be unclaimed', async () => {
  const claimed = { state: 'PENDING', balance: null, returnsAt: '2026-12-24T12:00:00.000Z' } as const
  await openDetail(aPaypalWithdrawal({ ...claimed, cancellable: false }))
  expect(screen.queryByText('Not claimed yet')).toBeNull()
})

test('a withdrawal that PayPal denied blames no bank, and asks for nothing that is not needed', async () => {
  await openDetail(aPaypalWithdrawal({ state: 'CANCELLED', cancelReason: 'rejected', balance: null }))
  expect(screen.getByText(/^This withdrawal wasn't accepted\..*back in your balance\.$/)).toBeVisible()
  expect(screen.queryByText(/The bank|Check the account/)).toBeNull()
  expect(factOf("What's needed")).toHaveTextContent(/^Nothing\./)
})

test.each([
  [aRow(1, { type: 'reward', to: null, fullName: null, linkedId: transactionIdOf(2) }), /^Taken back because/],
  [
    aDepositRow(1, { method: 'zelle', matched: true, linkedId: transactionIdOf(2) }),
    /^We matched a Zelle payment to you\./,
  ],
])('what its owner did not ask for says why it is there, in the list and on its own', async (row, words) => {
  await openDetail(row)
  expect(screen.getAllByText(words)).toHaveLength(2)
})

test('money that PayPal sent back to the balance says so on its own row', async () => {
  await openDetail(aPaypalWithdrawal({ type: 'reversal', amount: 52_25, linkedId: transactionIdOf(2) }))
  expect(
    screen.getByText(
      'PayPal sent this money back. $52.25 is back in your balance. Check your PayPal account before you try again.',
    ),
  ).toBeVisible()
})

const AT = new Date().toISOString()
const RETURNED = ['pending', 'completed', 'returned'].map((step) => ({ step, at: AT }))
const cameBack = (code: string) => ({
  amount: 50_00,
  fee: 2_25,
  returnedAs: transactionIdOf(2),
  returnReason: code,
  timeline: RETURNED,
})

test.each([
  ['R01', "The account is short of funds, says the bank, which doesn't fit money sent to it.", "It's under review and"],
  ['R16', 'The account is frozen.', 'We have to keep it apart while our team reviews it, so it'],
  ['R85', 'The bank gave the return code R85.', "It's under review and"],
])('money that a bank returned by %s and that is kept apart is never said to be back', async (code, words, kept) => {
  await openDetail(aWithdrawal(cameBack(code)))
  expect(
    screen.getByText(`This money came back. ${words} ${kept} isn't in your balance.`, { exact: false }),
  ).toBeVisible()
  expect(screen.queryByText(/back in your balance/)).toBeNull()
  expect(screen.getByRole('link', { name: 'View the return' })).toBeVisible()
})

test('if only a part came back, only that part is said to be back', async () => {
  await openDetail(aWithdrawal({ ...cameBack('R85'), givenBack: 30_00 }))
  expect(screen.getByText(/\$30\.00 is back in your balance\. Check the account before you try again\.$/)).toBeVisible()
})

test.each([
  ['R02', 'The account is closed.', 'Add another account.'],
  ['R03', 'The bank has no account with this number and name.', 'Correct the account or add another.'],
  ['R23', 'The account holder refused the money.', 'Check the account before you try again.'],
])(
  'what a bank returned by %s says why in words and what to do, and leads to the return, never to itself',
  async (code, words, next) => {
    const app = await openDetail(aWithdrawal({ ...cameBack(code), givenBack: 52_25 }))
    expect(screen.getByText(`$52.25 is back in your balance. ${next}`, { exact: false })).toBeVisible()
    const steps = within(screen.getByRole('list', { name: 'Progress so far' }))
    expect(steps.getByText(words)).toBeVisible()
    // A step that it went through, not where it stands.
    expect(screen.getAllByText('Completed')).toHaveLength(1)
    const links = screen.getAllByRole('link', { name: /^View/ })
    expect(links.map(({ textContent }) => textContent)).toEqual(['View the return'])

    const back = aWithdrawal({
      id: transactionIdOf(2),
      reference: 'PU-TEST0002',
      type: 'reversal',
      payee: undefined,
      linkedId: transactionIdOf(1),
      returnReason: code,
      amount: 52_25,
    })
    server.use(answers('getTransaction', back))
    await app.user.click(screen.getByRole('link', { name: 'View the return' }))
    expect(
      await screen.findByText(`The bank sent this money back. ${words} $52.25 is back in your balance. ${next}`, {
        exact: false,
      }),
    ).toBeVisible()
    expect(app.router.history.location.state.movement).toBe(transactionIdOf(2))
    await app.user.click(screen.getByRole('link', { name: 'View the withdrawal' }))
    expect(app.router.history.location.state.movement).toBe(transactionIdOf(1))
  },
)

test('what came back before it arrived says why, on its row as well', async () => {
  await openDetail(aWithdrawal({ amount: 50_00, state: 'CANCELLED', cancelReason: 'returned', returnReason: 'R03' }))
  const words = 'The bank has no account with this number and name.'
  expect(screen.getByRole('link', { name: new RegExp(words) })).toBeVisible()
  expect(screen.getByText(`${words} $50.00 is back in your balance.`, { exact: false })).toBeVisible()
})

test('what the bank sent back before it arrived and we look into says so, why, and what comes next', async () => {
  await openDetail(aWithdrawal({ state: 'ON HOLD', holdReason: 'underReview', returnReason: 'R24' }))
  const next = "We're checking why. Then the money goes back to your balance, or we'll ask you for more information."
  const said = `The bank sent this money back. The bank took it for a duplicate. ${next}`
  expect(screen.getByText(said)).toBeVisible()
})

test.each([
  ['en', 'the amount alone', /^The account is closed\. \$50\.00 is back in your balance\. Add another account\.$/, 0],
  ['en', 'and its fee', /\$52\.25 with its fee is back in your balance/, 2_25],
  ['es', 'solo el monto', /^La cuenta está cerrada\. \$50\.00 están de nuevo en tu saldo\. Agrega otra cuenta\.$/, 0],
  ['ko', 'the amount alone', /^해지된 계좌예요\. \$50\.00 다시 잔액에 들어왔어요\. 다른 계좌를 추가해 주세요\.$/, 0],
] as const)(
  'a return says in %s that a fee is back only where one was charged: %s',
  async (language, _what, said, fee) => {
    await openDetail(
      aWithdrawal({ amount: 50_00, fee, state: 'CANCELLED', cancelReason: 'returned', returnReason: 'R02' }),
      { lang: STORED_LANGUAGES[language] },
      language,
    )
    expect(screen.getByText(said)).toBeVisible()
  },
)

const CANCELLED = { state: 'CANCELLED', balance: null } as const
const CORRECTED = { bankAccount: 'rcp_00000000-0000-7000-8000-000000000007' }
const toAccount = { recipientId: CORRECTED.bankAccount }

test.each([
  ['R02', aWithdrawal({ ...CANCELLED, cancelReason: 'returned', returnReason: 'R02' }), 'Add account', null],
  [
    'R03',
    aWithdrawal({ ...CANCELLED, ...toAccount, cancelReason: 'returned', returnReason: 'R03' }),
    'Correct it',
    CORRECTED,
  ],
  [
    'R03 after it arrived',
    aWithdrawal({ ...cameBack('R03'), ...toAccount, givenBack: 50_00 }),
    'Correct it',
    CORRECTED,
  ],
])(
  'a withdrawal returned by %s leads to the form that its advice means, and back to the accounts',
  async (...given) => {
    const [, row, label, state] = given
    const app = await openDetail(row)
    server.use(answers('listRecipients', { items: [] }))
    await app.user.click(screen.getByRole('button', { name: label }))
    await waitFor(() => expect(app.path()).toBe('/payments/withdraw/bank/recipient-details'))
    if (state !== null) expect(app.router.history.location.state).toMatchObject(state)
    app.router.history.back()
    await waitFor(() => expect(app.path()).toBe('/payments/withdraw/bank'))
  },
)

test('the row of a return leads to the account and the amount of the withdrawal that came back', async () => {
  const withdrawn = aWithdrawal({ ...cameBack('R03'), ...toAccount, id: transactionIdOf(2), givenBack: 52_25 })
  const back = aWithdrawal({
    type: 'reversal',
    payee: undefined,
    linkedId: withdrawn.id,
    returnReason: 'R03',
    amount: 52_25,
  })
  signedInAs({ wallet: { USD: 5000 } })
  server.use(
    answers('listTransactions', aList(back)),
    handles('getTransaction', ({ body }) => {
      const { transactionId } = body as { transactionId: string }
      return HttpResponse.json({ data: transactionId === withdrawn.id ? withdrawn : back })
    }),
    answers('listRecipients', { items: [] }),
    ...beyond,
  )
  const app = await openApp('/movements')
  await app.user.click(await screen.findByRole('link', { name: /\$/ }))
  await app.user.click(await screen.findByRole('button', { name: 'Correct it' }))
  await waitFor(() => expect(app.path()).toBe('/payments/withdraw/bank/recipient-details'))
  expect(app.router.history.location.state).toMatchObject(CORRECTED)
  app.router.history.back()
  await waitFor(() => expect(readDraft('withdraw', app.router.history.location.state)).toMatchObject({ amount: 50_00 }))
})

test.each([
  ['sent back at our request', aWithdrawal({ ...CANCELLED, cancelReason: 'returned', returnReason: 'R06' }), 'bank'],
  ['canceled', aWithdrawal({ ...CANCELLED, cancelReason: 'cancelledByUser' }), 'bank'],
  ['not claimed', aPaypalWithdrawal({ ...CANCELLED, cancelReason: 'unclaimed' }), 'paypal'],
])('a withdrawal that was %s can be made again', async (_what, row, way) => {
  const app = await openDetail(row)
  server.use(answers('listRecipients', { items: [] }))
  await app.user.click(screen.getByRole('button', { name: 'Withdraw again' }))
  await waitFor(() => expect(app.path()).toBe(`/payments/withdraw/${way}`))
  expect(readDraft('withdraw', app.router.history.location.state)).toMatchObject({ amount: row.amount })
})

test.each([
  ['was refused', aWithdrawal({ ...CANCELLED, cancelReason: 'rejected' })],
  ['is kept apart', aWithdrawal(cameBack('R16'))],
])('no next step is offered for a withdrawal that %s', async (_what, row) => {
  await openDetail(row)
  expect(screen.queryByRole('button', { name: /Withdraw again|Add account|Correct it/ })).toBeNull()
})

test('a payment that PayPal keeps back says so, and is not offered to be canceled', async () => {
  await openDetail(
    aRow(1, { method: 'paypal', state: 'PENDING', balance: null, providerHolds: true, cancellable: false }),
  )
  expect(await screen.findByText("PayPal hasn't released the money yet")).toBeVisible()
  expect(screen.getByText(/^PayPal is reviewing this payment/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /cancel/i })).toBeNull()
})

test('a payment that can be undone says until when, and is undone after a question', async () => {
  const waiting = {
    state: 'PENDING',
    arrivesAt: '2026-03-31T20:15:00.000Z',
    balance: null,
    paymentDate: null,
    cancellable: true,
  } as const
  const app = await openDetail(aRow(1, waiting))
  expect(await screen.findAllByText(/^Arrives at \d+:15/)).not.toHaveLength(0)
  expect(screen.getByText('Until then you can undo it.')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Undo' }))
  const dialog = await screen.findByRole('dialog', { name: /back\?$/ })
  server.use(answers('cancelTransaction', { transactionId: transactionIdOf(1), state: 'CANCELLED' }))
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel and get it back' }))
  expect(await screen.findByText('The money is back in your balance')).toBeVisible()
})

test('who is to receive it sees when it arrives, and has nothing to undo', async () => {
  await openDetail(aReceivedRow(1, { state: 'PENDING', arrivesAt: '2026-03-31T20:15:00.000Z', cancellable: false }))
  expect(screen.getByText(/can still take it back until then\.$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a deposit that was taken back after its money was spent says so, what is owed and how to pay it', async () => {
  const row = aDepositRow(1, { state: 'COMPLETED', leftDebt: true })
  await openDetail(row, { owed: { USD: 70_07, transactionId: row.id } })
  expect(screen.getByText('You owe $70.07')).toBeVisible()
  expect(screen.getByText(/taken back after it had been spent/)).toHaveTextContent(/can't send or withdraw/)
  expect(screen.getByRole('link', { name: 'Add money' })).toHaveAttribute('href', '/deposit-now')
})

test('once the debt is paid, the deposit that it came of says that nothing is owed', async () => {
  await openDetail(aDepositRow(1, { state: 'COMPLETED', leftDebt: true }))
  expect(screen.getByText('Taken back, and settled')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Add money' })).toBeNull()
})

test.each([
  'sent',
  'received',
  'deposit',
  'withdraw',
  'invoice',
  'reward',
  'refund',
  'reversal',
  'adjustment',
] as const)('a problem can be reported from a transaction of the kind %s', async (type) => {
  server.use(answers('listDisputes', { items: [], last: null, end: true }))
  await openDetail(aRow(1, { type }))
  expect(await screen.findByRole('link', { name: 'Report a problem' })).toHaveAttribute(
    'href',
    '/settings/disputes/new',
  )
})
