import { type LimitRow, STORED_LANGUAGES } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aLiveStream } from '#test/live.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { coolingLimits, unprovedLimit } from '#test/money.ts'
import { answers, refuses, server } from '#test/server.ts'

const row = (change: Partial<LimitRow>): LimitRow => ({
  row: 'L-08',
  operation: 'inApp',
  window: '24h',
  limitCents: 2_500_00,
  usedCents: 0,
  leftCents: 2_500_00,
  freesAt: null,
  ...change,
})
const used = { usedCents: 2_000_00, leftCents: 500_00, freesAt: '2026-03-31T20:05:00.000Z' }
const limits = (rows: LimitRow[], nextRows: LimitRow[] = []) =>
  answers('limits', { tier: 1, rows, nextTier: nextRows.length > 0 ? 2 : null, nextRows })

/** What tier 1 is told: for each row limit and used in dollars, and the day on which something frees up. */
const TIER_1 = (
  [
    ['L-04', 'outgoing', 'transaction', 1_000],
    ['L-05', 'outgoing', '30d', 10_000, 1_500, '2026-04-20'],
    ['L-08', 'inApp', '24h', 2_500, 500, '2026-04-01'],
    ['L-09', 'inApp', '7d', 20_000, 900, '2026-04-05'],
    ['L-10', 'card', 'transaction', 10_000],
    ['L-11', 'withdraw', '24h', 2_500, 100, '2026-04-02'],
    ['L-12', 'withdraw', '7d', 10_000, 700, '2026-04-06'],
    ['L-13', 'zelle', '24h', 2_500, 300, '2026-04-03'],
    ['L-14', 'zelle', '30d', 20_000, 1_200, '2026-04-22'],
    ['L-15', 'deposit', 'transaction', 1_000],
    ['L-16', 'deposit', '30d', 10_000, 1_000, '2026-04-21'],
  ] as const
).map(([id, operation, window, limit, used = 0, frees]) =>
  row({
    row: id,
    operation,
    window,
    limitCents: limit * 100,
    usedCents: used * 100,
    leftCents: (limit - used) * 100,
    freesAt: frees ? `${frees}T16:00:00.000Z` : null,
  }),
)

test('RT-45 each of the eleven limits of a tier with how much, what is used and left, and when there is more', async () => {
  signedInAs()
  const next = row({ row: 'L-06', operation: 'outgoing', window: 'transaction', limitCents: 10_000_00 })
  server.use(limits(TIER_1, [next]))
  await openApp('/settings/transaction-limits')
  await screen.findByRole('region', { name: 'Everything you send' })
  const saidIn = (name: string) => screen.getByRole('region', { name }).textContent
  const bound = (left: string, by: string) => `${left} left. “${by}” allows no more.`
  for (const [name, ...lines] of [
    ['Everything you send', 'At a timeUp to $1,000.00'],
    ['Everything you send', 'In 30 days$1,500.00 of $10,000.00$8,500.00 left.', "You'll have more from Apr 20, 2026"],
    ['Sending to people on Puente', 'In 24 hours$500.00 of $2,500.00$2,000.00 left.', 'Apr 1, 2026'],
    [
      'Sending to people on Puente',
      `In 7 days$900.00 of $20,000.00${bound('$8,500.00', 'Everything you send')}`,
      'Apr 20',
    ],
    ['Zelle', 'In 24 hours$300.00 of $2,500.00$2,200.00 left.', 'Apr 3, 2026'],
    ['Zelle', `In 30 days$1,200.00 of $20,000.00${bound('$9,000.00', 'Adding money')}`, 'Apr 21, 2026'],
    ['Card payments', 'Up to $1,000.00', 'Its own limit is $10,000.00, but “Everything you send” allows no more.'],
    ['Withdrawals', 'In 24 hours$100.00 of $2,500.00$2,400.00 left.', 'Apr 2, 2026'],
    ['Withdrawals', `In 7 days$700.00 of $10,000.00${bound('$8,500.00', 'Everything you send')}`, 'Apr 20, 2026'],
    ['Adding money', 'At a timeUp to $1,000.00'],
    ['Adding money', 'In 30 days$1,000.00 of $10,000.00$9,000.00 left.', "You'll have more from Apr 21, 2026"],
  ] as const)
    for (const line of lines) expect(saidIn(name)).toContain(line)
  expect(screen.getAllByRole('meter')).toHaveLength(8)
  expect(screen.getAllByText(/^Up to/)).toHaveLength(3)
  expect(screen.getAllByRole('meter', { name: 'In 7 days' })[0]).toHaveAttribute(
    'aria-valuetext',
    '$900.00 of $20,000.00',
  )
  const rising = screen.getByRole('region', { name: 'With your address verified' })
  expect(within(rising).getByText('$10,000.00 at a time')).toBeVisible()
  expect(document.body).not.toHaveTextContent('L-0')
})

test('a card payment is said with the limit that binds it, and the next tier with the way to it', async () => {
  signedInAs()
  const atOnce = { window: 'transaction', limitCents: 1_000_00 } as const
  server.use(
    limits(
      [
        row({ row: 'L-04', operation: 'outgoing', ...atOnce }),
        row({ row: 'L-15', operation: 'deposit', ...atOnce }),
        row({ row: 'L-10', operation: 'card', window: 'transaction', limitCents: 10_000_00 }),
      ],
      [row({ row: 'L-06', operation: 'outgoing', window: 'transaction', limitCents: 10_000_00 })],
    ),
  )
  await openApp('/settings/transaction-limits')
  const card = await screen.findByRole('region', { name: 'Card payments' })
  expect(within(card).getByText('Up to $1,000.00')).toBeVisible()
  const next = screen.getByRole('region', { name: 'With your address verified' })
  expect(within(next).getByRole('link')).toHaveAttribute('href', '/kyc/tier2')
})

test('a send on another page moves the bars of this one', async () => {
  signedInAs()
  server.use(limits([row({})]))
  const stream = aLiveStream()
  await openApp('/settings/transaction-limits')
  expect(await screen.findByText('$0.00 of $2,500.00')).toBeVisible()
  server.use(limits([row(used)]), answers('wallet', { USD: 0, held: { USD: 0 } }))
  stream.send('wallet', {})
  expect(await screen.findByText('$2,000.00 of $2,500.00')).toBeVisible()
})

test("a limit of one's own says why, until when, and what is usual", async () => {
  signedInAs()
  const special = {
    kind: 'override',
    cause: 'requested',
    usualCents: 2_500_00,
    until: '2026-05-01T16:00:00.000Z',
  } as const
  server.use(limits([row({ limitCents: 5_000_00, leftCents: 5_000_00, special })]))
  await openApp('/settings/transaction-limits')
  expect(
    await screen.findByText(/^We set this for you, as you asked\. Until May 1, 2026.* After that it is \$2,500\.00/),
  ).toBeVisible()
})

test.each([
  [
    'en',
    /We set this while we review your account/,
    "What's needed",
    'Who acts next',
    'The Puente team',
    'By when',
    'Get help',
  ],
  [
    'es',
    /Lo fijamos mientras revisamos tu cuenta/,
    'Qué hace falta',
    'Quién sigue',
    'El equipo de Puente',
    'Para cuándo',
    'Pedir ayuda',
  ],
  ['ko', /계정을 확인하는 동안 따로 정한 한도예요/, '필요한 것', '다음 차례', 'Puente 팀', '기한', '도움받기'],
] as const)(
  'X-29 a limit that we set says in %s why, what is needed, that we act next and until when, and its link to support carries the limit',
  async (language, reason, needed, next, actor, by, help) => {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    const until = '2026-05-01T16:00:00.000Z'
    const special = { kind: 'override', cause: 'riskReview', usualCents: 2_500_00, until } as const
    server.use(limits([row({ row: 'L-08', limitCents: 100_00, leftCents: 100_00, special })]))
    const { user, router } = await openApp('/settings/transaction-limits', language)
    const saidOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling
    expect(await screen.findByText(needed, { selector: 'dt' })).toBeVisible()
    expect(screen.getByText(reason)).toBeVisible()
    expect(saidOf(next)).toHaveTextContent(actor)
    expect(saidOf(by)).toHaveTextContent('2026')
    await user.click(screen.getByRole('link', { name: help }))
    expect(router.history.location.state.help).toEqual({
      module: 'payments',
      concerns: { type: 'limit', code: 'L-08' },
    })
  },
)

test('while an account cools, that comes first, with its reason and its end', async () => {
  signedInAs()
  const special = {
    kind: 'cooling',
    cause: 'passwordReset',
    usualCents: null,
    until: '2026-04-01T16:00:00.000Z',
  } as const
  const cooling = row({ row: 'cooling', operation: 'outgoing', limitCents: 500_00, leftCents: 450_00, special })
  const none = row({ row: 'coolingWithdraw', operation: 'withdraw', limitCents: 0, leftCents: 0, special })
  const withdrawals = row({ row: 'L-11', operation: 'withdraw', leftCents: 0, freesAt: special.until })
  server.use(limits([none, cooling, row({}), withdrawals]))
  await openApp('/settings/transaction-limits')
  expect(await screen.findByText('You reset your password recently')).toBeVisible()
  expect(
    screen.getByText(
      /^To be safe, nothing can be withdrawn until Apr 1, 2026.*, and you can send up to \$500\.00 in 24 hours\. You have \$450\.00 left to send\.$/,
    ),
  ).toBeVisible()
  expect(screen.getByText('No one; it ends on its own')).toBeVisible()
  const group = screen.getByRole('region', { name: 'Withdrawals' })
  expect(within(group).getByText(/^\$0\.00 left\. You'll have more from Apr 1, 2026/)).toBeVisible()
  expect(within(group).getAllByRole('meter')).toHaveLength(1)
})

test('while a new phone can confirm nothing, what goes without it is said beside the waiting period, or alone', async () => {
  signedInAs()
  server.use(limits([unprovedLimit(), ...coolingLimits(), row({})]))
  const app = await openApp('/settings/transaction-limits')
  const said =
    /^Until Dec 1, 2026.* up to \$199\.99 from your balance for now, and less to people you haven't paid before\.$/
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.getByText(/^Until Dec 1, 2026.* only what's said above can leave your balance/)).toBeVisible()
  expect(screen.queryByText(/left to send/)).toBeNull()
  expect(screen.queryByText('Up to $199.99')).toBeNull()
  server.use(limits([unprovedLimit(), row({})]))
  await app.router.navigate({ to: '/settings' as never })
  await app.router.navigate({ to: '/settings/transaction-limits' as never })
  await waitFor(() => expect(screen.queryByText(/To be safe/)).toBeNull())
  expect(await screen.findByText(said)).toBeVisible()
})

test('how full a balance is stays hidden with the balance', async () => {
  signedInAs({ hideBalance: true })
  const balance = { row: 'L-03', operation: 'balance', window: 'always', limitCents: 1_000_00 } as const
  server.use(limits([row({ ...balance, usedCents: 900_00, leftCents: 100_00 })]))
  await openApp('/settings/transaction-limits')
  expect(await screen.findByText('•••••• of $1,000.00')).toBeVisible()
  expect(document.body).not.toHaveTextContent('$900.00')
  expect(document.body).not.toHaveTextContent('$100.00')
})

test('without any limit it says what to do first, and what cannot be read offers another try', async () => {
  signedInAs({ emailVerified: false, phoneVerified: false })
  server.use(answers('limits', { tier: -1, rows: [], nextTier: 0, nextRows: [row({})] }))
  await openApp('/settings/transaction-limits')
  expect(await screen.findByRole('heading', { name: 'Nothing can be moved yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Verify email and phone' })).toHaveAttribute('href', '/verify-user')
})

test('with the phone alone left to verify it names the phone, and leads there', async () => {
  signedInAs({ phoneVerified: false })
  server.use(answers('limits', { tier: -1, rows: [], nextTier: 0, nextRows: [row({})] }))
  await openApp('/settings/transaction-limits')
  expect(await screen.findByText('Verify your phone, and your limits appear here.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Verify phone' })).toHaveAttribute('href', '/verify-account')
  expect(screen.getByText('With your phone verified')).toBeVisible()
})

test('limits that cannot be read are no empty screen', async () => {
  signedInAs()
  server.use(refuses('limits', 'tooManyRequests', { retryAfterSeconds: 30 }))
  await openApp('/settings/transaction-limits')
  expect(await screen.findByRole('heading', { name: 'Too many attempts' })).toBeVisible()
})
