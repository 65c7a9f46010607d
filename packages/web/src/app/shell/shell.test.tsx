import type { Me } from '@puente/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setClock, type Clock } from '#lib/browser/clock.ts'
import { session } from '#lib/session/session.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { aLiveStream } from '#test/live.ts'
import { answers, handles, refuses, server } from '#test/server.ts'

afterEach(() => setClock())

test('GL-08 GL-12 the header has logo, title, avatar and log-out button', async () => {
  signedInAs()
  await openApp('/settings')
  expect(screen.getByRole('link', { name: 'Puente, home' })).toHaveAttribute('href', '/home')
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Settings for María López' })).toHaveTextContent('ML')
  expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Settings · Puente'))
})

test('GL-11 the avatar leads to the settings, with the initials or the picture of its person, and names them', async () => {
  signedInAs()
  await openApp('/home')
  const avatar = () => screen.getByRole('link', { name: 'Settings for María López' })
  expect(avatar()).toHaveAttribute('href', '/settings')
  expect(avatar()).toHaveTextContent('ML')
  expect(avatar().querySelector('img')).toBeNull()

  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  const ended = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const picture = new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } })
  server.use(handles('readFile', () => picture.clone()))
  signedInAs({ imgUrl: '/api/files/fil_0190a0a0a0a07a0a8a0a0a0a0a0a0a0a' })
  await openApp('/home')
  await waitFor(() => expect(avatar().querySelector('img')).toHaveAttribute('src', 'blob:picture'))
  expect(avatar()).toHaveAttribute('href', '/settings')
  cleanup()
  // The next file of this worker saves files.
  made.mockRestore()
  ended.mockRestore()
})

test('EM-04 a list that cannot be loaded offers to try again, breaks nothing else, and reaches the sink as a client_error', async () => {
  const events: unknown[] = []
  signedInAs({ wallet: { USD: 500 } })
  server.use(
    refuses('listTransactions', 'unknown'),
    handles('events', ({ body }) => {
      events.push(body)
      return Response.json({ data: {} })
    }),
  )
  const app = await openApp('/home')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByTestId('balance')).toHaveTextContent('$5.00')
  await waitFor(() =>
    expect(events).toContainEqual({ name: 'client_error', props: { kind: 'unknown', place: 'transactions' } }),
  )
  server.use(answers('listTransactions', { items: [], last: null, end: true }))
  await app.user.click(again)
  expect(await screen.findByText("You're ready to go")).toBeVisible()
})

test('GL-07 Back leads to the parent on a deep link', async () => {
  signedInAs()
  const app = await openApp('/settings/language')
  await app.user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('GL-10 P-02 RT-17 home greets by the first name and shows the balance', async () => {
  signedInAs({ wallet: { USD: 500 } })
  await openApp('/home')
  expect(screen.getByRole('heading', { level: 1, name: 'Hi, María' })).toBeVisible()
  expect(screen.getByTestId('balance')).toHaveTextContent('$5.00')
})

test('RD-01 what another device or an operator changes is on the open screen: the person, the balance, the identity check', async () => {
  const KYC = { ...aMe().KYC, tier: 0 }
  signedInAs({ wallet: { USD: 500 }, KYC })
  const stream = aLiveStream()
  await openApp('/home')
  expect(screen.getByRole('link', { name: 'Settings for María López' })).toHaveTextContent('ML')
  expect(screen.getByRole('list', { name: 'To do' })).toHaveTextContent('Verify your identity')

  const renamed = { fullName: 'Marta Paz', wallet: { USD: 500 } }
  server.use(answers('me', aMe({ ...renamed, KYC })))
  stream.send('me', { fields: ['fullName'] })
  expect(await screen.findByRole('link', { name: 'Settings for Marta Paz' })).toHaveTextContent('MP')
  expect(screen.getByRole('heading', { level: 1, name: 'Hi, Marta' })).toBeVisible()

  server.use(answers('me', aMe(renamed)))
  stream.send('kyc', {})
  await waitFor(() => expect(screen.queryByRole('list', { name: 'To do' })).toBeNull())

  server.use(answers('wallet', { USD: 1234, held: { USD: 0 } }))
  stream.send('wallet', {})
  await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('$12.34'))
})

test('a business is greeted by its whole name', async () => {
  signedInAs({ fullName: 'La Espiga Bakery', business: true })
  await openApp('/home')
  expect(screen.getByRole('heading', { level: 1, name: 'Hi, La Espiga Bakery' })).toBeVisible()
})

test('a user with both contacts verified is not asked to verify', async () => {
  signedInAs()
  await openApp('/verify-user')
  expect(screen.getAllByText('Verified')).toHaveLength(2)
  expect(screen.queryByText(/You need both verified/)).toBeNull()
})

test('hiding the balance hides it at once, with what is on hold, and is kept with the account', async () => {
  signedInAs({ wallet: { USD: 500 }, held: { USD: 77 } })
  const kept: unknown[] = []
  server.use(
    handles('changePreferences', ({ body }) => {
      kept.push(body)
      return Response.json({ data: body })
    }),
  )
  const app = await openApp('/home')
  await app.user.click(screen.getByRole('button', { name: 'Hide balance' }))
  expect(screen.queryByText('$5.00')).toBeNull()
  expect(screen.queryByText(/0\.77/)).toBeNull()
  expect(screen.getByText('Balance hidden')).toBeInTheDocument()
  expect(kept).toEqual([{ hideBalance: true }])
})

test('a choice that could not be stored is reverted with a notice', async () => {
  signedInAs({ wallet: { USD: 500 } })
  server.use(refuses('changePreferences', 'serviceUnavailable'))
  const app = await openApp('/home')
  await app.user.click(screen.getByRole('button', { name: 'Hide balance' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByText('$5.00')).toBeInTheDocument()
})

test.each<[string, Partial<Me>]>([
  ['email', { emailVerified: true }],
  ['phone', { emailVerified: true, phoneVerified: true, KYC: { ...aMe().KYC, tier: 0 } }],
  ['money', { emailVerified: true, phoneVerified: true, KYC: { ...aMe().KYC, tier: 0 }, wallet: { USD: 1 } }],
])('RT-19 the checklist ticks what is done, up to %s, and links to what is not', async (_upTo, change) => {
  const KYC = { ...aMe().KYC, tier: -1 }
  signedInAs({ emailVerified: false, phoneVerified: false, wallet: { USD: 0 }, KYC, ...change })
  await openApp('/home')
  const tasks = within(screen.getByRole('list', { name: 'To do' })).getAllByRole('listitem')
  const seen = tasks.map((task) =>
    within(task).queryByText('Done') ? 'done' : within(task).queryByRole('link')?.getAttribute('href'),
  )
  const links = ['/verify-user', '/verify-account', '/deposit-now', change.phoneVerified ? '/kyc' : undefined]
  const done = Object.keys(change).filter((field) => field !== 'KYC').length
  expect(tasks.map((task) => task.textContent?.replace('Done', ''))).toEqual([
    'Verify your email',
    'Verify your phone',
    change.wallet ? 'Money in your account' : 'Add money',
    change.phoneVerified
      ? 'Verify your identity'
      : `Verify your identityAfter your ${change.emailVerified ? 'phone' : 'email and phone'}`,
  ])
  expect(seen).toEqual(links.map((link, at) => (at < done ? 'done' : link)))
  expect(screen.getByText(`${done} of 4 done`)).toBeVisible()
})

test('RT-19 with everything done there is no checklist', async () => {
  signedInAs({ wallet: { USD: 1 } })
  await openApp('/home')
  expect(screen.queryByRole('list', { name: 'To do' })).toBeNull()
})

test('GL-13 cancelling the log-out question keeps the session', async () => {
  signedInAs()
  const app = await openApp('/home')
  await app.user.click(screen.getByRole('button', { name: 'Log out' }))
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(session.get().status).toBe('in')
})

test('ST-03 logging out closes session and live stream, waits three seconds and empties the browser', async () => {
  signedInAs()
  let reason: unknown
  const streams = { opened: 0, closed: 0 }
  server.use(
    handles('live', () => {
      streams.opened += 1
      const body = new ReadableStream({ cancel: () => void (streams.closed += 1) })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
    handles('logout', ({ body }) => {
      reason = body
      return Response.json({ data: {} })
    }),
  )
  const app = await openApp('/home')
  localStorage.setItem('settings', '{"theme":"dark"}')
  await app.user.click(screen.getByRole('button', { name: 'Log out' }))
  const dialog = await screen.findByRole('dialog')

  const waits: [number, () => void][] = []
  const clock: Clock = {
    now: () => Date.now(),
    after: (ms, run) => (waits.push([ms, run]), () => undefined),
    every: () => () => undefined,
  }
  setClock(clock)
  await app.user.click(within(dialog).getByRole('button', { name: /Log out/ }))
  const wait = waits.find(([ms]) => ms === 3000)
  await waitFor(() => expect(reason).toEqual({ reason: 'signedOut' }))
  expect(session.get().status).toBe('in')
  expect(screen.getByRole('dialog')).toBeVisible()
  act(() => wait?.[1]())
  await waitFor(() => expect(session.get().status).toBe('out'))
  expect(localStorage.length).toBe(0)
  expect(screen.queryByText(/María/)).toBeNull()
  await waitFor(() => expect(streams).toEqual({ opened: 1, closed: 1 }))
})

test('EU-16 RT-37 P-25 the language changes at once, is stored in the profile and named on the page', async () => {
  signedInAs()
  let stored: unknown
  server.use(
    handles('changePreferences', ({ body }) => {
      stored = body
      return Response.json({ data: {} })
    }),
  )
  const app = await openApp('/settings/language')
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  await app.user.click(screen.getByRole('radio', { name: '한국어' }))
  expect(await screen.findByRole('heading', { level: 1, name: '언어' })).toBeVisible()
  expect(document.documentElement.lang).toBe('ko')
  await waitFor(() => expect(stored).toEqual({ lang: 'ko' }))
  await app.user.click(screen.getByRole('radio', { name: 'English' }))
  await screen.findByRole('heading', { level: 1, name: 'Language' })
})

test.each<[string, boolean | null]>([
  ['said no', false],
  ['was not asked yet', null],
])('of a person who %s nothing leaves the browser, errors included', async (_what, analytics) => {
  let sent = 0
  server.use(
    handles('events', () => {
      sent += 1
      return Response.json({ data: {} })
    }),
    refuses('faqs', 'unknown'),
  )
  signedInAs({ preferences: { ...aMe().preferences, analytics } })
  const app = await openApp('/home')
  await app.router.navigate({ to: '/settings/FAQS' })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(sent).toBe(0)
})

test('ST-28 ST-29 a screen is counted once, by its pattern', async () => {
  const events: unknown[] = []
  server.use(
    handles('events', ({ body }) => {
      events.push(body)
      return Response.json({ data: {} })
    }),
  )
  signedInAs()
  await openApp('/u/ana.ruiz-2k9f?from=mail')
  await waitFor(() => expect(events).toHaveLength(2))
  // Two requests side by side may arrive in either order.
  expect(new Set(events)).toEqual(
    new Set([
      { name: 'page_view', props: { route: '/u/$handle' } },
      { name: 'screen_view', props: { screen: 'contacts.person.title' } },
    ]),
  )
})

test('a refusal leaves with the screen it was shown on', async () => {
  signedInAs()
  server.use(refuses('changePreferences', 'serviceUnavailable'))
  const app = await openApp('/settings')
  await app.user.click(screen.getByRole('switch', { name: /^Hide balance/ }))
  expect(await screen.findByRole('alert')).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: /^Language/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Language' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the toggle opens what there is to do, and in a flow keeps its place without being offered', async () => {
  signedInAs()
  const app = await openApp('/home')
  await app.user.click(screen.getAllByRole('button', { name: 'Send or withdraw' })[0]!)
  await app.user.click(await screen.findByRole('button', { name: /Send to someone on Puente/ }))
  await waitFor(() => expect(app.path()).toBe('/payments/send/puente'))
  const toggles = screen.getAllByRole('button', { name: 'Send or withdraw', hidden: true })
  expect(toggles).toHaveLength(1)
  expect(toggles[0]).toHaveClass('invisible')
})

test('the identity check is a flow: one way out, and its action in reach', async () => {
  signedInAs({
    KYC: {
      ...aMe().KYC,
      tier: 0,
      selfieIdStatus: 'neverRequested',
      selfieStatus: 'neverRequested',
      fullNameBirth: false,
    },
  })
  await openApp('/kyc')
  expect(await screen.findByRole('link', { name: 'Close' })).toHaveAttribute('href', '/home')
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull()
})

test('GL-15 the bottom menu holds home, the toggle and the invoices, and marks where one is', async () => {
  signedInAs()
  server.use(answers('listInvoices', { items: [], last: null, end: true }))
  const app = await openApp('/home')
  // The second of the two menus is that of a phone.
  const menu = () => within(screen.getAllByRole('navigation', { name: 'Main menu' })[1]!)
  const items = [...screen.getAllByRole('navigation', { name: 'Main menu' })[1]!.querySelectorAll('a, button')]
  expect(items.map((item) => item.textContent || item.getAttribute('aria-label'))).toEqual([
    'Home',
    'Send or withdraw',
    'Invoices',
  ])
  expect(menu().getByRole('link', { current: 'page' })).toHaveTextContent('Home')
  await app.user.click(menu().getByRole('link', { name: 'Invoices' }))
  await waitFor(() => expect(app.path()).toBe('/invoice'))
  expect(menu().getByRole('link', { current: 'page' })).toHaveTextContent('Invoices')
})

test.each([
  ['nothing', {}, 'email and phone'],
  ['the email alone', { emailVerified: true }, 'phone'],
])('GL-17 with %s verified the invoices say what to verify first, and lead nowhere', async (_what, change, missing) => {
  signedInAs({ emailVerified: false, phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 }, ...change })
  const app = await openApp('/home')
  const menus = screen.getAllByRole('navigation', { name: 'Main menu' })
  await app.user.click(within(menus[1]!).getByRole('button', { name: 'Invoices' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(`Verify your ${missing} to use invoices`)
  expect(app.path()).toBe('/home')
})
