import { NOTICE_DEFAULTS, NOTICE_KINDS, type Result } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aConfig } from '#test/money.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const asTheyCome = (): Result<'noticePreferences'> => ({
  reach: { email: 'on', sms: 'on', push: 'on' },
  balanceThresholdCents: 10_00,
  items: NOTICE_KINDS.map((kind) => {
    const on = (channel: 'inApp' | 'email' | 'push' | 'sms') => NOTICE_DEFAULTS[kind].includes(channel)
    return {
      kind,
      channels: { inApp: on('inApp'), email: on('email'), push: on('push'), sms: on('sms') },
      fixed: kind === 'security' || kind === 'debt' || kind === 'updateEmail' || kind === 'updatePhone',
    }
  }),
})

test('RT-34 channels are switched per kind, security has no switch, and a refusal puts the switch back', async () => {
  signedInAs()
  const sent: unknown[] = []
  server.use(
    answers('noticePreferences', asTheyCome()),
    handles('changeNoticePreferences', ({ body }) => {
      sent.push(body)
      return HttpResponse.json({ data: asTheyCome() })
    }),
  )
  const app = await openApp('/settings/notifications')
  const received = within(await screen.findByRole('group', { name: 'Someone pays you' }))
  await app.user.click(received.getByRole('button', { name: 'Email', pressed: true }))
  expect(received.getByRole('button', { name: 'Email' })).toHaveAttribute('aria-pressed', 'false')
  expect(sent).toEqual([{ changes: [{ kind: 'received', channel: 'email', on: false }] }])

  server.use(refuses('changeNoticePreferences', 'serviceUnavailable'))
  await app.user.click(received.getByRole('button', { name: 'Email', pressed: false }))
  expect(await screen.findByRole('alert')).toBeVisible()
  await waitFor(() => expect(received.getByRole('button', { name: 'Email' })).toHaveAttribute('aria-pressed', 'false'))

  expect(screen.queryByRole('group', { name: /A new device/ })).toBeNull()
  expect(screen.getAllByText('Always on: app and email')).toHaveLength(2)
  expect(screen.getAllByText('Always on: app, email, push, and text message')).toHaveLength(2)
  expect(received.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'In the app',
    'Email',
    'Phone or computer',
    'Text',
  ])

  server.use(
    handles('changeNoticePreferences', ({ body }) => {
      sent.push(body)
      return HttpResponse.json({ data: asTheyCome() })
    }),
  )
  const balance = within(screen.getByRole('group', { name: 'Tell me when my balance falls below' }))
  expect(balance.getByRole('button', { name: '$10.00', pressed: true })).toBeVisible()
  await app.user.click(balance.getByRole('button', { name: 'Never' }))
  expect(balance.getByRole('button', { name: 'Never', pressed: true })).toBeVisible()
  await waitFor(() => expect(sent.at(-1)).toEqual({ changes: [], balanceThresholdCents: 0 }))
})

test('switches that cannot be loaded can be asked for again', async () => {
  signedInAs()
  server.use(refuses('noticePreferences', 'serviceUnavailable'))
  const app = await openApp('/settings/notifications')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.use(answers('noticePreferences', asTheyCome()))
  await app.user.click(again)
  expect(await screen.findByRole('group', { name: 'Someone pays you' })).toBeVisible()
})

test.each([
  [{ email: 'returned', sms: 'stopped', push: 'on' }, /come back/, /answered STOP/],
  [{ email: 'unverified', sms: 'unverified', push: 'on' }, /Verify .* to get emails/, /Verify a phone number/],
] as const)('what does not arrive is said, with what to do: %j', async (reach, email, sms) => {
  signedInAs()
  server.use(answers('noticePreferences', { ...asTheyCome(), reach }), answers('config', aConfig()))
  await openApp('/settings/notifications')
  const ways = within(await screen.findByRole('region', { name: 'Where we tell you' }))
  expect(ways.getByText(email)).toBeVisible()
  expect(ways.getByText(sms)).toBeVisible()
  // This browser of the tests knows nothing of notifications.
  expect(await ways.findByText(/can't show notifications/)).toBeVisible()
  const fix = ways.queryByRole('link', { name: 'Check my email' })
  expect(fix !== null).toBe(reach.email === 'returned')
})

test('a channel that this house does not have is not offered', async () => {
  signedInAs()
  server.use(answers('noticePreferences', { ...asTheyCome(), reach: { email: 'on', sms: 'off', push: 'off' } }))
  await openApp('/settings/notifications')
  const received = within(await screen.findByRole('group', { name: 'Someone pays you' }))
  expect(received.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['In the app', 'Email'])
})
