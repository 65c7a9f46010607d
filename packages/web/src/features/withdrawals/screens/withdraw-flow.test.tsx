import type { Transaction } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '#lib/browser/clock.ts'
import { paths } from '#lib/layout/paths.ts'
import { fakeClock } from '#test/fake-clock.ts'
import { aConfig, aLimit, aQuotedLimit, coolingLimits, limitsOf, quoting } from '#test/money.ts'
import { aRow, transactionIdOf } from '#test/movements.ts'
import { aRecipient } from '#test/recipients.ts'
import { aMe, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'
import { readingIn } from '#test/zone.ts'

const expected = { from: '2026-11-25', to: '2026-11-27' }
const receipt = {
  transactionId: transactionIdOf(1),
  state: 'PENDING' as const,
  fee: 300,
  totalCharge: 10_300,
  expected,
  balance: 89_700,
  reference: 'PU-ABCD2345',
}
const row = aRow(1, {
  type: 'withdraw',
  method: 'bank',
  state: 'PENDING',
  to: null,
  amount: 10_000,
  fee: 300,
  expected,
  cancellable: true,
  paymentDate: null,
  fullName: 'María López',
  timeline: [{ step: 'pending', at: '2026-11-20T20:00:00.000Z' }],
})

beforeEach(() =>
  server.use(
    answers('listRecipients', { items: [aRecipient()] }),
    answers('limits', limitsOf(aLimit({ operation: 'withdraw' }))),
    answers('feeAmount', quoting({ fee: 300, arrives: expected })),
    answers('withdrawBank', receipt),
    answers('getTransaction', row),
  ),
)
afterEach(() => {
  setClock()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const amountField = () => screen.findByRole('textbox', { name: 'Amount to withdraw' })
const withdrawButton = (amount = '$103.00') => screen.findByRole('button', { name: `Withdraw ${amount}` })

const openAmount = async (wallet = 100_000) => {
  signedInAs({ wallet: { USD: wallet } })
  const app = await openApp(paths.withdrawBank.path)
  await app.user.click(await screen.findByRole('button', { name: /María López/ }))
  await amountField()
  return app
}

const openDetails = async (amount = '100') => {
  const app = await openAmount()
  await app.user.type(await amountField(), amount)
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(async () => expect(await withdrawButton()).not.toHaveAttribute('aria-disabled'))
  return app
}

const recording = (key: 'withdrawBank' | 'withdrawPaypal', answer: () => Response) => {
  const sent: { key: string | null; body: unknown }[] = []
  server.use(
    handles(key, ({ headers, body }: Seen) => {
      sent.push({ key: headers.get('Idempotency-Key'), body })
      return answer()
    }),
  )
  return sent
}

test.each([paths.withdraw.path, paths.withdrawBank.path, paths.withdrawBankRecipient.path])(
  'RT-55 RT-56 below tier 1 %s leads home, and from tier 1 on it is there',
  async (path) => {
    signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
    const app = await openApp(path)
    await waitFor(() => expect(app.path()).toBe('/home'))
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent("You can't withdraw yetVerify your identity first.")
    expect(within(notice).getByRole('link', { name: 'Verify your identity' })).toHaveAttribute('href', paths.kyc.path)
    signedInAs()
    const again = await openApp(path)
    await waitFor(() => expect(again.path()).toBe(path))
  },
)

test.each([paths.withdrawBankAmount.path, paths.withdrawBankDetails.path, paths.withdrawBankSuccess.path])(
  'RT-58 RT-59 %s without an account goes back to the choice of one',
  async (path) => {
    signedInAs()
    const app = await openApp(path)
    await waitFor(() => expect(app.path()).toBe(paths.withdrawBank.path))
  },
)

test.each(['fullName', 'routingNumber', 'accountNumber'])('RT-58 an account without %s is none', async (field) => {
  const { router, path } = await openAmount()
  const { state } = router.history.location
  const without = JSON.parse(JSON.stringify(state).replace(new RegExp(`("${field}":)"[^"]*"`), '$1""')) as typeof state
  expect(without).not.toEqual(state)
  router.history.push(paths.withdrawBankAmount.path, without)
  await waitFor(() => expect(path()).toBe(paths.withdrawBank.path))
})

test('RT-59 success without a transaction goes back to the review, and the review without an amount to the amount', async () => {
  const app = await openDetails()
  const { state } = app.router.history.location
  app.router.history.push(paths.withdrawBankSuccess.path, state)
  await waitFor(() => expect(app.path()).toBe(paths.withdrawBankDetails.path))
  const without = await openAmount()
  without.router.history.push(paths.withdrawBankDetails.path, without.router.history.location.state)
  await waitFor(() => expect(without.path()).toBe(paths.withdrawBankAmount.path))
})

test('the choice shows what each way costs and how long it takes', async () => {
  signedInAs()
  const app = await openApp(paths.withdraw.path)
  const bank = await screen.findByRole('button', { name: /Bank account/ })
  expect(bank).toHaveTextContent(/3 to 4 business days/)
  expect(screen.getByRole('button', { name: /PayPal/ })).toHaveTextContent(/Usually in minutes/)
  await app.user.click(bank)
  await waitFor(() => expect(app.path()).toBe(paths.withdrawBank.path))
})

test('P-14 RT-57 RT-59 EF-06 amount, review, success: fee, total and days are shown, the money goes once and the draft is gone', async () => {
  // The Friday before Thanksgiving: three to four banking days ahead, without the holiday.
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00.000Z'), toFake: ['Date'] })
  const app = await openDetails()
  const main = within(screen.getByRole('main'))
  expect(main.getByText('Between Wed, Nov 25 and Fri, Nov 27')).toBeVisible()
  expect(main.getByText('Chase ••••6789')).toBeVisible()
  expect(main.getByText('$3.00')).toBeInTheDocument()
  expect(main.getByText('$103.00')).toBeInTheDocument()
  const sent = recording('withdrawBank', () => HttpResponse.json({ data: receipt }))
  await app.user.type(screen.getByRole('textbox'), 'Rent')
  await app.user.dblClick(await withdrawButton())

  expect(await screen.findByText('$100.00 is on its way to María López')).toBeVisible()
  expect(app.path()).toBe(paths.withdrawBankSuccess.path)
  expect(screen.getByText('PU-ABCD2345')).toBeVisible()
  expect(screen.getByText('Rent')).toBeVisible()
  expect(await screen.findByText(/Expected November 25/)).toBeVisible()
  expect(screen.queryByText('Arrives')).toBeNull()
  expect(await screen.findByRole('link', { name: 'View details or cancel' })).toBeVisible()
  expect(sent).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: {
        recipientId: aRecipient().id,
        amount: 10_000,
        currency: 'USD',
        note: 'Rent',
        expectedTotalCharge: 10_300,
      },
    },
  ])
  const shown = app.router.history.location.state
  app.router.history.back()
  await waitFor(() => expect(app.path()).toBe(paths.withdrawBank.path))
  const again = await reloadApp(paths.withdrawBankSuccess.path, shown)
  expect(await screen.findByText('PU-ABCD2345')).toBeVisible()
  await again.user.click(await screen.findByRole('link', { name: 'View details or cancel' }))
  await waitFor(() => expect(again.router.history.location.state).toMatchObject({ movement: receipt.transactionId }))
  expect(sent).toHaveLength(1)
})

test('V-23 an amount that with its fee is above the balance is refused before it is submitted', async () => {
  const app = await openAmount(10_000)
  await app.user.type(await amountField(), '100')
  expect(
    await screen.findByText(/^You don't have enough money to proceed\. With the .+ fee it comes to /),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
})

test('where more money would cost less, the screen says so', async () => {
  server.use(answers('feeAmount', quoting({ fee: 1200, hint: { cheaperAtCents: 100_000 } })))
  const app = await openAmount(200_000)
  await app.user.type(await amountField(), '700')
  expect(await screen.findByText(/Withdrawing \$1,000\.00 costs less/)).toBeVisible()
})

test('to an account in its first day no more than $500 is offered', async () => {
  const coolingUntil = new Date(Date.now() + 3_600_000).toISOString()
  server.use(answers('listRecipients', { items: [aRecipient({ coolingUntil })] }))
  const app = await openAmount()
  expect(await screen.findByText(/^New account: up to \$500\.00 until /)).toBeVisible()
  await app.user.type(await amountField(), '500.01')
  expect(await screen.findByText(/you can withdraw up to \$500\.00 to it/)).toBeVisible()
  await app.user.type(await amountField(), '{Backspace}{Backspace}{Backspace}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled'))
})

test.each([
  [400_00, 'You can withdraw up to $400.00', /^New account/],
  [800_00, /^New account: up to \$500\.00 until /, /^You can withdraw up to/],
])(
  'to a new account, with %i cents left of a limit, the lower of the two is said alone',
  async (leftCents, said, not) => {
    const coolingUntil = new Date(Date.now() + 3_600_000).toISOString()
    server.use(
      answers('listRecipients', { items: [aRecipient({ coolingUntil })] }),
      answers('limits', limitsOf(aLimit({ operation: 'withdraw', leftCents }))),
    )
    await openAmount()
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryByText(not)).toBeNull()
  },
)

test('V-23 a refusal is explained, what was entered stays, and the next attempt is another withdrawal', async () => {
  const app = await openDetails()
  let isRefused = true
  const sent = recording('withdrawBank', () => {
    if (!isRefused) return HttpResponse.json({ data: receipt })
    isRefused = false
    return HttpResponse.json({ code: 'senderUnsufficientFunds' }, { status: 422 })
  })
  await app.user.type(screen.getByRole('textbox'), 'Rent')
  await app.user.click(await withdrawButton())
  expect(await screen.findByText("You don't have enough money to proceed")).toBeVisible()
  expect(screen.getByText('Nothing was withdrawn')).toBeVisible()
  expect(screen.getByDisplayValue('Rent')).toBeVisible()
  await waitFor(async () => expect(await withdrawButton()).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await withdrawButton())
  await screen.findByText(/is on its way/)
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

// The minute that has begun at 19:04:12 UTC is over at 19:05, which is 4:05 the next morning in Seoul.
const used = { operation: 'withdraw', leftCents: 312_40, freesAt: '2027-03-02T19:04:12.345Z' } as const
test.each([
  [
    'limitExceeded',
    aQuotedLimit({ ...used, row: 'L-11', window: '24h' }),
    'Daily withdrawal limit: $312.40 left. This amount fits from Wed, Mar 3, 4:05 AM.',
  ],
  [
    'maxWithdrawLimitReached',
    aQuotedLimit({ ...used, row: 'L-12', window: '7d', freesCents: 2_000_00 }),
    'Your remaining weekly withdrawal amount is $312.40. $2,000.00 more on Wed, Mar 3, 4:05 AM.',
  ],
] as const)(
  'X-30 a withdrawal that a limit refuses by %s says which one, from when it fits where its reader is, and to come back then; help carries the limit',
  async (code, limit, text) => {
    readingIn('Asia/Seoul')
    const app = await openDetails()
    server.use(refuses('withdrawBank', code, { ...limit }))
    await app.user.click(await withdrawButton())
    const refused = await screen.findByRole('alert')
    expect(refused).toHaveTextContent(`Nothing was withdrawn${text}`)
    expect(screen.getByText("A withdrawal can't be scheduled. Come back then to make it.")).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Schedule/ })).toBeNull()
    await app.user.click(within(refused).getByRole('link', { name: 'Get help' }))
    expect(app.router.history.location.state.help).toEqual({
      module: 'payments',
      concerns: { type: 'limit', code: limit.row },
    })
  },
)

test('an amount that a limit will refuse is stopped with the limit, its time and the way to help with it', async () => {
  readingIn('America/Los_Angeles')
  const limit = aQuotedLimit({ ...used, row: 'L-12', window: '7d' })
  server.use(answers('feeAmount', quoting({ LimitExceeded: true, limit })))
  const app = await openAmount()
  await app.user.type(await amountField(), '400')
  expect(
    await screen.findByText('Weekly withdrawal limit: $312.40 left. This amount fits from Tue, Mar 2, 11:05 AM.'),
  ).toBeVisible()
  expect(screen.getByText("A withdrawal can't be scheduled. Come back then to make it.")).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Get help' }))
  expect(app.router.history.location.state.help).toMatchObject({ concerns: { type: 'limit', code: 'L-12' } })
})

test('an answer that does not come is checked under the same key, and never called a failure', async () => {
  const app = await openDetails()
  let isDown = true
  const sent = recording('withdrawBank', () => (isDown ? HttpResponse.error() : HttpResponse.json({ data: receipt })))
  const time = fakeClock()
  await app.user.click(await withdrawButton())
  expect(await screen.findByText("We're checking whether this went through. Nothing will be sent twice.")).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  isDown = false
  await time.advance(2000)
  expect(await screen.findByText(/is on its way/)).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

test('to PayPal the email and name are checked, and what happens to unclaimed money is said', async () => {
  signedInAs({ wallet: { USD: 100_000 } })
  server.use(answers('feeAmount', quoting({ fee: 300 })))
  const sent = recording('withdrawPaypal', () => HttpResponse.json({ data: { ...receipt, expected: null } }))
  const app = await openApp(paths.withdrawPaypal.path)
  const email = await screen.findByLabelText('PayPal email')
  expect(screen.getByText(/isn't claimed within 30 days comes back to you\.$/)).toBeVisible()
  await app.user.clear(email)
  await app.user.type(email, 'maria@')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Invalid email')).toBeVisible()
  await app.user.type(email, 'example.org')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await app.user.type(await amountField(), '100')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(async () => expect(await withdrawButton()).not.toHaveAttribute('aria-disabled'))
  expect(screen.getByText(/comes back to you, fee included\.$/)).toBeVisible()
  await app.user.click(await withdrawButton())
  expect(await screen.findByText('$100.00 is on its way to María López')).toBeVisible()
  expect(screen.getByText('maria@example.org')).toBeVisible()
  expect(app.path()).toBe(paths.withdrawPaypalSuccess.path)
  expect(sent).toMatchObject([{ body: { email: 'maria@example.org', fullName: 'María López', amount: 10_000 } }])
})

/** The success screen of a withdrawal to PayPal whose row is this. */
const withdrawnToPaypal = async (change: Partial<Transaction>) => {
  signedInAs({ wallet: { USD: 100_000 } })
  server.use(
    answers('withdrawPaypal', { ...receipt, expected: null }),
    answers('getTransaction', { ...row, method: 'paypal', expected: null, cancellable: false, ...change }),
  )
  const app = await openApp(paths.withdrawPaypal.path)
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }))
  await app.user.type(await amountField(), '100')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(async () => expect(await withdrawButton()).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await withdrawButton())
}

test('a withdrawal that PayPal holds says that PayPal reviews it, all that is set aside, and no time of arrival', async () => {
  await withdrawnToPaypal({ state: 'ON HOLD', holdReason: 'providerReview' })
  expect(await screen.findByRole('heading', { name: 'Withdrawal on hold' })).toBeVisible()
  expect(screen.getByText(/^PayPal is reviewing this payment\..*\$103\.00 is set aside for now\.$/)).toBeVisible()
  expect(screen.queryByText('Arrives')).toBeNull()
})

test('a withdrawal that was not accepted is called so, and nothing of it is said to have left the balance', async () => {
  await withdrawnToPaypal({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect(await screen.findByRole('heading', { name: 'Withdrawal not accepted' })).toBeVisible()
  expect(
    screen.getByText("This withdrawal wasn't accepted. $103.00 with its fee is back in your balance."),
  ).toBeVisible()
  expect(screen.queryByText('Fee')).toBeNull()
  expect(screen.queryByText('Total from your balance')).toBeNull()
})

test('a paused way says so and offers the other one', async () => {
  signedInAs()
  const config = aConfig()
  const rails = config.rails.map((rail) =>
    rail.rail === 'bank' ? { ...rail, on: false, text: 'Bank transfers are being serviced.' } : rail,
  )
  server.use(answers('config', { ...config, rails }))
  await openApp(paths.withdrawBank.path)
  expect(await screen.findByText('Withdrawals to a bank are paused')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Withdraw to PayPal' })).toHaveAttribute('href', paths.withdrawPaypal.path)
})

test('a withdrawal is canceled from its details while it can be, after a question', async () => {
  signedInAs()
  let isCancelled = false
  server.use(
    answers('getTransaction', () =>
      isCancelled
        ? aRow(1, { ...row, state: 'CANCELLED', cancellable: false, cancelReason: 'cancelledByUser', version: 2 })
        : row,
    ),
    answers('listTransactions', { items: [], last: null, end: true }),
    handles('cancelTransaction', () => {
      isCancelled = true
      return HttpResponse.json({ data: { transactionId: row.id, state: 'CANCELLED' } })
    }),
  )
  const app = await openApp('/home')
  app.router.history.push(paths.movementsDetail.path, { movement: row.id })
  await app.user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this withdrawal of $100.00?' }))
  await app.user.click(dialog.getByRole('button', { name: 'Cancel withdrawal' }))
  expect(
    await screen.findByText('This withdrawal was canceled. $103.00 with its fee is back in your balance.'),
  ).toBeVisible()
})

test('an account that sent the last withdrawal back warns, with the reason, before more is sent there', async () => {
  server.use(answers('listRecipients', { items: [aRecipient({ lastReturn: 'R23' })] }))
  await openAmount()
  expect(screen.getByText('The last withdrawal here came back')).toBeVisible()
  expect(screen.getByText(/The account holder refused the money\./)).toBeVisible()
})

test('a withdrawal that has come back is not said to have arrived', async () => {
  server.use(
    answers('getTransaction', {
      ...row,
      state: 'COMPLETED',
      returnedAs: transactionIdOf(2),
      returnReason: 'R03',
    }),
  )
  const app = await openDetails()
  await app.user.click(await withdrawButton())
  expect(await screen.findByRole('heading', { name: 'Withdrawal returned' })).toBeVisible()
  expect(screen.getByText('Chase ••••6789 sent $100.00 back. The details say why.')).toBeVisible()
})

test('a frozen account that cools is not told to send meanwhile', async () => {
  signedInAs({
    status: 'frozen',
    freezes: [{ cause: 'person', publicReason: null, since: '2026-03-31T20:05:00.000Z' }],
  })
  server.use(answers('limits', limitsOf(...coolingLimits())))
  await openApp(paths.withdraw.path)
  await waitFor(() => expect(screen.queryByText('Choose where your money goes')).toBeNull())
  expect(screen.getByText('Your account is frozen')).toBeVisible()
  expect(screen.queryByText(/You can still send/)).toBeNull()
})

test.each([paths.withdraw.path, paths.withdrawBank.path, paths.withdrawPaypal.path])(
  'while the account cools %s says when money can be withdrawn again, and starts nothing',
  async (path) => {
    signedInAs()
    server.use(answers('limits', limitsOf(...coolingLimits())))
    await openApp(path)
    expect(await screen.findByText(/^You can't withdraw until Dec 1, 2026/)).toBeVisible()
    expect(screen.getByText(/You can still send up to \$500\.00 in 24 hours, with \$400\.00 left\.$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Bank account|María López|Continue/ })).toBeNull()
  },
)
