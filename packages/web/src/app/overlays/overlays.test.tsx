import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { render, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { declineInstall, install, useInstallOffer, watchInstall } from '#lib/browser/install.ts'
import { showLanguage } from '#lib/i18n/i18n.ts'
import { useMoneyCall } from '#shared/payment/money-call.ts'
import { checkOnline, onlineAgain, reportOffline, useOnline } from '#lib/api/online.ts'
import { markSession, unmarkSession } from '#lib/session/session-mark.ts'
import { restartSession, session, startSession } from '#lib/session/session.ts'
import { saidAtField } from '#test/fields.ts'
import { answers, handles, isDead, refuses, server } from '#test/server.ts'
import { anOpenSession } from '#test/render.tsx'
import { Frame } from '../app.tsx'
import { LockScreen } from './lock-screen.tsx'
import { OfflineScreen } from './offline-screen.tsx'

beforeEach(async () => {
  restartSession()
  markSession()
  await showLanguage('en')
})

test.each([
  ['en', 'No Internet connection', 'Try Again', 'Still offline'],
  ['es', 'Sin conexión a Internet', 'Intentar de nuevo', 'Sigues sin conexión'],
  ['ko', '인터넷에 연결되어 있지 않아요', '다시 시도', '아직 연결되지 않았어요'],
] as const)(
  'MSG-15 offline shows exactly these texts in %s, and the button asks the server',
  async (language, title, retry, still) => {
    await showLanguage(language)
    reportOffline()
    server.use(isDead('health'))
    render(
      <Frame>
        <OfflineScreen />
      </Frame>,
    )
    const user = userEvent.setup()
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
    await user.click(screen.getByRole('button', { name: retry }))
    expect(await screen.findByText(still)).toBeVisible()
    server.use(answers('health', { ok: true }))
    const back = onlineAgain()
    await user.click(screen.getByRole('button', { name: retry }))
    await expect(back).resolves.toBeUndefined()
  },
)

test('offline while a payment is under way, the cover speaks of the payment until its outcome is known', async () => {
  const { result: payment } = renderHook(() => useMoneyCall<string>({ onDone: vi.fn(), onRefused: vi.fn() }))
  render(
    <Frame>
      <OfflineScreen />
    </Frame>,
  )
  const answer = Promise.withResolvers<string>()
  act(() => void payment.current.run(() => answer.promise))
  expect(screen.getByText(/^Your payment was being sent\. We'll show you what happened/)).toBeVisible()
  await act(async () => answer.resolve('moved'))
  expect(screen.getByText('Everything is where you left it.')).toBeVisible()
})

test('a start without a network waits for it and then goes on', async () => {
  server.use(isDead('refreshSession'))
  const started = startSession()
  await waitFor(() => expect(session.get().status).toBe('starting'))
  server.use(answers('refreshSession', anOpenSession()))
  await vi.waitUntil(() => checkOnline())
  await started
  expect(session.get().status).toBe('in')
})

test('a signed-out start checks that the server is reachable, whatever the browser says of the network', async () => {
  unmarkSession()
  server.use(isDead('health'))
  const { result: online } = renderHook(useOnline)
  expect([navigator.onLine, online.current]).toEqual([true, true])
  await startSession()
  expect(session.get()).toEqual({ status: 'out', reason: null })
  await waitFor(() => expect(online.current).toBe(false))
  server.use(answers('health', { ok: true }))
  expect(await checkOnline()).toBe(true)
})

test('a locked session opens with the password, and not with a wrong one', async () => {
  server.use(refuses('refreshSession', 'sessionClosed', { reason: 'locked' }))
  server.use(answers('unlockWays', { ways: ['password'] }))
  await startSession()
  expect(session.get().status).toBe('locked')
  server.use(refuses('unlockSession', 'invalidSignIn', { reason: 'password' }))
  render(
    <Frame>
      <LockScreen />
    </Frame>,
  )
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  await saidAtField('Password', "That's not your password")
  expect(session.get().status).toBe('locked')
  server.use(handles('unlockSession', () => Response.json({ data: anOpenSession() })))
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(session.get().status).toBe('in'))
})

test('the lock screen offers what the account has, the best first, and an account without a password no password', async () => {
  server.use(refuses('refreshSession', 'sessionClosed', { reason: 'locked' }))
  await startSession()
  server.use(answers('unlockWays', { ways: ['passkey', 'totp'] }))
  const given: unknown[] = []
  server.use(
    handles('unlockSession', ({ body }) => {
      given.push(body)
      return Response.json({ data: anOpenSession() })
    }),
  )
  render(
    <Frame>
      <LockScreen />
    </Frame>,
  )
  const user = userEvent.setup()
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeVisible()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Password' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Authenticator app' }))
  await user.type(screen.getByLabelText(/code/i), '123456')
  await waitFor(() => expect(session.get().status).toBe('in'))
  expect(given).toEqual([{ totp: '123456' }])
})

test('where nothing unlocks a session, the lock screen says how to go on', async () => {
  server.use(answers('unlockWays', { ways: [] }))
  render(
    <Frame>
      <LockScreen />
    </Frame>,
  )
  expect(await screen.findByText(/log out and log in again/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible()
})

const Offer = () => <p>{useInstallOffer() === null ? 'nothing' : 'an offer'}</p>

test('P-29 P-30 the offer to install is kept, taken up with its prompt, and rests for 15 days once declined', async () => {
  watchInstall()
  render(<Offer />)
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const offer = () => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    window.dispatchEvent(event)
    return event
  }
  expect(offer().defaultPrevented).toBe(true)
  expect(await screen.findByText('an offer')).toBeVisible()
  await install()
  expect(prompt).toHaveBeenCalledOnce()
  expect(await screen.findByText('nothing')).toBeVisible()

  offer()
  expect(await screen.findByText('an offer')).toBeVisible()
  const jar: string[] = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void jar.push(cookie))
  declineInstall()
  expect(jar).toEqual(['__Host-puente-install=later; Path=/; Secure; SameSite=Lax; Max-Age=1296000'])
  expect(await screen.findByText('nothing')).toBeVisible()
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('__Host-puente-install=later')
  offer()
  expect(screen.getByText('nothing')).toBeVisible()
  vi.restoreAllMocks()
})
