import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aContact } from '#test/contacts.ts'
import { aLimit, coolingLimits, limitsOf, unprovedLimit } from '#test/money.ts'
import { aDepositRow, aList, aReceivedRow, aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'
import { aLiveStream } from '#test/live.ts'

const latest = async () => within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem')
const rows = (count: number) => Array.from({ length: count }, (_, at) => aRow(at + 1, { fullName: `Person ${at + 1}` }))

test('RT-18 C-01 nine of the ten newest movements are shown, newest first', async () => {
  signedInAs()
  const asked: unknown[] = []
  server.use(
    answers('listTransactions', ({ body }) => {
      const { limit } = body as { limit: number }
      asked.push(body)
      return { items: rows(12).slice(0, limit), last: 'more', end: false }
    }),
  )
  await openApp('/home')
  const items = await latest()
  expect(items.map((item) => /Person \d+/.exec(item.textContent ?? '')?.[0])).toEqual(
    Array.from({ length: 9 }, (_, at) => `Person ${at + 1}`),
  )
  expect(asked).toContainEqual(expect.objectContaining({ limit: 10 }))
})

test('ST-15 a payment that arrives goes on top and the balance follows, without a reload', async () => {
  signedInAs({ wallet: { USD: 100 } })
  server.use(answers('listTransactions', aList(...rows(9))))
  const stream = aLiveStream()
  await openApp('/home')
  await latest()
  const row = aReceivedRow(99, { fullName: 'Ben Lee', amount: 1234, date: new Date().toISOString() })
  server.use(answers('getTransactions', { items: [row] }))
  stream.send('transaction', { id: row.id, version: 1 })
  server.use(answers('wallet', { USD: 1334, held: { USD: 0 } }))
  stream.send('wallet', {})
  await waitFor(async () => expect((await latest())[0]).toHaveTextContent('Ben Lee'))
  expect(await latest()).toHaveLength(9)
  await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('$13.34'))
})

test.each([
  ['en-US', 'Pay $15.15 from your bank by Nov 30, 2099', 'How to pay', 'Not paid yet'],
  ['es-US', 'Paga $15.15 desde tu banco antes del 30 nov 2099', 'Cómo pagar', 'Sin pagar'],
  ['ko-KR', '2099. 11. 30.', '결제 방법 보기', '결제 전'],
] as const)(
  'a payment by Zelle that waits for its payer says how much, by when and how, in place of being under way (%s)',
  async (lang, title, how, badge) => {
    signedInAs({ lang })
    const row = aDepositRow(1, { method: 'zelle', state: 'PENDING', amount: 1500, fee: 15, cancellable: true })
    server.use(answers('listTransactions', aList({ ...row, payBy: '2099-11-30T15:00:00.000Z' })))
    await openApp('/home')
    expect(await screen.findAllByText((text) => text.includes(title))).toHaveLength(2)
    expect(screen.getByText(badge)).toBeVisible()
    expect(screen.queryByRole('list', { name: /Progress|Progreso|진행/ })).toBeNull()
    expect(screen.getByRole('link', { name: how })).toHaveAttribute('href', '/payments/zelle')
  },
)

test.each([
  ['paid', 'Already paid'],
  ['cancelled', 'No longer requested'],
] as const)('a payment by Zelle for what was %s is no longer to be made', async (noLongerDue, words) => {
  signedInAs()
  const open = { type: 'invoice', method: 'zelle', state: 'PENDING', cancellable: true } as const
  server.use(answers('listTransactions', aList(aRow(1, { ...open, payBy: '2099-11-30T15:00:00.000Z', noLongerDue }))))
  await openApp('/home')
  expect(await screen.findAllByText(`${words}: don't send $5.00 by Zelle`)).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'How to pay' })).toBeNull()
  expect(screen.getByRole('link', { name: "I've sent it" })).toHaveAttribute('href', '/payments/zelle')
  expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
})

test('ETX-01 ETX-02 names, stand-ins and amounts are shown as the viewer reads them', async () => {
  signedInAs()
  server.use(
    answers(
      'listTransactions',
      aList(
        aReceivedRow(1, { amount: 12_345 }),
        aRow(2, { blocked: true, fullName: null, email: null, amount: 10 }),
        aRow(3, { type: 'withdraw', method: 'bank', to: null, toName: null, fullName: null, email: null }),
        aDepositRow(4),
      ),
    ),
  )
  await openApp('/home')
  const [received, blocked, withdrawal, deposit] = await latest()
  expect(received).toHaveTextContent('+$123.45')
  expect(blocked).toHaveTextContent('Blocked User')
  expect(blocked).toHaveTextContent('\u2212$0.10')
  expect(withdrawal).toHaveTextContent('N/A')
  expect(deposit).toHaveTextContent('Money added')
})

test('after a denial the to-do list says so, and leads to why', async () => {
  signedInAs({
    KYC: { ...aMe().KYC, tier: 0, fullNameBirth: true, selfieIdStatus: 'Denied', selfieStatus: 'Approved' },
  })
  await openApp('/home')
  const task = await screen.findByRole('link', { name: /^Verify your identity/ })
  expect(task).toHaveTextContent('Not accepted. See why, and what you can do')
  expect(task).toHaveAttribute('href', '/kyc')
})

test.each([
  ['came and was spent', aReceivedRow(1), 'Money in your account'],
  ['never came, as a payment by card does not use the balance', aRow(1, { method: 'card' }), 'Add money'],
] as const)('with nothing in the account, money that %s is on the to-do list as it is', async (_, row, title) => {
  signedInAs({ wallet: { USD: 0 }, emailVerified: false })
  server.use(answers('listTransactions', aList(row)))
  await openApp('/home')
  await latest()
  const tasks = within(screen.getByRole('region', { name: 'To do' }))
  expect(await tasks.findByText(title)).toBeVisible()
})

test('a withdrawal that waits to be claimed at PayPal is called so, in progress and in the list', async () => {
  signedInAs()
  const steps = ['pending', 'unclaimed'].map((step) => ({ step, at: new Date().toISOString() }))
  const unclaimed = { cancellable: true, returnsAt: '2026-12-24T12:00:00.000Z', paypalEmail: 'rosa@example.com' }
  const waits = { type: 'withdraw', method: 'paypal', state: 'PENDING', to: null, balance: null } as const
  server.use(answers('listTransactions', aList(aRow(1, { ...waits, ...unclaimed, timeline: steps }))))
  await openApp('/home')
  const flights = within(await screen.findByRole('region', { name: 'In progress' }))
  expect(flights.getByText('Not claimed yet')).toBeVisible()
  expect(flights.getByText('Waiting to be claimed')).toBeVisible()
  const [row] = await latest()
  expect(row).toHaveTextContent('Not claimed yet')
  expect(row).not.toHaveTextContent('Pending')
})

test('money in flight stands on top with what happened and what comes next', async () => {
  signedInAs()
  const pending = aDepositRow(1, {
    state: 'PENDING',
    balance: null,
    timeline: [{ step: 'pending', at: new Date().toISOString() }],
  })
  server.use(answers('listTransactions', aList(pending, aRow(2))))
  await openApp('/home')
  const flights = await screen.findByRole('region', { name: 'In progress' })
  const steps = within(within(flights).getByRole('list', { name: 'Progress so far' })).getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(['step', null])
  expect(within(flights).getByRole('link', { name: 'See details: Card payment' })).toBeVisible()
})

test('a declined card is not shown as money on its way', async () => {
  signedInAs()
  const row = aDepositRow(1, { state: 'PENDING', balance: null, sendSessionId: sendSessionIdOf(5) })
  server.use(
    answers('listTransactions', aList(row)),
    answers('paymentSession', {
      sendSessionId: sendSessionIdOf(5),
      transactionId: row.id,
      state: 'PENDING',
      next: 'retryOrFinish',
      amount: 500,
      fee: 0,
      totalCharge: 500,
      url: null,
    }),
  )
  await openApp('/home')
  expect(await screen.findByText('Card declined')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Progress so far' })).toBeNull()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const aMonth = aList(
  aReceivedRow(1, { amount: 5000, balance: 12_345, date: daysAgo(0), paymentDate: null }),
  aRow(2, { amount: 1200, fee: 30, balance: 7345, date: daysAgo(2), paymentDate: null }),
  aReceivedRow(3, { amount: 8575, balance: 8575, date: daysAgo(4), paymentDate: null }),
  aRow(4, { state: 'CANCELLED', cancelReason: 'expired', amount: 99_999, balance: null, date: daysAgo(5) }),
)

test('the chart shows the balance of each day, and by week what came in and went out', async () => {
  signedInAs({ wallet: { USD: 12_000 }, held: { USD: 345 } })
  server.use(answers('listTransactions', aMonth))
  const app = await openApp('/home')
  const chart = await screen.findByRole('figure', { name: 'Your balance, last 30 days' })
  expect(chart).toHaveTextContent('$123.45')
  expect(chart).toHaveTextContent('Money in $135.75')
  expect(screen.getByText('Includes $3.45 on hold.')).toBeVisible()
  const slider = within(chart).getByRole('slider', { name: 'Balance on a day' })
  fireEvent.change(slider, { target: { value: '26' } })
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('$85.75'))
  await app.user.click(within(chart).getByText('See it as a table'))
  const newest = within(within(chart).getByRole('table')).getAllByRole('row').at(-1)
  expect(newest).toHaveTextContent('$135.75$12.30$123.45')
})

test('a hidden balance cannot be read from the chart, neither as figures nor as a course', async () => {
  signedInAs({ wallet: { USD: 12_345 }, hideBalance: true })
  server.use(answers('listTransactions', aMonth))
  await openApp('/home')
  const part = await screen.findByRole('region', { name: 'Your balance, last 30 days' })
  expect(part).toHaveTextContent('Your balance is hidden.')
  expect(part).not.toHaveTextContent('$')
  expect(within(part).queryByRole('figure')).toBeNull()
})

test('where money moved on few days only, the chart says so in place of a drawing', async () => {
  signedInAs({ wallet: { USD: 10_000 } })
  server.use(answers('listTransactions', aList(aRow(1))))
  await openApp('/home')
  const part = await screen.findByRole('region', { name: 'Your balance, last 30 days' })
  expect(part).toHaveTextContent("Once you've moved money on a few different days")
  expect(within(part).queryByRole('figure')).toBeNull()
})

test('one tap on a face leads to the amount for that person', async () => {
  signedInAs({ wallet: { USD: 10_000 } })
  server.use(answers('frequents', { items: [aContact()] }))
  const app = await openApp('/home')
  const people = await screen.findByRole('region', { name: 'People you know' })
  await app.user.click(await within(people).findByRole('button', { name: 'Send money to Ana Ruiz' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'How much?' })).toBeVisible()
  expect(screen.getByText('@ana.ruiz-9k2m')).toBeVisible()
})

test('a user who may not send yet sees no people to send to', async () => {
  signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
  server.use(answers('frequents', { items: [aContact()] }))
  await openApp('/home')
  await screen.findByRole('heading', { name: 'You can add money and get paid' })
  expect(screen.queryByRole('region', { name: 'People you know' })).toBeNull()
})

test('a frozen account is not shown how much it could send', async () => {
  signedInAs({ status: 'frozen' })
  server.use(
    answers(
      'limits',
      limitsOf(
        aLimit({ operation: 'inApp', window: '24h', limitCents: 250_000, leftCents: 250_000 }),
        aLimit({ operation: 'outside', window: '24h', limitCents: 100_000, leftCents: 100_000 }),
      ),
    ),
  )
  await openApp('/home')
  const limits = await screen.findByRole('region', { name: 'Your limits' })
  expect(within(limits).getByRole('meter', { name: 'Adding money' })).toBeInTheDocument()
  expect(within(limits).queryByRole('meter', { name: 'Sending to people on Puente' })).toBeNull()
})

test('home says what can be sent while a new phone cannot confirm more, and until when', async () => {
  signedInAs()
  server.use(answers('limits', limitsOf(unprovedLimit(), ...coolingLimits())))
  await openApp('/home')
  const limits = await screen.findByRole('region', { name: 'Your limits' })
  expect(limits).toHaveTextContent(/\$199\.99 left.*Until Dec 1, 2026.*less to people you haven't paid before/)
})

test('what is left of the limits stands on home, with the moment there will be more', async () => {
  signedInAs()
  const freesAt = '2026-11-24T12:00:00.000Z'
  server.use(
    answers(
      'limits',
      limitsOf(
        aLimit({ usedCents: 50_000, leftCents: 200_000, freesAt }),
        aLimit({ operation: 'deposit', window: '30d', limitCents: 1_000_000, leftCents: 1_000_000 }),
      ),
    ),
  )
  await openApp('/home')
  const limits = await screen.findByRole('region', { name: 'Your limits' })
  expect(within(limits).getByRole('meter', { name: 'Sending to people on Puente' })).toHaveAttribute(
    'aria-valuetext',
    '$2,000.00 left',
  )
  expect(limits).toHaveTextContent(/Up to \$2,500.00 in 24 hours. You'll have more from Nov 24, 2026/)
  expect(limits).toHaveTextContent('$10,000.00 left')
})

test.each([
  [false, '$305.00 left', '69500'],
  [true, '•••••• left', '0'],
])(
  'the room left in a balance is shown where it is the tightest limit, and a hidden balance (%s) stays hidden',
  async (...row) => {
    const [hideBalance, left, used] = row
    signedInAs({ KYC: { ...aMe().KYC, tier: 0 }, wallet: { USD: 69_500 }, hideBalance })
    const room = { limitCents: 100_000, usedCents: 69_500, leftCents: 30_500 }
    server.use(
      answers(
        'limits',
        limitsOf(
          aLimit({ operation: 'outside', window: '30d', limitCents: 100_000, leftCents: 100_000 }),
          aLimit({ operation: 'balance', window: 'always', ...room }),
        ),
      ),
    )
    await openApp('/home')
    const limits = await screen.findByRole('region', { name: 'Your limits' })
    const bar = within(limits).getByRole('meter', { name: 'Adding money' })
    expect(bar).toHaveAttribute('aria-valuetext', left)
    expect(bar).toHaveAttribute('value', used)
    expect(limits).toHaveTextContent('Until you verify your identity, your balance can hold up to $1,000.00.')
  },
)

test('with room for two columns the activity comes before the people, both visually and for the keyboard', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  signedInAs()
  server.use(answers('frequents', { items: [aContact()] }), answers('listTransactions', aList(aRow(1))))
  await openApp('/home')
  const people = await screen.findByRole('heading', { name: 'People you know' })
  const activity = await screen.findByRole('heading', { name: 'Activity' })
  expect(activity.compareDocumentPosition(people)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  vi.unstubAllGlobals()
})

test('SC-12 the cards stand on home in the order that was chosen, and a hidden one is not there', async () => {
  const { preferences } = aMe()
  const cards = (...names: ('people' | 'latest' | 'limits')[]) => ({
    preferences: {
      ...preferences,
      dashboard: [...names.map((card) => ({ card, shown: true })), { card: 'history' as const, shown: false }],
    },
  })
  server.use(
    answers('frequents', { items: [aContact()] }),
    answers('listTransactions', aList(aRow(1))),
    answers('limits', limitsOf(aLimit())),
  )
  const title = { people: 'People you know', latest: 'Activity', limits: 'Your limits' }
  for (const order of [
    ['people', 'latest', 'limits'],
    ['limits', 'people', 'latest'],
    ['latest', 'limits'],
  ] as const) {
    signedInAs(cards(...order))
    await openApp('/home')
    for (const card of order) await screen.findByRole('heading', { name: title[card] })
    const shown = screen.getAllByRole('heading').map((heading) => heading.textContent)
    const names: string[] = Object.values(title)
    expect(shown.filter((one) => names.includes(one))).toEqual(order.map((card) => title[card]))
    cleanup()
  }
})

test('a new account is shown its first steps and its handle', async () => {
  signedInAs()
  await openApp('/home')
  expect(await screen.findByRole('heading', { name: "You're ready to go" })).toBeVisible()
  expect(screen.getByText(aMe().publicTransactionId)).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Add money' }).length).toBeGreaterThan(0)
})

test('a new account that can neither send nor receive is asked to verify, not called ready', async () => {
  signedInAs({ phoneVerified: false })
  await openApp('/home')
  expect(await screen.findByRole('heading', { name: 'No activity yet' })).toBeVisible()
  expect(screen.queryByText(/ready to go/)).toBeNull()
})

test('a list that fails says so and is asked for again; the balance stands all the same', async () => {
  signedInAs({ wallet: { USD: 4200 } })
  server.use(refuses('listTransactions', 'invalidRequest'))
  const app = await openApp('/home')
  expect(await screen.findByText("This didn't load")).toBeVisible()
  expect(screen.getByTestId('balance')).toHaveTextContent('$42.00')
  server.use(answers('listTransactions', aList(aRow(1))))
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await latest()).toHaveLength(1)
})

test('while the list is on its way its shape is shown', async () => {
  signedInAs()
  server.use(handles('listTransactions', () => new Promise<Response>(() => undefined)))
  await openApp('/home')
  expect(await screen.findByText('Loading')).toBeInTheDocument()
})

test('a user who may not send yet sees the steps to get there', async () => {
  signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
  const app = await openApp('/home')
  await app.user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('dialog', { name: 'Finish setting up your account' })).toBeVisible()
  expect(app.path()).toBe('/home')
})

test('who came by another service is led to a password or passkey before money can leave', async () => {
  signedInAs()
  const none = {
    passwordChangedAt: null,
    passkeys: 0,
    totpSince: null,
    recoveryCodesLeft: null,
    phone: true,
    provesFrom: null,
  }
  server.use(answers('factors', none))
  await openApp('/home')
  const row = await screen.findByRole('link', { name: /^Protect your account/ })
  expect(row).toHaveAttribute('href', '/settings/security')
  expect(row).toHaveTextContent('You need a password or a passkey before you can add or send money')
  expect(await screen.findByText(/^Share your username to get paid/)).toBeVisible()
  expect(screen.queryByRole('heading', { name: /ready to go|add money/ })).toBeNull()
})

test('a person who owes sees how much, what for and how it is paid, until it is', async () => {
  signedInAs({ owed: { USD: 70_07, transactionId: transactionIdOf(1) } })
  const stream = aLiveStream()
  const app = await openApp('/home')
  expect(await screen.findByText('You owe $70.07')).toBeVisible()
  expect(screen.getByText(/you can't send or withdraw, and money that comes in pays it first/)).toBeVisible()
  server.use(answers('wallet', { USD: 9_98, held: { USD: 0 } }))
  stream.send('wallet', {})
  await waitFor(() => expect(screen.queryByText('You owe $70.07')).toBeNull())
  server.use(answers('wallet', { USD: 0, held: { USD: 0 }, owed: { USD: 5_00, transactionId: transactionIdOf(1) } }))
  stream.send('wallet', {})
  await app.user.click(await screen.findByRole('link', { name: "See what it's for" }))
  expect(app.router.history.location.state.movement).toBe(transactionIdOf(1))
})
