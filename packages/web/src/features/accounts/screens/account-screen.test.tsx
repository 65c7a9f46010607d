import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#lib/session/session.ts'
import { aLiveStream } from '#test/live.ts'
import { coolingLimits, limitsOf, unprovedLimit } from '#test/money.ts'
import { aRow, transactionIdOf } from '#test/movements.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const frozen = (cause: 'person' | 'operator') => ({
  status: 'frozen' as const,
  freezes: [
    {
      cause,
      publicReason: cause === 'operator' ? ('identityDoubt' as const) : null,
      since: '2026-03-31T20:05:00.000Z',
    },
  ],
})
beforeEach(() => server.use(answers('latestExport', { export: null }), answers('limits', limitsOf())))

const standing = {
  balanceCents: 0,
  heldCents: 0,
  owedCents: 0,
  creditedCents: 0,
  until: null,
  pending: [],
}

test('SC-05 the account screen shows kind, username and since when, and leads to all that can be done with it', async () => {
  signedInAs({ business: true })
  await openApp('/settings/account')
  expect(screen.getByText('Business')).toBeVisible()
  expect(screen.getByText('maria.lopez-7f3k')).toBeVisible()
  expect(screen.getByText('Jan 5, 2026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Freeze account' })).toBeEnabled()
  expect(await screen.findByRole('button', { name: 'Prepare my data' })).toBeEnabled()
  expect(screen.getByRole('link', { name: 'Who has seen your data' })).toHaveAttribute('href', '/settings/access-log')
  expect(screen.getByRole('button', { name: 'Close account' })).toBeEnabled()
})

test('X-09 freezing asks once and takes no proof; the screen then says why, that it lasts until they end it, and how', async () => {
  signedInAs()
  const app = await openApp('/settings/account')
  server.use(answers('freeze', { status: 'frozen' }), answers('me', aMe(frozen('person'))))
  await app.user.click(screen.getByRole('button', { name: 'Freeze account' }))
  await app.user.click(await screen.findByRole('button', { name: 'Freeze now' }))
  expect(await screen.findByText(/^You froze it on Mar 31, 2026/)).toBeVisible()
  expect(screen.getByText('When you unfreeze it. Nothing else ends it.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your account is frozen' })).toHaveFocus())
  server.use(answers('unfreeze', { status: 'open' }), answers('me', aMe()))
  await app.user.click(screen.getByRole('button', { name: 'Unfreeze account' }))
  expect(await screen.findByRole('button', { name: 'Freeze account' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Freeze your account' })).toHaveFocus())
})

test('after a change of phone the card says from when the account can be unfrozen, and offers no button before', async () => {
  signedInAs(frozen('person'))
  server.use(
    answers('factors', {
      passwordChangedAt: null,
      passkeys: 0,
      totpSince: null,
      recoveryCodesLeft: null,
      phone: true,
      provesFrom: '2026-04-03T20:05:00.000Z',
    }),
  )
  await openApp('/settings/account')
  expect(await screen.findByText(/^Nothing for now\. You can unfreeze it from .*Apr 3, 2026.* on:/)).toBeVisible()
  expect(screen.getByText(/^You, from .*Apr 3, 2026.* on$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Unfreeze account' })).toBeNull()
})

test('what Puente has frozen shows its reason and where to write, and no button that cannot work', async () => {
  signedInAs(frozen('operator'))
  await openApp('/settings/account')
  expect(screen.getByText(/sure that it's you who uses it\. Until then nothing in it can be changed\.$/)).toBeVisible()
  expect(screen.getByText('Only we can lift our freeze.')).toBeVisible()
  expect(screen.getByText("Write to us. We'll ask you to confirm who you are.")).toBeVisible()
  expect(screen.getByRole('link', { name: /help/i })).toHaveAttribute('href', expect.stringMatching(/support/))
  expect(screen.queryByRole('button', { name: 'Unfreeze account' })).toBeNull()
  expect(screen.getByText('You can get a copy once we know that this account is yours.')).toBeVisible()
  expect(screen.getByText('You can close it once we know that this account is yours.')).toBeVisible()
  for (const name of ['Prepare my data', 'Download', 'Close account'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('of several freezes each is named once, one says what is needed, and ours goes before what its owner can end', async () => {
  const both = [...frozen('person').freezes, ...frozen('operator').freezes]
  signedInAs({ status: 'frozen', freezes: both })
  await openApp('/settings/account')
  expect(screen.getByText(/^You froze it on Mar 31, 2026/)).toBeVisible()
  expect(screen.getByText(/^We froze it on Mar 31, 2026/)).toBeVisible()
  expect(screen.getAllByText("What's needed")).toHaveLength(1)
  expect(screen.getByText("Write to us. We'll ask you to confirm who you are.")).toBeVisible()
  expect(screen.getByText(/ Yours stays on after that, until you unfreeze the account here\.$/)).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Get help' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Unfreeze account' })).toBeNull()
})

test('of their own freezes the one that asks for most says what to do first', async () => {
  const since = '2026-03-31T20:05:00.000Z'
  const own = (['person', 'notMe'] as const).map((cause) => ({ cause, publicReason: null, since }))
  signedInAs({ status: 'frozen', freezes: own })
  await openApp('/settings/account')
  expect(screen.getByText('Choose a new password, then unfreeze the account.')).toBeVisible()
  expect(screen.queryByText('Unfreeze the account when everything is fine.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Unfreeze account' })).toBeEnabled()
})

test('a freeze shows on every open screen as soon as it happens, with the way to its end', async () => {
  signedInAs()
  const stream = aLiveStream()
  await openApp('/settings')
  expect(screen.queryByText('Your account is frozen')).toBeNull()
  server.use(answers('me', aMe(frozen('person'))))
  stream.send('me', { fields: ['status'] })
  expect(await screen.findByText('Your account is frozen')).toBeVisible()
  expect(screen.getByRole('link', { name: 'See why, and what to do' })).toHaveAttribute('href', '/settings/account')
})

test('an account that cools is not closed, and the dialog says until when', async () => {
  signedInAs()
  server.use(answers('checkClosing', { ...standing, until: '2026-04-03T20:05:00.000Z' }))
  const app = await openApp('/settings/account')
  await app.user.click(screen.getByRole('button', { name: 'Close account' }))
  expect(await screen.findByText(/changed recently\. You can close your account from .*Apr 3, 2026/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Close for good' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('an account that is not empty is not closed: what is in it, and what to do about each', async () => {
  signedInAs()
  server.use(
    answers('checkClosing', {
      ...standing,
      balanceCents: 20_00,
      pending: [
        {
          transactionId: 'txn_0190a0a0a0a07a0a8a0a0a0a0a0a0a0b',
          type: 'deposit',
          state: 'PENDING',
          holdReason: null,
          amountCents: 5_00,
          at: '2026-03-31T20:05:00.000Z',
          cancellable: true,
          expectedBy: null,
        },
        {
          transactionId: transactionIdOf(7),
          type: 'withdraw',
          state: 'PENDING',
          holdReason: null,
          amountCents: 6_00,
          at: '2026-03-31T20:05:00.000Z',
          cancellable: false,
          expectedBy: '2026-04-03',
        },
        ...(['zelleMismatch', 'recipientKycRequired'] as const).map((holdReason, place) => ({
          transactionId: transactionIdOf(place),
          type: 'sent' as const,
          state: 'ON HOLD' as const,
          holdReason,
          amountCents: 7_00 + place,
          at: '2026-03-31T20:05:00.000Z',
          cancellable: true,
          expectedBy: null,
        })),
      ],
    }),
  )
  const app = await openApp('/settings/account')
  await app.user.click(screen.getByRole('button', { name: 'Close account' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('$20.00 of balance')).toBeVisible()
  expect(within(dialog).getByRole('link', { name: 'Withdraw everything' })).toHaveAttribute(
    'href',
    '/payments/withdraw',
  )
  expect(within(dialog).getByRole('link', { name: 'Send money' })).toHaveAttribute('href', '/payments/send/puente')
  expect(within(dialog).getByRole('link', { name: 'Adding money: $5.00, Mar 31, 2026' })).toBeVisible()
  const [card, bank, looked, waiting] = within(dialog).getAllByRole('link', { name: /, Mar 31, 2026$/ })
  expect(card?.parentElement).toHaveTextContent('$5.00, Mar 31, 2026Open it to finish or cancel it.')
  expect(bank?.parentElement).toHaveTextContent(
    "$6.00, Mar 31, 2026It can't be canceled any more. We expect it to be done by April 3, 2026.",
  )
  expect(looked?.parentElement).toHaveTextContent('$7.00, Mar 31, 2026Someone on our team is comparing the payment')
  expect(waiting?.parentElement).toHaveTextContent('$7.01, Mar 31, 2026It waits for the receiver.')
  expect(within(dialog).queryByRole('button', { name: 'Close for good' })).toBeNull()
})

test('while the account cools its balance can only be sent, and the dialog says until when', async () => {
  signedInAs()
  server.use(
    answers('checkClosing', { ...standing, balanceCents: 20_00 }),
    answers('limits', limitsOf(unprovedLimit(), ...coolingLimits())),
  )
  const app = await openApp('/settings/account')
  await app.user.click(screen.getByRole('button', { name: 'Close account' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/^You can withdraw it from Dec 1, 2026.* up to \$199\.99 from/)).toBeVisible()
  expect(within(dialog).queryByRole('link', { name: /Withdraw/ })).toBeNull()
  expect(within(dialog).getByRole('link', { name: 'Send money' })).toBeVisible()
})

test('a frozen account is said to be closed only after the freeze, and offers neither sending nor closing', async () => {
  signedInAs(frozen('person'))
  server.use(
    answers('checkClosing', { ...standing, balanceCents: 20_00 }),
    answers('limits', limitsOf(...coolingLimits())),
  )
  const app = await openApp('/settings/account')
  await app.user.click(screen.getByRole('button', { name: 'Close account' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/^Your account is frozen, so it can't be closed now\./)).toBeVisible()
  expect(within(dialog).queryByRole('link')).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Close for good' })).toBeNull()
})

test('a balance below the least of a withdrawal leaves as a whole too, and what was begun opens', async () => {
  signedInAs()
  const pending = {
    transactionId: transactionIdOf(1),
    type: 'withdraw' as const,
    state: 'ON HOLD' as const,
    holdReason: 'underReview' as const,
    amountCents: 50_00,
    at: '2026-03-31T20:05:00.000Z',
    cancellable: true,
    expectedBy: null,
  }
  server.use(
    answers('checkClosing', { ...standing, balanceCents: 19_99, pending: [pending] }),
    answers('getTransaction', aRow(1)),
  )
  const app = await openApp('/settings/account')
  await app.user.click(screen.getByRole('button', { name: 'Close account' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('link', { name: 'Withdraw everything' })).toBeVisible()
  await app.user.click(within(dialog).getByRole('link', { name: 'Withdrawal: $50.00, Mar 31, 2026' }))
  await waitFor(() => expect(app.path()).toBe('/movements/detail'))
  expect(app.router.history.location.state.movement).toBe(transactionIdOf(1))
})

test('an account whose owner owes something says how much instead of offering to close it', async () => {
  signedInAs()
  server.use(answers('checkClosing', { ...standing, owedCents: 12_50 }))
  const app = await openApp('/settings/account')
  await app.user.click(screen.getByRole('button', { name: 'Close account' }))
  expect(await screen.findByText(/^You owe \$12\.50 for money that went back\./)).toBeVisible()
  expect(screen.queryByText(/isn't empty yet/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close for good' })).toBeNull()
})

test('an empty account is closed once its owner has said that they know what it means', async () => {
  signedInAs()
  server.use(answers('checkClosing', standing))
  const app = await openApp('/settings/account')
  await app.user.click(screen.getByRole('button', { name: 'Close account' }))
  const confirm = await screen.findByRole('button', { name: 'Close for good' })
  expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await app.user.click(screen.getByRole('checkbox', { name: 'I understand that this is for good' }))
  server.use(refuses('closeAccount', 'accountRestricted', { reason: 'notEmpty' }))
  await app.user.click(confirm)
  expect(await screen.findByText(/^Your account isn't empty yet, so it can't be closed\./)).toBeVisible()
  server.use(answers('closeAccount', { status: 'closed' }))
  await app.user.click(confirm)
  await waitFor(() => expect(session.get().status).toBe('out'))
})

test('X-37 the access log names role, act, reason and time of each entry, newest first, and goes on at the end', async () => {
  signedInAs()
  const entry = {
    at: '2026-03-31T20:05:00.000Z',
    role: 'reviewer' as const,
    what: 'identityFile' as const,
    why: 'identityCheck' as const,
    reference: 'C-17',
  }
  server.use(answers('accessLog', { items: [entry], last: '0190a0a0-a0a0-7a0a-8a0a-0a0a0a0a0a0a', end: false }))
  const app = await openApp('/settings/access-log')
  const list = await screen.findByRole('list', { name: 'Who has seen your data' })
  expect(within(list).getByText('Looked at a photo of your identity check')).toBeVisible()
  expect(within(list).getByText('Identity check · Identity check')).toBeVisible()
  expect(within(list).getByText('Case C-17')).toBeVisible()
  expect(within(list).getByText(/^Mar 31, 2026/)).toBeVisible()
  const older = { ...entry, at: '2026-03-30T20:05:00.000Z', what: 'freeze' as const, role: 'operator' as const }
  const oldest = { ...entry, at: '2026-03-29T20:05:00.000Z', what: 'identitySent' as const, role: 'system' as const }
  server.use(answers('accessLog', { items: [older, oldest], last: null, end: true }))
  await app.user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await within(list).findByText('Froze your account')).toBeVisible()
  const rows = within(list).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => /Mar \d+, 2026/.exec(textContent)?.[0])).toEqual([
    'Mar 31, 2026',
    'Mar 30, 2026',
    'Mar 29, 2026',
  ])
  expect(rows[2]).toHaveTextContent('service that checks your identity')
  expect(rows[2]).toHaveTextContent('Puente, automatically · Identity check')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('an access log without entries says so, and one that cannot be read offers another try', async () => {
  signedInAs()
  server.use(answers('accessLog', { items: [], last: null, end: true }))
  await openApp('/settings/access-log')
  expect(await screen.findByRole('heading', { name: 'No one has looked' })).toBeVisible()
})

test('X-25 a copy of the data is asked for, once by a double click, waited for and fetched; another can be asked for a day later', async () => {
  signedInAs()
  const asked = { id: 'x', requestedAt: new Date().toISOString(), sizeBytes: null, expiresAt: null }
  const app = await openApp('/settings/account')
  const button = await screen.findByRole('button', { name: 'Prepare my data' })
  let calls = 0
  server.use(
    answers('exportData', () => {
      calls += 1
      return { ...asked, state: 'preparing' as const }
    }),
    answers('latestExport', {
      export: { ...asked, state: 'ready', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    }),
  )
  act(() => {
    button.click()
    button.click()
  })
  expect(await screen.findByText(/^We're putting your data together\./)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Get a copy of your data' })).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Prepare my data' })).toBeNull()
  const download = await screen.findByRole('button', { name: 'Download' }, { timeout: 5_000 })
  expect(screen.getByText(/^You can ask for a new copy from /)).toBeVisible()
  expect(calls).toBe(1)
  const fetched: unknown[] = []
  server.use(
    handles('getExport', ({ url }) => {
      fetched.push(url.search)
      return new Response('the ZIP', { headers: { 'content-type': 'application/zip' } })
    }),
  )
  const saved: string[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`)
  })
  await app.user.click(download)
  await waitFor(() => expect(saved).toEqual(['puente-data.zip blob:data']))
  expect(fetched).toEqual(['?id=x'])
  made.mockRestore()
  clicked.mockRestore()
})

test('a copy that could not be made says so, and can be asked for again', async () => {
  signedInAs()
  server.use(
    answers('latestExport', {
      export: { id: 'x', state: 'failed', requestedAt: new Date().toISOString(), expiresAt: null, sizeBytes: null },
    }),
  )
  await openApp('/settings/account')
  expect(await screen.findByText("That didn't work. Please ask for it again.")).toBeVisible()
  expect(screen.getByRole('button', { name: 'Prepare my data' })).toBeEnabled()
})
