import type { Transaction } from '@puente/contract'
import { screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#lib/api/query.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { paths } from '#lib/layout/paths.ts'
import { aDepositRow, aRow, sendSessionIdOf } from '#test/movements.ts'
import { reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, server } from '#test/server.ts'
import { aDispute, aTicket } from '#test/support.ts'

const open = async (row: Transaction) => {
  signedInAs()
  server.use(answers('getTransaction', row), answers('listDisputes', { items: [], last: null, end: true }))
  const app = await reloadApp('/settings/disputes/new', { movement: row.id })
  await screen.findByText('Report a problem', { selector: 'h2' })
  return app
}

const held = (change: Partial<Transaction> = {}) =>
  aRow(1, { state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null, cancellable: true, ...change })

test('money that waits for its receiver can be taken back where it is reported, and then there is no report to write', async () => {
  const row = held({ amount: 640_00 })
  const app = await open(row)
  expect(screen.getByText('You can still get $640.00 back')).toBeVisible()
  await app.user.click(screen.getByRole('radio', { name: /^It wasn't me/ }))
  expect(screen.getByText('Freeze it now: nothing can leave it then.')).toBeVisible()
  let asked: unknown
  server.use(
    handles('cancelTransaction', ({ body }) => {
      asked = body
      return Response.json({ data: { transactionId: row.id, state: 'CANCELLED' } })
    }),
    answers('getTransaction', {
      ...row,
      state: 'CANCELLED',
      cancelReason: 'cancelledByUser',
      cancellable: false,
      version: 2,
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Cancel and get it back' }))
  const dialog = await screen.findByRole('dialog', { name: 'Get $640.00 back?' })
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel and get it back' }))
  expect(await screen.findByText('This was taken back. The money is in your balance.')).toBeVisible()
  expect(asked).toEqual({ transactionId: row.id })
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull()
})

test('what was chosen outlives the report when the money comes back right after the choice', async () => {
  const row = held()
  const app = await open(row)
  await app.user.click(screen.getByRole('radio', { name: /^It wasn't me/ }))
  const ended: Transaction = {
    ...row,
    state: 'CANCELLED',
    cancelReason: 'cancelledByUser',
    cancellable: false,
    version: 2,
  }
  queryClient.setQueryData(queryKeys.transaction(row.id), ended)
  await waitForElementToBeRemoved(screen.queryByRole('button', { name: 'Send report' }))
  // A stranger may still be in the account.
  expect(screen.getByRole('link', { name: 'Freeze account' })).toBeVisible()
})

test.each<[string, Transaction, string, string]>([
  [
    'can be undone',
    aRow(1, { state: 'PENDING', arrivesAt: '2026-11-24T15:00:00.000Z', cancellable: true }),
    'You can still get $5.00 back',
    'Undo',
  ],
  [
    'is a withdrawal',
    aRow(1, { type: 'withdraw', method: 'bank', state: 'PENDING', cancellable: true }),
    'You can still get $5.00 back',
    'Cancel withdrawal',
  ],
  [
    'is not paid yet',
    aDepositRow(1, { state: 'PENDING', sendSessionId: sendSessionIdOf(5), cancellable: true }),
    'You can still cancel this',
    'Cancel payment',
  ],
])('what %s can be given up where it is reported', async (_, row, title, action) => {
  await open(row)
  expect(screen.getByText(title)).toBeVisible()
  expect(screen.getByRole('button', { name: action })).toBeVisible()
})

test('of what is final no way back is shown', async () => {
  await open(aRow(1))
  expect(screen.queryByText(/You can still/)).toBeNull()
})

test('the first thing that is missing of a report has the focus', async () => {
  const { user } = await open(aRow(1))
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(screen.getByRole('group', { name: 'What is wrong?' })).toHaveAccessibleDescription('Choose what is wrong')
  expect(screen.getAllByRole('radio')[0]).toHaveFocus()
  await user.click(screen.getByRole('radio', { name: /^It wasn't me/ }))
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(screen.getByLabelText('What happened?')).toHaveFocus()
})

test('a credit is promised only where the transaction has gone through', async () => {
  await open(aRow(1))
  expect(screen.getByText(/the amount may be credited to you/)).toBeVisible()
  await open(held())
  expect(screen.getByText(/hasn't gone through yet, so there's nothing to credit for now\.$/)).toBeVisible()
  expect(screen.queryByText(/may be credited/)).toBeNull()
})

test.each([
  [
    'a report',
    '/settings/disputes/new',
    { movement: aRow(1).id },
    { movement: aRow(2).id },
    'What happened?',
    'Reported problem',
  ],
  ['a message', '/settings/support/ticket', {}, { help: { module: 'other' } }, 'Your message', 'Payments'],
] as const)(
  'what was typed in %s is there after Back and in a new entry, for that subject alone, until it is sent',
  async (_, to, state, other, label, heading) => {
    signedInAs()
    server.use(
      answers('getTransaction', ({ body }) =>
        aRow((body as { transactionId: string }).transactionId === aRow(1).id ? 1 : 2),
      ),
      answers('listDisputes', { items: [], last: null, end: true }),
      answers('listTickets', { items: [], last: null, end: true }),
      answers('getTicket', aTicket()),
      answers('createTicket', { ticketId: aTicket().id }),
      answers('createDispute', aDispute()),
      answers('getDispute', aDispute()),
    )
    const { user, router } = await reloadApp('/settings')
    const go = async (next: object) => {
      await router.navigate({ to: paths.settingsSupport.path })
      await router.navigate({ to, state: next })
      return screen.findByLabelText(label)
    }
    await user.type(await go(state), 'It was two')
    router.history.back()
    expect(await go(state)).toHaveValue('It was two')
    expect(await go(other)).toHaveValue('')
    await go(state)
    if (heading === 'Reported problem') await user.click(screen.getByRole('radio', { name: /^Something else/ }))
    else await user.selectOptions(screen.getByLabelText('What is it about?'), 'Payments')
    await user.click(screen.getByRole('button', { name: /^Send( report)?$/ }))
    await screen.findByText(/^(Reported|Sent)\./)
    await waitFor(() => expect(screen.getByRole('heading', { name: heading })).toHaveFocus())
    expect(await go(state)).toHaveValue('')
  },
)
