import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'

const open = { fullName: 2, birthday: 1, username: 1, address: 1, nationality: 1, business: 0 }
const newcomer = { KYC: { ...aMe().KYC, tier: 0 }, changesLeft: open }

afterEach(() => vi.useRealTimers())

/** Answers every call and keeps what it was sent. */
const keeps = (key: Parameters<typeof handles>[0], data: object = {}) => {
  const sent: Seen[] = []
  server.use(
    handles(key, (seen) => {
      sent.push(seen)
      return HttpResponse.json({ data })
    }),
  )
  return sent
}

test('RT-35 EU-06 the personal info shows everything that is kept, each with the way to change it', async () => {
  signedInAs({
    ...newcomer,
    address: { line1: '1418 Alder Terrace', line2: 'Apt 3', city: 'Los Angeles', state: 'CA', zipCode: '90026' },
    birthday: '1991-08-14',
    nationality: 'MX',
    phoneVerified: false,
  })
  await openApp('/settings/personal-info')
  const rows: [RegExp, RegExp, string][] = [
    [/^Full name/, /María López.*2 changes left/, '/settings/edit/name'],
    [/^Username/, /maria\.lopez-7f3k.*1 change left/, '/settings/edit/username'],
    [/^Date of birth/, /August 14, 1991.*1 change left/, '/settings/edit/birthday'],
    [/^Email/, /maria@example\.com.*Verified/, '/settings/edit/email'],
    [/^Phone/, /\+1 \(305\) 555-0134.*Not verified yet/, '/settings/edit/phone'],
    [/^Address/, /1418 Alder Terrace, Apt 3.*Los Angeles, CA 90026/, '/settings/edit/address'],
    [/^Nationality/, /Mexico/, '/settings/edit/nationality'],
  ]
  for (const [name, text, path] of rows) {
    const row = screen.getByRole('link', { name })
    expect(row).toHaveTextContent(text)
    expect(row).toHaveAttribute('href', path)
  }
  expect(screen.getByRole('link', { name: 'Add a picture' })).toHaveAttribute('href', '/settings/edit/picture')
})

test('what an ID has proved says so in its row and leads nowhere', async () => {
  signedInAs({ nationality: 'MX', birthday: '1991-08-14' })
  await openApp('/settings/personal-info')
  expect(screen.getAllByText('Proved by your ID').length).toBeGreaterThanOrEqual(3)
  expect(
    screen.getByText('Details from your identity check can only be changed by support, with a document.'),
  ).toBeVisible()
  expect(screen.queryByRole('link', { name: /^(Address|Nationality)/ })).toBeNull()
})

test('an address is proved by its document at tier 2, and before that of the identity check alone', async () => {
  const address = { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }
  signedInAs({ address })
  await openApp('/settings/personal-info')
  expect(screen.getByText('From your identity check')).toBeVisible()
  cleanup()
  signedInAs({ address, KYC: { ...aMe().KYC, tier: 2 } })
  await openApp('/settings/personal-info')
  expect(screen.getByText('Proved by your document')).toBeVisible()
  expect(screen.queryByText('From your identity check')).toBeNull()
})

test('a changed name is sent, said to be saved, and leads back', async () => {
  signedInAs(newcomer)
  const sent = keeps('updateProfile')
  const app = await openApp('/settings/edit/name')
  expect(screen.getByText('2 changes left')).toBeVisible()
  const field = screen.getByRole('textbox', { name: 'Full name' })
  await app.user.clear(field)
  await app.user.type(field, 'A$b{Enter}')
  expect(await screen.findByText('Please enter a valid name without special characters')).toBeVisible()
  expect(sent).toEqual([])
  await app.user.clear(field)
  await app.user.type(field, 'Ana-Lía Núñez{Enter}')
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ fullName: 'Ana-Lía Núñez' }])
  expect(app.path()).toBe('/settings/personal-info')
})

test('RT-36 EU-09 the birthday is changed by one who is 18; the one change that is left is named, and then it stays', async () => {
  // On New Year's Eve the day after is in a year that cannot be chosen.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) })
  signedInAs({ ...newcomer, birthday: '1991-08-14' })
  const sent = keeps('updateProfile')
  const app = await openApp('/settings/edit/birthday')
  expect(screen.getByText('1 change left')).toBeVisible()
  const born = new Date()
  expect(within(screen.getByLabelText('Year')).getAllByRole('option')[1]).toHaveTextContent(
    String(born.getFullYear() - 18),
  )
  const type = async (day: Date) => {
    await app.user.selectOptions(screen.getByLabelText('Month'), String(day.getMonth() + 1))
    await app.user.clear(screen.getByLabelText('Day'))
    await app.user.type(screen.getByLabelText('Day'), String(day.getDate()))
    await app.user.selectOptions(screen.getByLabelText('Year'), String(day.getFullYear()))
  }
  born.setFullYear(born.getFullYear() - 18, born.getMonth(), born.getDate() + 1)
  await type(born)
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Check your date of birth. You must be at least 18.')).toBeVisible()
  expect(sent).toEqual([])
  born.setDate(born.getDate() - 1)
  await type(born)
  server.use(answers('me', aMe({ ...newcomer, changesLeft: { ...open, birthday: 0 } })))
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${born.getFullYear()}-${two(born.getMonth() + 1)}-${two(born.getDate())}`
  expect(sent.map(({ body }) => body)).toEqual([{ birthday: day }])
  cleanup()
  signedInAs({ ...newcomer, changesLeft: { ...open, birthday: 0 } })
  await openApp('/settings/edit/birthday')
  expect(screen.getByText("Your date of birth can't be changed here")).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the address keeps what was typed when the server does not take it', async () => {
  signedInAs({ ...newcomer, address: { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '10001' } })
  server.use(refuses('updateProfile', 'invalidZipCode'))
  const app = await openApp('/settings/edit/address')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Zip code does not match city or state')).toBeVisible()
  const street = screen.getByRole('textbox', { name: /^Street address/ })
  expect(street).toHaveValue('1 Main St')
  await app.user.clear(street)
  const sent = keeps('updateProfile')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(street).toHaveAccessibleDescription('Enter your street address')
  expect(sent).toEqual([])
  await app.user.type(street, '2 Main St')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sent[0]?.body).toEqual({ address: { line1: '2 Main St', city: 'Austin', state: 'TX', zipCode: '10001' } })
})

test.each([
  ['/settings/edit/name', "Your name can't be changed here"],
  ['/settings/edit/birthday', "Your date of birth can't be changed here"],
  ['/settings/edit/address', "Your address can't be changed here"],
  ['/settings/edit/nationality', "Your nationality can't be changed here"],
])('what an ID has proved cannot be changed at %s, which says why and where to go', async (path, title) => {
  signedInAs()
  await openApp(path)
  expect(screen.getByText(title)).toBeVisible()
  expect(screen.getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/settings/support/ticket')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('while papers are looked at the details wait, and after the last change support helps', async () => {
  const none = { ...open, fullName: 0 }
  signedInAs({ KYC: { ...aMe().KYC, tier: 0, selfieStatus: 'inReview' }, changesLeft: none })
  await openApp('/settings/edit/name')
  expect(screen.getByText(/being checked with your ID right now/)).toBeVisible()
})

test('a username is offered from the name, and refused under its field when it is taken', async () => {
  signedInAs(newcomer)
  server.use(answers('suggestHandle', { publicTransactionId: 'maria.lopez' }))
  server.use(refuses('changeHandle', 'invalidName', { field: 'publicTransactionId', reason: 'taken' }))
  const app = await openApp('/settings/edit/username')
  await app.user.click(await screen.findByRole('button', { name: 'Use maria.lopez' }))
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  await app.user.click(await screen.findByRole('button', { name: 'Change username' }))
  expect(await screen.findByText('This username is taken. Try another one.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Username' })).toHaveFocus())
})

test.each([
  '/settings/edit/username',
  '/settings/edit/picture',
  '/settings/edit/name',
  '/settings/edit/phone',
  '/settings/security/social',
  '/settings/payment-safety',
  '/settings/statements',
])(
  'while it is in doubt whose the account is, %s says that nothing can be changed, and asks for nothing',
  async (path) => {
    const since = '2026-03-31T20:05:00.000Z'
    signedInAs({
      ...newcomer,
      status: 'frozen',
      freezes: [{ cause: 'operator', publicReason: 'identityDoubt', since }],
    })
    await openApp(path)
    expect(await screen.findByText(/until then nothing in it can be changed or exported\.$/)).toBeVisible()
    const main = within(screen.getByRole('main'))
    for (const role of ['textbox', 'radio', 'button', 'combobox'] as const) expect(main.queryByRole(role)).toBeNull()
  },
)

test('a username is sent after one question, which shows it as it will be; then it has no changes left and leads nowhere', async () => {
  signedInAs(newcomer)
  server.use(answers('suggestHandle', { publicTransactionId: 'maria.lopez' }))
  const sent = keeps('changeHandle', { publicTransactionId: 'maria.sol' })
  const app = await openApp('/settings/edit/username')
  await app.user.type(screen.getByRole('textbox', { name: 'Username' }), 'Maria.Sol{Enter}')
  const question = within(await screen.findByRole('dialog', { name: 'Change your username?' }))
  expect(question.getByText('maria.sol')).toBeVisible()
  expect(question.getByText(/^You can choose once\./)).toBeVisible()
  await app.user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  server.use(
    answers('me', aMe({ ...newcomer, publicTransactionId: 'maria.sol', changesLeft: { ...open, username: 0 } })),
  )
  let isSaidFixed = false
  const watch = new MutationObserver(() => {
    isSaidFixed ||= screen.queryByText('Your username stays as it is') !== null
  })
  watch.observe(document.body, { childList: true, subtree: true })
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  await app.user.click(await screen.findByRole('button', { name: 'Change username' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ publicTransactionId: 'maria.sol' }])
  expect(await screen.findByText('No changes left')).toBeVisible()
  watch.disconnect()
  expect(isSaidFixed).toBe(false)
  expect(screen.getByText('maria.sol')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Username/ })).toBeNull()
})

test('a picture that is there can be taken away', async () => {
  signedInAs({ imgUrl: `/api/files/fil_${'1'.repeat(32)}` })
  const sent = keeps('removeProfilePicture')
  const app = await openApp('/settings/edit/picture')
  await app.user.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('SC-12 cards are hidden and moved by keyboard, and home follows', async () => {
  signedInAs()
  const sent = keeps('changePreferences')
  const app = await openApp('/settings/dashboard')
  await app.router.navigate({ to: '/home' })
  expect(await screen.findByText("You're ready to go")).toBeVisible()
  await app.router.navigate({ to: '/settings/dashboard' })
  await app.user.click(await screen.findByRole('switch', { name: 'Latest activity' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Latest activity' })).not.toBeChecked())
  screen.getByRole('button', { name: 'Move Limits up' }).focus()
  await app.user.keyboard('{Enter}')
  expect(await screen.findByText('Limits is now number 2 of 4')).toBeInTheDocument()
  expect(sent.at(-1)?.body).toEqual({
    dashboard: [
      { card: 'people', shown: true },
      { card: 'limits', shown: true },
      { card: 'latest', shown: false },
      { card: 'history', shown: true },
    ],
  })
  expect(screen.getByRole('button', { name: 'Move People up' })).toBeDisabled()
  await app.router.navigate({ to: '/home' })
  expect(await screen.findByRole('heading', { level: 1, name: /María/ })).toBeVisible()
  expect(screen.queryByText("You're ready to go")).toBeNull()
})

test('SC-01 the tour stands on home once, goes on by keyboard, can be skipped, and comes back from the settings', async () => {
  signedInAs({ preferences: { ...aMe().preferences, transactionsTutorial: true } })
  const sent = keeps('changePreferences')
  const app = await openApp('/home')
  const tour = within(screen.getByRole('region', { name: 'Welcome: your balance' }))
  tour.getByRole('button', { name: 'Next' }).focus()
  await app.user.keyboard('{Enter}')
  expect(screen.getByRole('region', { name: 'Send and add money' })).toHaveTextContent('2 of 4')
  expect(screen.getByText(/The buttons below your balance/)).toHaveFocus()
  await app.user.click(screen.getByRole('button', { name: 'Skip the tour' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Send and add money' })).toBeNull())
  await app.router.navigate({ to: '/settings/dashboard' })
  await app.user.click(await screen.findByRole('button', { name: 'Show the tour' }))
  expect(await screen.findByRole('region', { name: 'Welcome: your balance' })).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ transactionsTutorial: false }, { transactionsTutorial: true }])
})

test('SC-14 profile and limits leads to both', async () => {
  signedInAs()
  await openApp('/settings/profile-and-limits')
  expect(screen.getByRole('link', { name: 'Personal info' })).toHaveAttribute('href', '/settings/personal-info')
  expect(screen.getByRole('link', { name: 'Limits' })).toHaveAttribute('href', '/settings/transaction-limits')
})
