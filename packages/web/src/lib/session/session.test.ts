import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMe, anOpenSession } from '#test/render.tsx'
import { answers, handles, isDead, refuses, server } from '#test/server.ts'
import { call } from '#lib/api/api.ts'
import { setClock } from '#lib/browser/clock.ts'
import { externalPayment } from './external-payment.ts'
import { markSession, mayHaveSession, hasPendingSignOut } from './session-mark.ts'
import {
  expireSession,
  lockSession,
  onHide,
  openSession,
  restartSession,
  session,
  signOut,
  startSession,
  unlock,
} from './session.ts'

let otherTab: BroadcastChannel
/** The messages that the other tab received. */
let received: unknown[]
/** The calls to sign out that reached the server. */
let signOuts: unknown[]

const signedIn = async () => {
  server.use(answers('openSession', anOpenSession()), answers('refreshSession', anOpenSession()))
  await startSession()
  await openSession('token')
}

const noteSignOuts = () =>
  server.use(
    handles('logout', ({ body }) => {
      signOuts.push(body)
      return Response.json({ data: {} })
    }),
  )

/** The server takes its time: nothing comes back until the answer is let through. */
const slow = (key: 'logout' | 'lockSession', data: object) => {
  let letThrough = () => {}
  const waiting = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  let asked = 0
  server.use(
    handles(key, async () => {
      asked += 1
      await waiting
      return Response.json({ data })
    }),
  )
  return { letThrough: () => letThrough(), asked: () => asked }
}

beforeEach(() => {
  localStorage.clear()
  restartSession()
  received = []
  signOuts = []
  otherTab = new BroadcastChannel('puente-session')
  otherTab.addEventListener('message', ({ data }) => received.push(data))
})
afterEach(() => {
  otherTab.close()
  setClock()
})

test('signing out empties the browser before the server has answered', async () => {
  await signedIn()
  sessionStorage.setItem('sendSessionId', 'x')
  localStorage.setItem('settings', '{}')
  const { letThrough, asked } = slow('logout', {})
  const confirmed = signOut()
  expect(session.get()).toEqual({ status: 'out', reason: null })
  expect(sessionStorage.length).toBe(0)
  expect(localStorage.getItem('settings')).toBeNull()
  await waitFor(() => expect(asked()).toBe(1))
  letThrough()
  await confirmed
  expect(localStorage.length).toBe(0)
  await waitFor(() => expect(received).toEqual([{ say: 'left', reason: null }]))
})

test('the goodbye stays on the screen although the server ends the session at once', async () => {
  await signedIn()
  noteSignOuts()
  let leave = () => {}
  let delay = 0
  setClock({
    now: () => Date.now(),
    after: (ms, run) => {
      if (ms === 3000) [delay, leave] = [ms, run]
      return () => undefined
    },
    every: () => () => undefined,
  })
  await signOut(3000)
  expect(signOuts).toEqual([{ reason: 'signedOut' }])
  expect(session.get().status).toBe('in')
  // A call that is still made meanwhile is refused because the session is closed.
  server.use(refuses('me', 'sessionClosed'), refuses('refreshSession', 'sessionClosed', { reason: 'signedOut' }))
  await expect(call('me')).rejects.toMatchObject({ code: 'sessionClosed' })
  expect(session.get().status).toBe('in')
  expect(delay).toBe(3000)
  leave()
  expect(session.get()).toEqual({ status: 'out', reason: null })
})

test('a sign-out without a network reaches the server when there is one again', async () => {
  await signedIn()
  server.use(isDead('logout'))
  await signOut()
  expect(session.get()).toEqual({ status: 'out', reason: null })
  expect(mayHaveSession()).toBe(false)
  expect(Object.entries(localStorage)).toEqual([['session', 'left']])
  noteSignOuts()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(signOuts).toEqual([{ reason: 'signedOut' }]))
  await waitFor(() => expect(localStorage.length).toBe(0))
})

test('a sign-out that never reached the server is sent at the next start, which is signed out', async () => {
  await signedIn()
  server.use(isDead('logout'))
  await signOut()
  noteSignOuts()
  restartSession()
  await startSession()
  expect(session.get()).toEqual({ status: 'out', reason: null })
  await waitFor(() => expect(signOuts).toEqual([{ reason: 'signedOut' }]))
  await waitFor(() => expect(hasPendingSignOut()).toBe(false))
})

test('a new session is opened only after the old one was ended, for the answer takes the cookie away', async () => {
  await signedIn()
  const order: string[] = []
  const { letThrough } = slow('logout', {})
  const confirmed = signOut().then(() => order.push('signed out'))
  server.use(
    handles('openSession', () => {
      order.push('opened')
      return Response.json({ data: anOpenSession() })
    }),
  )
  const opened = openSession('another')
  letThrough()
  await Promise.all([confirmed, opened])
  expect(order).toEqual(['signed out', 'opened'])
  expect(mayHaveSession()).toBe(true)
})

test('locking hides the screens before the server has answered and before other tabs learn of it', async () => {
  await signedIn()
  window.history.replaceState(null, '', '/deposit-now?x=1')
  const seen: string[] = []
  onHide(() => seen.push(session.get().status))
  const { letThrough, asked } = slow('lockSession', { locked: true })
  const locked = lockSession()
  expect(session.get()).toEqual({ status: 'locked', path: '/deposit-now?x=1' })
  expect(seen).toEqual(['locked'])
  await waitFor(() => expect(asked()).toBe(1))
  await waitFor(() => expect(received).toEqual([{ say: 'locked' }]))
  letThrough()
  await expect(locked).resolves.toBe(true)
})

test('a lock that the server refuses is reported; one that gets no answer stands', async () => {
  await signedIn()
  server.use(answers('lockSession', { locked: false }))
  await expect(lockSession()).resolves.toBe(false)
  server.use(isDead('lockSession'))
  await expect(lockSession()).resolves.toBe(true)
  expect(session.get().status).toBe('locked')
})

test('unlocking waits for the lock that is still on its way, and lets the other tabs in', async () => {
  await signedIn()
  window.history.replaceState(null, '', '/deposit-now')
  const order: string[] = []
  const { letThrough } = slow('lockSession', { locked: true })
  const locked = lockSession().then(() => order.push('locked'))
  server.use(
    handles('unlockSession', () => {
      order.push('unlocked')
      return Response.json({ data: { ...anOpenSession(), resume: '/movements' } })
    }),
  )
  const unlocked = unlock({ password: 'Secret123' })
  letThrough()
  await locked
  // This tab knows where it was; the other place is for one that was opened since.
  await expect(unlocked).resolves.toBeNull()
  expect(order).toEqual(['locked', 'unlocked'])
  expect(session.get().status).toBe('in')
  await waitFor(() => expect(received).toEqual([{ say: 'locked' }, { say: 'unlocked' }]))
})

test('a tab follows the others: it locks with them and is open again with them', async () => {
  await signedIn()
  otherTab.postMessage({ say: 'locked' })
  await waitFor(() => expect(session.get().status).toBe('locked'))
  otherTab.postMessage({ say: 'unlocked' })
  await waitFor(() => expect(session.get().status).toBe('in'))
  server.use(answers('me', aMe()))
  await expect(call('me')).resolves.toMatchObject({ email: 'maria@example.com' })
})

test('a tab that opens on a locked session goes on where the person was', async () => {
  markSession()
  server.use(refuses('refreshSession', 'sessionClosed', { reason: 'locked' }))
  await startSession()
  expect(session.get()).toEqual({ status: 'locked', path: null })
  server.use(answers('unlockSession', { ...anOpenSession(), resume: '/movements' }))
  await expect(unlock({ password: 'Secret123' })).resolves.toBe('/movements')
})

test('a locked session that was closed meanwhile ends with its reason instead of asking again', async () => {
  markSession()
  server.use(refuses('refreshSession', 'sessionClosed', { reason: 'locked' }))
  await startSession()
  server.use(refuses('unlockSession', 'sessionClosed', { reason: 'idle' }))
  await expect(unlock({ password: 'Secret123' })).resolves.toBeNull()
  expect(session.get()).toEqual({ status: 'out', reason: 'idle' })
})

test('an expired session is gone from this tab and the others without a call', async () => {
  await signedIn()
  sessionStorage.setItem('draft', 'x')
  expireSession()
  expect(session.get()).toEqual({ status: 'out', reason: 'idle' })
  expect(sessionStorage.length + localStorage.length).toBe(0)
  await waitFor(() => expect(received).toEqual([{ say: 'left', reason: 'idle' }]))
})

test('a start that finds its session ended forgets what it was about, and keeps how the screens looked', async () => {
  markSession()
  externalPayment.begin()
  localStorage.setItem('settings', '{"theme":"dark"}')
  sessionStorage.setItem('sendSessionId', 'x')
  server.use(refuses('refreshSession', 'sessionClosed', { reason: 'idle' }))
  await startSession()
  expect(session.get()).toEqual({ status: 'out', reason: null })
  expect(sessionStorage.length).toBe(0)
  expect(Object.keys(localStorage)).toEqual(['settings'])
})

test.each([
  ['revoked', 'revoked'],
  ['notMe', 'notMe'],
  ['replaced', 'replaced'],
  ['absolute', null],
  ['signedOut', null],
] as const)('a start says of a session that ended elsewhere why, and of no other: %s', async (reason, said) => {
  markSession()
  server.use(refuses('refreshSession', 'sessionClosed', { reason }))
  await startSession()
  expect(session.get()).toEqual({ status: 'out', reason: said })
})
