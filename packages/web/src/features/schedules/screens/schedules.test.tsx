import type { Schedule } from '@puente/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnTime } from '#lib/browser/product-time.ts'
import { addDays, dayIn } from '#lib/i18n/days.ts'
import { paths } from '#lib/layout/paths.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { aContact } from '#test/contacts.ts'
import { aLiveStream } from '#test/live.ts'
import { aLimit, limitsOf, quoting } from '#test/money.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const idOf = (n: number) => `sch_${String(n).padStart(32, '0')}` as const
const aSchedule = (change: Partial<Schedule> = {}): Schedule => ({
  id: idOf(1),
  call: 'sendInApp',
  state: 'active',
  endReason: null,
  amount: 95_000,
  currency: 'USD',
  note: 'Rent',
  purpose: 'personal',
  to: `usr_${'1'.repeat(32)}`,
  fullName: 'Ana Ruiz',
  publicTransactionId: 'ana.ruiz-9k2m',
  image: null,
  business: false,
  waitsForProof: false,
  every: 'month',
  timeZone: timeZone(),
  startAt: '2026-12-31T15:00:00.000Z',
  nextAt: '2026-12-31T15:00:00.000Z',
  until: null,
  count: null,
  runs: 0,
  lastResult: null,
  can: { pause: true, resume: false, cancel: true },
  date: '2026-11-24T00:00:00.000Z',
  version: 1,
  ...change,
})
const pageOf = (...items: Schedule[]) => ({ items, last: null, end: true })

let schedule: Schedule
beforeEach(() => {
  schedule = aSchedule()
  server.use(
    answers('frequents', { items: [aContact()] }),
    answers('limits', limitsOf(aLimit())),
    answers('feeAmount', quoting()),
    answers('listSchedules', ({ url }) => (url.searchParams.get('mode') === 'current' ? pageOf(schedule) : pageOf())),
    answers('getSchedule', () => schedule),
  )
})

afterEach(() => learnTime(new Date().toUTCString()))

test('the address of the settings leads to the schedules', async () => {
  signedInAs()
  const app = await openApp('/settings/scheduled')
  expect(await screen.findByRole('link', { name: /Ana Ruiz/ })).toBeVisible()
  expect(app.path()).toBe(paths.schedules.path)
})

test('what is coming up stands in the order of its days, and what is paused last', async () => {
  const named = (n: number, fullName: string, nextAt: string | null) =>
    aSchedule({ id: idOf(n), fullName, nextAt, ...(nextAt === null && { state: 'paused' }) })
  const made = [
    named(3, 'Cara', null),
    named(2, 'Ben', '2027-01-31T15:00:00.000Z'),
    named(1, 'Ana', '2026-12-31T15:00:00.000Z'),
  ]
  server.use(
    answers('listSchedules', ({ url }) => (url.searchParams.get('mode') === 'current' ? pageOf(...made) : pageOf())),
  )
  signedInAs()
  await openApp(paths.schedules.path)
  const rows = within(await screen.findByRole('list', { name: 'Coming up' })).getAllByRole('link')
  expect(rows.map(({ textContent }) => /Ana|Ben|Cara/.exec(textContent)?.[0])).toEqual(['Ana', 'Ben', 'Cara'])
})

test('a schedule shows when it runs next, and is paused, resumed and cancelled after a question', async () => {
  for (const [key, change] of [
    ['pauseSchedule', { state: 'paused', nextAt: null, can: { pause: false, resume: true, cancel: true } }],
    ['resumeSchedule', { state: 'active', nextAt: aSchedule().nextAt, can: aSchedule().can }],
    ['cancelSchedule', { state: 'cancelled', nextAt: null, can: { pause: false, resume: false, cancel: false } }],
  ] as const)
    server.use(
      answers(key, () => {
        schedule = aSchedule(change)
        return schedule
      }),
    )
  signedInAs()
  const app = await openApp(paths.schedules.path)
  await app.user.click(await screen.findByRole('link', { name: /Ana Ruiz/ }))
  expect(await screen.findByRole('heading', { level: 2, name: 'To Ana Ruiz' })).toBeVisible()
  expect(screen.getByText(/^Every month on day 31, or the last day of a shorter month, at /)).toBeVisible()
  const answer = async (open: string, title: string) => {
    await app.user.click(screen.getByRole('button', { name: open }))
    const dialog = await screen.findByRole('dialog', { name: title })
    await app.user.click(within(dialog).getByRole('button', { name: open }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await app.user.click(screen.getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Not now' })).toHaveFocus())
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(schedule.state).toBe('active')
  await answer('Pause', 'Pause this schedule?')
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
  await answer('Resume', 'Resume this schedule?')
  await screen.findByRole('button', { name: 'Pause' })
  await answer('Cancel schedule', 'Cancel this schedule?')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel schedule' })).toBeNull())
})

test('a run that failed says why and when it is tried again, and changes in place when it is made', async () => {
  const stream = aLiveStream()
  const lastResult = {
    dueAt: '2026-12-31T15:00:00.000Z',
    at: '2026-12-31T15:00:10.000Z',
    transactionId: null,
    requestId: null,
    ...({
      outcome: 'retrying',
      code: 'senderUnsufficientFunds',
      reason: null,
      retryAt: '2027-01-01T15:00:00.000Z',
    } as const),
  }
  schedule = aSchedule({ lastResult })
  signedInAs()
  const app = await openApp(paths.schedules.path)
  await app.user.click(await screen.findByRole('link', { name: /Ana Ruiz/ }))
  expect(await screen.findAllByText(/Your balance was too low\. We'll try again on Jan 1, 2027/)).not.toHaveLength(0)
  schedule = aSchedule({
    version: 2,
    runs: 1,
    lastResult: { ...lastResult, outcome: 'made', code: null, retryAt: null },
  })
  stream.send('schedule', { id: schedule.id, version: 2 })
  expect(await screen.findByText('Payment made on Dec 31, 2026')).toBeVisible()
})

test('a run that the account did not allow names what restricted it and what to do; one whose date has passed asks for a new one', async () => {
  const failed = {
    dueAt: '2026-12-31T15:00:00.000Z',
    at: '2026-12-31T15:00:10.000Z',
    transactionId: null,
    requestId: null,
    ...({ outcome: 'failed', code: 'accountRestricted', retryAt: null } as const),
  }
  signedInAs()
  for (const [reason, words] of [
    ['frozen', /Settings, Account says why/],
    ['owes', /Add money to pay that first/],
    ['closing', /being closed/],
    ['phoneChanged', /only smaller amounts/],
    ['approverIsPayee', /Name a second approver/],
    ['somethingNew', /didn't allow it/],
  ] as const) {
    schedule = aSchedule({ lastResult: { ...failed, reason } })
    const app = await openApp(paths.schedules.path)
    await app.user.click(await screen.findByRole('link', { name: /Ana Ruiz/ }))
    expect(await screen.findAllByText(words)).not.toHaveLength(0)
    cleanup()
  }
  schedule = aSchedule({ every: 'once', state: 'paused', can: { pause: false, resume: false, cancel: true } })
  const app = await openApp(paths.schedules.path)
  await app.user.click(await screen.findByRole('link', { name: /Ana Ruiz/ }))
  expect(await screen.findByText('Its date has passed')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  await app.user.click(screen.getByRole('link', { name: 'Choose a new date' }))
  await waitFor(() => expect(app.path()).toContain('ana.ruiz-9k2m'))
})

test('with nothing scheduled the list offers the first step', async () => {
  server.use(answers('listSchedules', pageOf()))
  signedInAs()
  await openApp(paths.schedules.path)
  expect(await screen.findByText('Nothing scheduled yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Send money' })).toHaveAttribute('href', paths.sendInApp.path)
})

/** Opens the review of $25.00 to Ana. */
const openReview = async () => {
  signedInAs({ wallet: { USD: 10_000 } })
  const app = await openApp(paths.sendInApp.path)
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.type(await screen.findByRole('textbox', { name: 'Amount to send' }), '25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { level: 1, name: 'Review and send' })
  return app
}

const recording = () => {
  const sent: unknown[] = []
  server.use(
    handles('createSchedule', ({ body }) => {
      sent.push(body)
      return HttpResponse.json({ data: { scheduleId: schedule.id, state: 'active', nextAt: schedule.nextAt } })
    }),
  )
  return sent
}

test('a monthly rent is set up from the review, with its first day, how often and how many', async () => {
  const app = await openReview()
  const sent = recording()
  await app.user.click(screen.getByRole('button', { name: 'Send later or repeat' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send later or repeat' })
  const field = (name: string) => within(dialog).getByLabelText(name)
  await app.user.clear(field('First day'))
  await app.user.click(within(dialog).getByRole('button', { name: 'Schedule' }))
  expect(await within(dialog).findByText('Choose a time in the future')).toBeVisible()
  expect(sent).toEqual([])
  const day = `${new Date().getFullYear() + 1}-01-31`
  await app.user.type(field('First day'), day)
  await app.user.selectOptions(field('How often'), 'Every month')
  await app.user.selectOptions(field('Ends'), 'After a number of payments')
  await app.user.clear(field('How many payments'))
  await app.user.type(field('How many payments'), '6')
  expect(within(dialog).getByText(/^Every month on day 31, or the last day/)).toBeVisible()
  await app.user.dblClick(within(dialog).getByRole('button', { name: 'Schedule' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'To Ana Ruiz' })).toBeVisible()
  expect(sent).toEqual([
    {
      call: 'sendInApp',
      toUser: 'ana.ruiz-9k2m',
      amount: 2500,
      currency: 'USD',
      purpose: 'personal',
      timeZone: timeZone(),
      start: new Date(`${day}T09:00`).toISOString(),
      every: 'month',
      count: 6,
    },
  ])
})

test('the first day that can be chosen is today by the time of the product, whatever the device says', async () => {
  const app = await openReview()
  const inProduct = Date.now() + 72 * 3_600_000
  learnTime(new Date(inProduct).toUTCString())
  await app.user.click(screen.getByRole('button', { name: 'Send later or repeat' }))
  const day = within(await screen.findByRole('dialog', { name: 'Send later or repeat' })).getByLabelText('First day')
  expect(day).toHaveAttribute('min', dayIn(inProduct, timeZone()))
  expect(day).toHaveValue(addDays(dayIn(inProduct, timeZone()), 1))
})

test('a weekly request of a person is set up from the form for asking, and shows as a request', async () => {
  schedule = aSchedule({ call: 'createRequest', every: 'week', amount: 2500, note: 'Lunch', count: 6 })
  signedInAs()
  const app = await openApp(paths.requestNew.path)
  const open = () => screen.findByRole('button', { name: 'Ask later or repeat' })
  await app.user.type(await screen.findByRole('textbox', { name: 'Amount to request' }), '25')
  expect(screen.queryByRole('button', { name: 'Ask later or repeat' })).toBeNull()
  await app.user.click(screen.getByRole('radio', { name: 'One person' }))
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await app.user.click(await open())
  expect(screen.getByRole('textbox', { name: "What's it for?" })).toHaveAccessibleDescription(/Say what it's for/)
  expect(screen.queryByRole('dialog', { name: 'Ask later or repeat' })).toBeNull()
  await app.user.type(screen.getByRole('textbox', { name: "What's it for?" }), ' Lunch ')
  await app.user.click(await open())
  expect(screen.getByRole('combobox', { name: 'Expires', hidden: true })).toHaveAccessibleDescription(
    'If you ask later or repeat it, each request expires after 10 days.',
  )
  const dialog = await screen.findByRole('dialog', { name: 'Ask later or repeat' })
  expect(dialog).toHaveAccessibleDescription('$25.00 from Ana Ruiz. Each request expires after 10 days.')
  await app.user.selectOptions(within(dialog).getByLabelText('How often'), 'Every week')
  await app.user.selectOptions(within(dialog).getByLabelText('Ends'), 'After a number of requests')
  await app.user.clear(within(dialog).getByLabelText('How many requests'))
  await app.user.type(within(dialog).getByLabelText('How many requests'), '6')
  server.use(refuses('createSchedule', 'limitExceeded', { reason: 'schedules', limit: 50 }))
  await app.user.click(within(dialog).getByRole('button', { name: 'Schedule' }))
  expect(await screen.findByText(/You have 50 payments and requests scheduled already/)).toBeVisible()
  const sent = recording()
  await app.user.click(within(dialog).getByRole('button', { name: 'Schedule' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Request to Ana Ruiz' })).toBeVisible()
  expect(screen.getByText('Requests so far')).toBeVisible()
  expect(app.path()).toBe(paths.schedulesDetail.path)
  expect(sent).toEqual([
    {
      call: 'createRequest',
      toUser: 'ana.ruiz-9k2m',
      amount: 2500,
      currency: 'USD',
      note: 'Lunch',
      timeZone: timeZone(),
      start: expect.any(String),
      every: 'week',
      count: 6,
    },
  ])
})

test('X-30 a refused limit is named, with what is left and how much frees when, and one tap schedules the payment for then', async () => {
  const freesAt = '2027-03-02T19:04:12.345Z'
  const app = await openReview()
  const sent = recording()
  server.use(
    refuses('sendInApp', 'limitExceeded', {
      row: 'L-08',
      operation: 'inApp',
      window: '24h',
      limitCents: 250_000,
      leftCents: 31_240,
      usedCents: 218_760,
      freesAt,
      freesCents: 200_000,
      mostCents: null,
    }),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Send $25.00' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Daily limit for sending on Puente: \$312\.40 left, \$2,000\.00 more on Tue, Mar 2, \d+:05/,
  )
  const at = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(
    new Date('2027-03-02T19:05:00Z'),
  )
  await app.user.click(await screen.findByRole('button', { name: `Schedule for Tue, Mar 2, ${at}` }))
  expect(await screen.findByRole('heading', { level: 2, name: 'To Ana Ruiz' })).toBeVisible()
  expect(sent).toMatchObject([
    { toUser: 'ana.ruiz-9k2m', amount: 2500, start: '2027-03-02T19:05:00.000Z', every: 'once' },
  ])
})
