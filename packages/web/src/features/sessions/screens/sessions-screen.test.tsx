import type { SecurityLogItem, SessionItem } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#lib/session/session.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const aSession = (change: Partial<SessionItem> = {}): SessionItem => ({
  id: `ses_${'1'.repeat(32)}`,
  current: false,
  createdAt: ago(5),
  lastSeenAt: ago(0),
  browser: 'chrome',
  device: 'androidPhone',
  place: { timeZone: 'America/New_York', language: 'es-MX' },
  factor: 'passkey',
  ...change,
})
const own = aSession({
  id: `ses_${'2'.repeat(32)}`,
  current: true,
  browser: 'safari',
  device: 'mac',
  factor: 'password',
})
const listed = (...items: SessionItem[]) => server.use(answers('listSessions', { items }))

test('X-07 each place is named by browser and device, its last use and what the browser says of the place; one is ended', async () => {
  signedInAs()
  listed(own, aSession())
  const sent: unknown[] = []
  server.use(
    handles('endSessions', ({ body }) => {
      listed(own)
      sent.push(body)
      return Response.json({ data: { ended: 1 } })
    }),
  )
  const app = await openApp('/settings/security/sessions')
  const row = (await screen.findByText('Chrome on Android phone')).closest('li')!
  expect(within(row).getByText('Time zone: New York · Language: Mexican Spanish')).toBeVisible()
  expect(within(row).getByText(/Last used: Today/)).toBeVisible()
  expect(within(row).getByText(/with a passkey$/)).toBeVisible()
  const mine = screen.getByText('Safari on Mac').closest('li')!
  expect(within(mine).getByText('This device')).toBeVisible()
  expect(within(mine).queryByRole('button')).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Log out Chrome on Android phone' }))
  expect(await screen.findByText("You're not logged in anywhere else.")).toBeVisible()
  expect(sent).toEqual([{ ids: [aSession().id] }])
})

test('logging out everywhere is asked once more, and ends this session with its reason', async () => {
  signedInAs()
  listed(own, aSession())
  server.use(
    handles('endSessions', () => {
      server.use(
        refuses('me', 'sessionClosed', { reason: 'revoked' }),
        refuses('refreshSession', 'sessionClosed', { reason: 'revoked' }),
      )
      return Response.json({ data: { ended: 2 } })
    }),
  )
  const app = await openApp('/settings/security/sessions')
  await app.user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  const dialog = await screen.findByRole('dialog', { name: 'Log out everywhere?' })
  await app.user.click(within(dialog).getByRole('button', { name: 'Log out everywhere' }))
  await waitFor(() => expect(session.get()).toEqual({ status: 'out', reason: 'everywhere' }))
})

test('a list that cannot be read offers to try again', async () => {
  signedInAs()
  server.use(refuses('listSessions', 'serviceUnavailable'))
  const app = await openApp('/settings/security/sessions')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  listed(own)
  await app.user.click(retry)
  expect(await screen.findByText('Safari on Mac')).toBeVisible()
})

const entry = (n: number, change: Partial<SecurityLogItem> = {}): SecurityLogItem => ({
  id: `entry-${n}`,
  at: ago(n),
  event: 'sessionOpened',
  times: 1,
  browser: 'firefox',
  device: 'windows',
  place: { timeZone: 'Asia/Seoul', language: null },
  ...change,
})

test('the security log shows what happened, on what and where, page by page', async () => {
  signedInAs()
  server.use(
    answers('securityLog', ({ url }) =>
      url.searchParams.get('last') === null
        ? { items: [entry(1, { event: 'signInRefused', times: 4 }), entry(2)], last: 'entry-2', end: false }
        : { items: [entry(3, { event: 'passwordChanged', browser: null, device: null })], last: null, end: true },
    ),
  )
  const app = await openApp('/settings/security/log')
  const refused = (await screen.findByText('Wrong password at login')).closest('li')!
  expect(within(refused).getByText('4 times within an hour')).toBeVisible()
  expect(within(refused).getByText('Firefox on Windows computer')).toBeVisible()
  expect(within(refused).getByText('Time zone: Seoul')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Password changed')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('an empty log says what will be in it', async () => {
  signedInAs()
  server.use(answers('securityLog', { items: [], last: null, end: true }))
  await openApp('/settings/security/log')
  expect(await screen.findByRole('heading', { name: 'Nothing has happened yet' })).toBeVisible()
})

test('after a change of phone the screen for a lost device says from when the account can be unfrozen', async () => {
  signedInAs()
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
  const app = await openApp('/settings/security/lost-device')
  expect(await screen.findByText(/log in on a device you trust\. You can unfreeze .*Apr 3, 2026/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Log out and freeze' }))
  expect(await screen.findByText(/^You can unfreeze your account from .*Apr 3, 2026/)).toBeVisible()
})

test('X-08 a lost device is reported after one more question, and everyone is logged out', async () => {
  signedInAs()
  const sent: unknown[] = []
  server.use(
    handles('lostDevice', ({ body }) => {
      sent.push(body)
      // The cookie is gone with the answer: what is asked afterwards learns no reason.
      server.use(refuses('me', 'sessionClosed'), refuses('refreshSession', 'sessionClosed', { reason: 'signedOut' }))
      return Response.json({ data: { frozen: true } })
    }),
  )
  const app = await openApp('/settings/security/lost-device')
  await app.user.click(await screen.findByRole('button', { name: 'Log out and freeze' }))
  expect(sent).toEqual([])
  const dialog = await screen.findByRole('dialog')
  await app.user.click(within(dialog).getByRole('button', { name: 'Log out and freeze' }))
  await waitFor(() => expect(session.get()).toEqual({ status: 'out', reason: 'lostDevice' }))
})
