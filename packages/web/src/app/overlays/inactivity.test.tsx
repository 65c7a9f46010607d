import { inactivity } from '@puente/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/browser/clock.ts'
import { sendPendingSignOut } from '#lib/session/pending-sign-out.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { session } from '#lib/session/session.ts'
import { fakeClock } from '#test/fake-clock.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, server } from '#test/server.ts'

const MINUTE = 60_000
const { idleMinutes, countdownMinutes } = inactivity
let sent: { path: string; body: unknown }[]

beforeEach(() => {
  sent = []
  signedInAs()
  const seen = (path: 'logout' | 'events' | 'lockSession') =>
    handles(path, ({ body }) => {
      sent.push({ path, body })
      return Response.json({ data: path === 'lockSession' ? { locked: true } : {} })
    })
  server.use(seen('logout'), seen('events'), seen('lockSession'))
})
afterEach(() => {
  externalPayment.end()
  setClock()
})

const bodiesOf = (path: string) => sent.filter((call) => call.path === path).map((call) => call.body)
const idleLogouts = () => bodiesOf('events').filter((body) => JSON.stringify(body).includes('logout_inactivityTracker'))

test('GL-04 GL-05 C-32 after the minutes of the settings it asks, and the seconds fall', async () => {
  const clock = fakeClock()
  await openApp('/home')
  await clock.advance(idleMinutes * MINUTE - 1000)
  expect(screen.queryByRole('dialog')).toBeNull()
  await clock.advance(1000)
  expect(await screen.findByRole('dialog', { name: 'Are you there?' })).toBeVisible()
  expect(screen.getByRole('timer')).toHaveTextContent(`${countdownMinutes * 60} seconds`)
  await clock.advance(5000)
  expect(screen.getByRole('timer')).toHaveTextContent(`${countdownMinutes * 60 - 5} seconds`)
})

test('GL-06 staying closes the question and restarts the timer', async () => {
  const clock = fakeClock()
  const { user } = await openApp('/home')
  await clock.advance(11 * MINUTE)
  await user.click(await screen.findByRole('button', { name: "I'm here" }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await clock.advance(9 * MINUTE)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(session.get().status).toBe('in')
})

test('GL-06 the log-out button of the question signs out at once', async () => {
  const clock = fakeClock()
  const { user } = await openApp('/home')
  await clock.advance(11 * MINUTE)
  await screen.findByRole('dialog')
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(session.get().status).toBe('out'))
  expect(bodiesOf('logout')).toEqual([{ reason: 'signedOut' }])
})

test('ST-23 ST-25 C-32 at zero the session is closed here and on the server, and the event is sent once', async () => {
  const clock = fakeClock()
  await openApp('/home')
  await clock.advance((idleMinutes + countdownMinutes) * MINUTE - 1000)
  expect(session.get().status).toBe('in')
  await clock.advance(1000)
  expect(session.get()).toEqual({ status: 'out', reason: 'idle' })
  await waitFor(() => expect(bodiesOf('logout')).toEqual([{ reason: 'idle' }]))
  await clock.advance(5 * MINUTE)
  expect(idleLogouts()).toHaveLength(1)
})

test('on return to a hidden tab past the limit nothing private is left on the screen', async () => {
  const clock = fakeClock()
  await openApp('/home')
  expect(screen.getByText('Hi, María')).toBeVisible()
  clock.sleep(13 * MINUTE)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(screen.queryByText('Hi, María')).toBeNull())
  expect(session.get()).toEqual({ status: 'out', reason: 'idle' })
  await waitFor(() => expect(idleLogouts()).toHaveLength(1))
})

test('while a payment page is open elsewhere the session is locked instead, and nothing is counted', async () => {
  const clock = fakeClock()
  await openApp('/settings/language')
  externalPayment.begin()
  await clock.advance(12 * MINUTE)
  await waitFor(() => expect(session.get()).toEqual({ status: 'locked', path: '/settings/language' }))
  await waitFor(() => expect(bodiesOf('lockSession')).toEqual([{ resume: '/settings/language' }]))
  expect(idleLogouts()).toEqual([])
  expect(screen.queryByText('Language')).toBeNull()
})

test.each<[string, 'out' | 'locked', () => void]>([
  ['is hidden', 'out', () => undefined],
  ['is hidden behind a lock', 'locked', () => externalPayment.begin()],
])('the screen %s before the server or another tab is waited for', async (_what, status, given) => {
  let letThrough = () => {}
  const answer = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  let answered = 0
  const late = async () => {
    await answer
    answered += 1
    return Response.json({ data: { locked: true } })
  }
  server.use(handles('logout', late), handles('events', late), handles('lockSession', late))
  const clock = fakeClock()
  await openApp('/home')
  given()
  clock.sleep(13 * MINUTE)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(session.get().status).toBe(status)
  expect(screen.queryByText('Hi, María')).toBeNull()
  letThrough()
  // The next test's server is not to answer what this one asked.
  await waitFor(() => expect(answered).toBeGreaterThan(0))
  await sendPendingSignOut()
})

test('a payment that has ended elsewhere meanwhile keeps nothing open: the session ends, and is noted', async () => {
  server.use(answers('lockSession', { locked: false }))
  const clock = fakeClock()
  await openApp('/home')
  externalPayment.begin()
  await clock.advance(12 * MINUTE)
  await waitFor(() => expect(session.get()).toEqual({ status: 'out', reason: 'idle' }))
  await waitFor(() => expect(bodiesOf('logout')).toEqual([{ reason: 'idle' }]))
  expect(idleLogouts()).toHaveLength(1)
})

test('a tab that wakes after another one has ended the session reports nothing a second time', async () => {
  const clock = fakeClock()
  await openApp('/home')
  clock.sleep(13 * MINUTE)
  // The other tab has emptied the storage that both share.
  localStorage.clear()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(session.get()).toEqual({ status: 'out', reason: 'idle' })
  await clock.advance(MINUTE)
  expect([...idleLogouts(), ...bodiesOf('logout')]).toEqual([])
})

test.each(['click', 'mousemove', 'keydown', 'scroll'])('a %s made by a script does not count', async (name) => {
  const clock = fakeClock()
  await openApp('/home')
  await clock.advance(9 * MINUTE)
  act(() => void window.dispatchEvent(new Event(name)))
  await clock.advance(MINUTE)
  expect(await screen.findByRole('dialog', { name: 'Are you there?' })).toBeVisible()
})
