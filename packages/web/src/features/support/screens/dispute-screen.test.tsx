import type { Dispute, Transaction } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aRow, transactionIdOf } from '#test/movements.ts'
import { reloadApp, signedInAs } from '#test/render.tsx'
import { answers, server } from '#test/server.ts'
import { aDispute, aTicket } from '#test/support.ts'

const at = '2026-11-24T15:00:00.000Z'

const aCredit = (change: Partial<NonNullable<Dispute['credit']>> = {}): NonNullable<Dispute['credit']> => ({
  state: 'given',
  amount: 25_00,
  at,
  transactionId: transactionIdOf(2),
  takeBackOn: null,
  takenBack: 0,
  owed: 0,
  ...change,
})

const open = async (dispute: Dispute, row: Transaction = aRow(1, { amount: 25_00 }), ticket = aTicket()) => {
  signedInAs()
  server.use(
    answers('getDispute', dispute),
    answers('listDisputes', { items: [dispute], last: null, end: true }),
    answers('getTransaction', row),
    answers('getTransactions', { items: [row] }),
    answers('getTicket', ticket),
  )
  await reloadApp('/settings/disputes/detail', { dispute: dispute.id })
  return screen.findByRole('list', { name: 'Steps of your report' })
}

const daysOf = (steps: HTMLElement) =>
  within(steps)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .slice(1)

const back = { state: 'toTakeBack', takeBackOn: '2027-01-15' } as const
test.each<[Dispute['state'], string, Partial<Dispute>, RegExp, string[]]>([
  [
    'opened',
    'Reported',
    {},
    /^We answer by December 9, 2026\..*credit you \$25\.00.*January 8, 2027\.$/,
    ['By December 9, 2026', 'By January 8, 2027'],
  ],
  [
    'opened',
    'Reported',
    { automaticCredit: false },
    /^We answer by December 9, 2026, or decide by then whether to credit you \$25\.00.*January 8, 2027\.$/,
    ['By December 9, 2026', 'By January 8, 2027'],
  ],
  [
    'opened',
    'Reported',
    { creditDue: false, automaticCredit: false },
    /^We answer by January 8, 2027\.$/,
    ['By January 8, 2027'],
  ],
  [
    'investigating',
    "We're looking into it",
    {},
    /^We answer by December 9, 2026\./,
    ['By December 9, 2026', 'By January 8, 2027'],
  ],
  [
    'provisionalCredit',
    'Credited for now',
    { credit: aCredit() },
    /^We credited you \$25\.00 while we look\. We answer by January 8, 2027\.$/,
    ['By January 8, 2027'],
  ],
  ['resolvedForUser', 'Decided for you', { credit: aCredit({ state: 'final' }) }, /\$25\.00 is yours for good/, []],
  [
    'resolvedAgainst',
    'No error found',
    { credit: aCredit(back) },
    /goes back on January 15, 2027\./,
    ['On January 15, 2027'],
  ],
  ['withdrawn', 'Withdrawn', {}, /^You withdrew it\./, []],
  [
    'cameBack',
    'Money came back',
    { credit: aCredit(back) },
    /goes back on January 15, 2027\./,
    ['On January 15, 2027'],
  ],
])(
  'a report that is %s says so (%s), what happens next, and only the days still ahead',
  async (state, badge, change, next, days) => {
    const steps = await open(aDispute({ state, ...change }))
    expect(screen.getAllByText(badge)[0]).toBeVisible()
    expect(screen.getByText(next)).toBeVisible()
    const said = daysOf(steps)
    expect(said).toHaveLength(days.length)
    for (const [place, day] of days.entries()) expect(said[place]).toContain(day)
    // No day is shown once nothing is due by it.
    const isOver = ['resolvedForUser', 'resolvedAgainst', 'withdrawn', 'cameBack'].includes(state)
    expect(screen.queryByText('Answer at the latest by') === null).toBe(isOver)
  },
)

test('money that has not reached its receiver can be taken back from its report', async () => {
  await open(
    aDispute({ automaticCredit: false }),
    aRow(1, { amount: 25_00, state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null, cancellable: true }),
  )
  expect(await screen.findByText('You can still get $25.00 back')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel and get it back' })).toBeVisible()
})

test('past the day of our answer a report and its row say that we are late, what comes, and that there is nothing to do', async () => {
  const steps = await open(aDispute({ automaticCredit: false, late: 'answer' }))
  expect(
    screen.getByText(
      /^We're late: by December 9, 2026 you should have had our answer or heard whether we credit you \$25\.00\..*alerted.*by January 8, 2027\. You don't need to do anything\.$/,
    ),
  ).toBeVisible()
  const list = await screen.findByRole('list', { name: 'Your reports' })
  expect(within(list).getByText("We're late. This was due by December 9, 2026")).toBeInTheDocument()
  const [answer, final] = daysOf(steps)
  expect(answer).toContain('Was due by December 9, 2026')
  expect(final).toContain('By January 8, 2027')
  expect(screen.queryByText(/^Answer or/)).toBeNull()
})

test.each<[string, Partial<Dispute>]>([
  ['waits for an answer', { creditDue: false, automaticCredit: false }],
  ['was credited for now', { state: 'provisionalCredit', credit: aCredit() }],
])('past the last day a report that %s says that we are late', async (_, change) => {
  const steps = await open(aDispute({ ...change, late: 'final' }))
  expect(
    screen.getByText(
      /^We're late: you should have had our answer by January 8, 2027\..*You don't need to do anything\.$/,
    ),
  ).toBeVisible()
  expect(daysOf(steps)[0]).toContain('Was due by January 8, 2027')
  expect(screen.queryByText('Answer at the latest by')).toBeNull()
})

test('once the amount is credited, only the final answer is due', async () => {
  await open(aDispute({ state: 'provisionalCredit', automaticCredit: false, credit: aCredit() }))
  expect(screen.getByText('Answer at the latest by')).toBeVisible()
  expect(screen.queryByText(/^Answer or/)).toBeNull()
})

test('a report about a transaction that is under way promises no credit until it goes through', async () => {
  await open(aDispute({ automaticCredit: false }), aRow(1, { amount: 25_00, state: 'PENDING', balance: null }))
  expect(
    await screen.findByText(
      /hasn't gone through yet, so there's nothing to credit for now.*whether to credit you \$25\.00/,
    ),
  ).toBeVisible()
})

test('a report about a transaction that was canceled promises no credit any more', async () => {
  const row = aRow(1, { amount: 25_00, state: 'CANCELLED', cancelReason: 'expired', balance: null })
  const steps = await open(aDispute({ automaticCredit: false }), row)
  expect(
    await screen.findByText(/was canceled, so there's nothing to credit\. We still answer by January 8, 2027\./),
  ).toBeVisible()
  expect(daysOf(steps)).toHaveLength(1)
  expect(screen.queryByText(/^Answer or/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw report' })).toBeVisible()
})

test('a report that was withdrawn has the focus where its button was', async () => {
  await open(aDispute())
  const gone = aDispute({ state: 'withdrawn', can: { withdraw: false } })
  server.use(answers('withdrawDispute', gone), answers('getDispute', gone))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Withdraw report' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw report' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw report' })).toBeNull())
  await waitFor(() => expect(document.body).not.toHaveFocus())
})

test('a report says when we need an answer about it, and leads there', async () => {
  await open(aDispute())
  expect(screen.queryByText('We need your answer')).toBeNull()
  await open(aDispute(), aRow(1), aTicket({ state: 'waitingForYou' }))
  expect(await screen.findByText('We need your answer')).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Open the conversation' })).toHaveLength(1)
})

test('a report says whom its transaction was with, in the list and by itself', async () => {
  await open(aDispute(), aRow(1, { fullName: 'Ana Ruiz' }))
  expect(await screen.findByRole('link', { name: 'Ana Ruiz · PU-TEST0001' })).toBeVisible()
  expect(within(await screen.findByRole('list', { name: 'Your reports' })).getByText('Ana Ruiz')).toBeInTheDocument()
})

test('a report that was decided says what we found, and after no error lets its owner ask for copies of what we relied on', async () => {
  const message = (n: number, from: 'you' | 'support', text: string) => ({ id: `m${n}`, from, text, files: [], at })
  const ticket = aTicket({
    state: 'answered',
    messages: [
      message(1, 'you', 'Not me'),
      message(2, 'support', 'It came from your phone.'),
      message(3, 'support', 'Here they are.'),
    ],
  })
  await open(
    aDispute({ state: 'resolvedForUser', answerId: 'm2', credit: aCredit({ state: 'final' }) }),
    aRow(1),
    ticket,
  )
  expect(await screen.findByText('It came from your phone.')).toBeVisible()
  expect(screen.queryByText('Here they are.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ask for copies' })).toBeNull()
  await open(aDispute({ state: 'resolvedAgainst', answerId: 'm2' }), aRow(1), ticket)
  expect(await screen.findByText('It came from your phone.')).toBeVisible()
  server.use(answers('listTickets', { items: [], last: null, end: true }))
  screen.getByRole('button', { name: 'Ask for copies' }).click()
  expect(await screen.findByLabelText('Your reply')).toHaveValue(
    'Please send me copies of the documents you relied on.',
  )
})

test('of a credit that the balance had nothing left of, the report says that it is owed and not that it went back', async () => {
  const credit = aCredit({ state: 'takenBack', takenBack: 0, owed: 25_00 })
  const timeline = [{ step: 'creditTakenBack', at } as const]
  const steps = await open(aDispute({ state: 'resolvedAgainst', credit, timeline }))
  expect(screen.getByText(/^The credit of \$25\.00 was due to go back, .* You owe it/)).toBeVisible()
  expect(steps).toHaveTextContent('The credit became a debt')
})
