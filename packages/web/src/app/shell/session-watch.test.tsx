import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession, openSession } from '#lib/session/session.ts'
import { anOpenSession, openApp, signedInAs } from '#test/render.tsx'
import { answers, refuses, server } from '#test/server.ts'
import { SessionWatch } from './session-watch.tsx'

test.each([
  ['revoked', 'This session was ended. Please log in again.', false],
  [
    'notMe',
    "We logged you out everywhere because an email of ours was answered with “This wasn't me”. Please log in again.",
    false,
  ],
  ['everywhere', 'You logged out everywhere', false],
  ['absolute', 'We logged you out after 12 hours. Please log in again.', true],
] as const)(
  'the end of a session is said on the login screen, as an alarm only if it comes as a surprise: %s',
  async (reason, text, isAlarm) => {
    signedInAs()
    await openApp('/not-me', 'en', <SessionWatch />)
    act(() => endSession(reason))
    const notice = await screen.findByText(text)
    expect(notice.closest('[role="alert"]') !== null).toBe(isAlarm)
  },
)

test('why a session ended stands until the next login, and no longer', async () => {
  signedInAs()
  server.use(answers('openSession', anOpenSession()))
  await openApp('/not-me', 'en', <SessionWatch />)
  act(() => endSession('revoked'))
  const text = 'This session was ended. Please log in again.'
  await screen.findByText(text)
  await act(() => openSession('a-token'))
  expect(screen.queryByText(text)).toBeNull()
})

test('a page that is opened after its session was ended elsewhere says why, until the next login', async () => {
  server.use(refuses('refreshSession', 'sessionClosed', { reason: 'revoked' }), answers('openSession', anOpenSession()))
  const { path } = await openApp('/home', 'en', <SessionWatch />)
  expect(path()).toContain('/?redirect=')
  const text = 'This session was ended. Please log in again.'
  await screen.findByText(text)
  await act(() => openSession('a-token'))
  expect(screen.queryByText(text)).toBeNull()
})
