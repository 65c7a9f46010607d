import {
  LANGUAGES,
  type Language,
  NOTICE_KINDS,
  NOTICE_VARIANTS,
  type NoticeKind,
  type NotificationItem,
  type Result,
} from '@puente/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setClock } from '#lib/browser/clock.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'
import { byAge } from '../parts/by-age.ts'

afterEach(() => {
  setClock()
  vi.unstubAllGlobals()
})

const hex = (n: number) => n.toString(16).padStart(32, '0')
const aNotice = (n: number, change: Partial<NotificationItem> = {}): NotificationItem => ({
  id: `ntf_${hex(n)}`,
  kind: 'received',
  variant: 'completed',
  objectType: 'transaction',
  objectId: `txn_${hex(n)}`,
  createdAt: new Date(Date.now() - n * 60_000).toISOString(),
  readAt: null,
  params: { amount: n * 100, name: 'Carlos Vega' },
  ...change,
})
const page = (items: NotificationItem[], change: Partial<Result<'listNotifications'>> = {}) => ({
  items,
  unread: items.filter(({ readAt }) => readAt === null).length,
  last: null,
  end: true,
  ...change,
})

test('RT-22 notifications are grouped as today, yesterday and previous in the zone of the reader, also across midnight', async () => {
  // In New York it is ten minutes before midnight, in UTC the next day already.
  const zone = 'America/New_York'
  const now = Date.parse('2026-11-24T04:50:00Z')
  const at = (createdAt: string, n: number) => aNotice(n, { createdAt })
  const [late, early, evening, night] = [
    at('2026-11-24T04:40:00Z', 1),
    at('2026-11-23T05:00:00Z', 2),
    at('2026-11-23T04:59:59Z', 3),
    at('2026-11-22T04:59:00Z', 4),
  ]
  const idsOf = (nowMs: number, where: string) =>
    byAge([late, early, evening, night], nowMs, where).map(({ age, items }) => [age, ...items.map(({ id }) => id)])
  expect(idsOf(now, zone)).toEqual([
    ['today', late.id, early.id],
    ['yesterday', evening.id],
    ['previous', night.id],
  ])
  expect(idsOf(now + 15 * 60_000, zone)).toEqual([
    ['yesterday', late.id, early.id],
    ['previous', evening.id, night.id],
  ])
  expect(idsOf(now, 'UTC')).toEqual([
    ['today', late.id],
    ['yesterday', early.id, evening.id],
    ['previous', night.id],
  ])

  // The screen: seeded entries under their headings, and a page that stays open turns at midnight.
  signedInAs()
  const midnight = new Date()
  midnight.setHours(24, 0, 0, 0)
  let clockNow = midnight.getTime() - 60_000
  const ticks: (() => void)[] = []
  setClock({
    now: () => clockNow,
    after: (ms, run) => {
      const id = setTimeout(run, ms)
      return () => clearTimeout(id)
    },
    every: (_ms, run) => {
      ticks.push(run)
      return () => undefined
    },
  })
  const hours = (count: number) => new Date(midnight.getTime() - count * 3_600_000).toISOString()
  server.use(
    answers('listNotifications', page([aNotice(1, { createdAt: hours(1) }), aNotice(2, { createdAt: hours(30) })])),
    answers('readNotifications', { unread: 0 }),
  )
  await openApp('/notifications')
  expect(timeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(within(await screen.findByRole('region', { name: 'Today' })).getAllByRole('listitem')).toHaveLength(1)
  expect(within(screen.getByRole('region', { name: 'Yesterday' })).getAllByRole('listitem')).toHaveLength(1)
  clockNow += 120_000
  act(() => ticks.forEach((tick) => tick()))
  expect(screen.queryByRole('region', { name: 'Today' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Yesterday' })).toHaveTextContent('$1.00')
  expect(screen.getByRole('region', { name: 'Previous' })).toHaveTextContent('$2.00')
})

test('C-04 five are shown and then more; what is seen is read, keeps its mark for this visit, and opens by the keyboard', async () => {
  signedInAs()
  const read: unknown[] = []
  const all = [1, 2, 3, 4, 5, 6, 7].map((n) => aNotice(n))
  server.use(
    handles('listNotifications', ({ url }) => {
      const last = url.searchParams.get('last')
      const items = last === null ? all.slice(0, Number(url.searchParams.get('limit') ?? 5)) : all.slice(5)
      const isEnd = last !== null
      return Response.json({ data: page(items, { unread: 7, last: isEnd ? null : (all[4]?.id ?? null), end: isEnd }) })
    }),
    handles('readNotifications', ({ body }) => {
      read.push(body)
      return Response.json({ data: { unread: read.length === 1 ? 2 : 0 } })
    }),
  )
  const app = await openApp('/notifications')
  const rows = () => screen.getAllByRole('link', { name: /Carlos Vega sent you/ })
  await waitFor(() => expect(rows()).toHaveLength(5))
  expect(rows()[0]).toHaveAccessibleName(/New/)
  await waitFor(() => expect(read).toEqual([{ ids: all.slice(0, 5).map(({ id }) => id) }]))
  expect(screen.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(rows()).toHaveLength(7))
  await waitFor(() => expect(read).toHaveLength(2))
  expect(screen.getByText("That's all")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Notifications' })).toBeVisible()

  rows()[0]?.focus()
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(app.path()).toBe('/movements/detail'))
  expect(app.router.state.location.state.movement).toBe(`txn_${hex(1)}`)
})

test.each([
  ['withdraw', 'completed', 'transaction', `txn_${hex(4)}`, '/movements/detail', 'movement'],
  ['request', 'received', 'request', `req_${hex(4)}`, '/payments/request/detail', 'request'],
  ['invoiceReceived', 'created', 'invoice', `inv_${hex(4)}`, '/invoice/detail', 'invoice'],
  ['schedule', 'sendFailed', 'schedule', `sch_${hex(4)}`, '/payments/schedules/detail', 'schedule'],
  ['approval', 'asked', 'approval', `txn_${hex(4)}`, '/settings/approvers/decide', 'approval'],
  ['support', 'answered', 'ticket', `tkt_${hex(4)}`, '/settings/support/ticket', 'ticket'],
  ['support', 'credited', 'dispute', `dsp_${hex(4)}`, '/settings/disputes/detail', 'dispute'],
] as const)(
  'P-18 a notification of %s (%s) opens the %s itself',
  async (kind, variant, objectType, objectId, path, of) => {
    signedInAs()
    server.use(
      answers('listNotifications', page([aNotice(1, { kind, variant, objectType, objectId })])),
      answers('readNotifications', { unread: 0 }),
      refuses('getTransaction', 'notFound'),
      refuses('listTransactions', 'serviceUnavailable'),
      refuses('getRequest', 'notFound'),
      refuses('getInvoice', 'invalidInvoice'),
      refuses('getSchedule', 'notFound'),
      refuses('listSchedules', 'serviceUnavailable'),
      refuses('getTicket', 'notFound'),
      refuses('listTickets', 'serviceUnavailable'),
      refuses('getDispute', 'notFound'),
      refuses('listDisputes', 'serviceUnavailable'),
      refuses('getDecision', 'notFound'),
      answers('listRequests', { items: [], last: null, end: true }),
      refuses('listInvoices', 'serviceUnavailable'),
    )
    const app = await openApp('/notifications')
    await app.user.click(within(await screen.findByRole('region', { name: 'Today' })).getByRole('link'))
    await waitFor(() => expect(app.path()).toBe(path))
    expect(app.router.state.location.state[of]).toBe(objectId)
  },
)

test('on a wide screen the chosen one is read whole beside the list, which stays, with the way to what it speaks of', async () => {
  signedInAs()
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  server.use(
    answers('listNotifications', page([aNotice(1), aNotice(2, { params: { amount: 2_00, name: 'Ana Ruiz' } })])),
    answers('readNotifications', { unread: 0 }),
    refuses('getTransaction', 'notFound'),
    refuses('listTransactions', 'serviceUnavailable'),
  )
  const app = await openApp('/notifications')
  const row = await screen.findByRole('link', { name: /Ana Ruiz/ })
  expect(screen.getByText('Choose a notification to read it here.')).toBeVisible()
  row.focus()
  await app.user.keyboard('{Enter}')
  const open = await screen.findByRole('link', { name: 'See the transaction' })
  expect(open.closest('[aria-live=polite]')).toHaveTextContent(/Ana Ruiz sent you \$2\.00/)
  expect(app.path()).toBe('/notifications')
  const chosen = screen.getByRole('link', { name: /Ana Ruiz/ })
  expect(chosen).toHaveAttribute('aria-current', 'page')
  expect(chosen).toHaveFocus()
  expect(screen.getByRole('link', { name: /Carlos Vega/ })).not.toHaveAttribute('aria-current')
  await app.user.click(open)
  await waitFor(() => expect(app.path()).toBe('/movements/detail'))
  expect(app.router.state.location.state.movement).toBe(`txn_${hex(2)}`)
})

test('a withdrawal that came back says why and what to do', async () => {
  signedInAs()
  const returned = { kind: 'withdraw', variant: 'returned' } as const
  const items = [
    aNotice(1, { ...returned, params: { amount: 50_00, method: 'bank', reason: 'R03' } }),
    aNotice(2, { ...returned, params: { amount: 60_00, method: 'paypal', reason: 'paypal' } }),
  ]
  server.use(answers('listNotifications', page(items)), answers('readNotifications', { unread: 0 }))
  await openApp('/notifications')
  expect(await screen.findByText(/\$50\.00 was returned: the bank has no account .* or add another$/)).toBeVisible()
  expect(screen.getByText(/\$60\.00 was returned by PayPal\. .* Check your PayPal account/)).toBeVisible()
})

test('all are marked as read at once, and a refusal is said', async () => {
  signedInAs()
  let isRead = false
  server.use(
    answers('listNotifications', () =>
      page([aNotice(1, { readAt: isRead ? new Date().toISOString() : null })], { unread: isRead ? 0 : 9 }),
    ),
    refuses('readNotifications', 'serviceUnavailable'),
  )
  const app = await openApp('/notifications')
  await app.user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  server.use(
    handles('readNotifications', () => {
      isRead = true
      return Response.json({ data: { unread: 0 } })
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(screen.getByRole('link', { name: 'Notifications' })).toBeVisible()
})

test('nothing yet says what will be here, and a list that cannot be loaded can be asked for again', async () => {
  signedInAs()
  server.use(refuses('listNotifications', 'serviceUnavailable'))
  const app = await openApp('/notifications')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.use(answers('listNotifications', page([])))
  await app.user.click(again)
  expect(await screen.findByText('Nothing yet')).toBeVisible()
  expect(screen.getByRole('link', { name: "Choose what you're told" })).toHaveAttribute(
    'href',
    '/settings/notifications',
  )
})

/** What the server names as the object of a notification, and where that is shown. */
const objectOf = (kind: NoticeKind, variant: string): readonly [NotificationItem['objectType'], string] => {
  switch (kind) {
    case 'profileUpdated':
    case 'updateProfileName':
      return ['profile', '/settings/personal-info']
    case 'updateEmail':
    case 'updatePhone':
      return variant === 'returned' ? ['email', '/settings/edit/email'] : ['security', '/settings/security/log']
    case 'security':
      return ['security', '/settings/security/log']
    case 'kyc':
      return ['kyc', '/kyc']
    case 'invoice':
    case 'invoiceSent':
    case 'invoiceReceived':
    case 'invoicePaymentReceived':
    case 'invoicePaymentDone':
      return ['invoice', '/invoice/detail']
    case 'request':
      return ['request', '/payments/request/detail']
    case 'schedule':
      return ['schedule', '/payments/schedules/detail']
    case 'approval':
      return variant === 'asked' || variant === 'expired'
        ? ['approval', '/settings/approvers/decide']
        : ['approvers', '/settings/approvers']
    case 'support':
      return ['messageReceived', 'answered', 'asked'].includes(variant)
        ? ['ticket', '/settings/support/ticket']
        : ['dispute', '/settings/disputes/detail']
    case 'balanceDropped':
      return ['wallet', '/home']
    case 'reward':
      return variant === 'refused' ? ['rewards', '/settings/rewards'] : ['transaction', '/movements/detail']
    case 'received':
    case 'sent':
    case 'withdraw':
    case 'deposit':
    case 'debt':
      return ['transaction', '/movements/detail']
  }
}

test.each(LANGUAGES)(
  'P-18 EN-01 every notification reads whole in %s, and leads to the screen of what it speaks of',
  async (language: Language) => {
    signedInAs({ lang: language === 'en' ? 'en-US' : language === 'es' ? 'es-MX' : 'ko-KR' } as object)
    const kinds = NOTICE_KINDS.flatMap((kind) => NOTICE_VARIANTS[kind].map((variant) => ({ kind, variant })))
    const items = kinds.map((what, n) => {
      const [objectType] = objectOf(what.kind, what.variant)
      return aNotice(n + 1, { ...what, objectType, readAt: '2026-11-24T00:00:00.000Z' })
    })
    server.use(answers('listNotifications', page(items)))
    await openApp('/notifications', language)
    const rows = await waitFor(() => {
      const found = within(screen.getByRole('main')).getAllByRole('listitem')
      expect(found).toHaveLength(kinds.length)
      return found
    })
    for (const [n, { kind, variant }] of kinds.entries()) {
      const row = rows[n]!
      expect(row.textContent).not.toMatch(/[{}]|notices\./)
      expect(within(row).getByRole('link'), `${kind}.${variant}`).toHaveAttribute('href', objectOf(kind, variant)[1])
    }
  },
)
