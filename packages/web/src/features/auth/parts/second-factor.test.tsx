import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aMe, anOpenSession, openApp } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const challengeId = `chl_${'0'.repeat(64)}`
const asked = { challengeId, factors: ['totp', 'recoveryCode'], intent: { operation: 'openSession' } }

const begin = async () => {
  server.use(answers('signIn', { token: 'once' }), refuses('openSession', 'stepUpRequired', asked))
  const app = await openApp('/')
  await app.user.type(screen.getByLabelText('Email'), 'maria@example.com')
  await app.user.type(screen.getByLabelText('Password'), 'Secret123')
  await app.user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByRole('heading', { level: 1, name: "Confirm it's you" })).toBeVisible()
  await waitFor(() => expect(document.body).not.toHaveFocus())
  return app
}

const leaveAndReturn = async (router: Awaited<ReturnType<typeof openApp>>['router']) => {
  await router.navigate({ to: '/reset-password' })
  await screen.findByRole('heading', { level: 1, name: 'Reset your password' })
  await router.navigate({ to: '/' })
}

test('the second factor is asked for after the password, by a field the phone fills in, and remembers the browser if told to', async () => {
  const app = await begin()
  const sent: unknown[] = []
  server.use(
    handles('openSession', ({ body }) => {
      sent.push(body)
      return Response.json({ data: anOpenSession() })
    }),
    answers('me', aMe()),
  )
  await app.user.click(await screen.findByLabelText('Remember this browser for 30 days'))
  const field = screen.getByLabelText(/6-digit code/)
  expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await app.user.type(field, '123456')
  expect(await screen.findByRole('heading', { level: 1, name: /Hi|Home|María/ })).toBeVisible()
  expect(sent).toEqual([{ challengeId, totp: '123456', rememberDevice: true }])
})

test('a sign-in whose screen was left to look for the code goes on there, and is forgotten once it is over', async () => {
  const { user, router } = await begin()
  await leaveAndReturn(router)
  expect(await screen.findByRole('heading', { level: 1, name: "Confirm it's you" })).toBeVisible()
  server.use(refuses('openSession', 'invalidCode', { reason: 'challenge' }))
  await user.type(await screen.findByLabelText(/6-digit code/), '123456')
  expect(await screen.findByText('That took too long, or there were too many wrong tries. Log in again.')).toBeVisible()
  await leaveAndReturn(router)
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
})

test.each([
  ['after five minutes', '/', 5 * 60_000],
  ['where one comes back from another service', '/sign-in#social=failed&provider=google', 0],
] as const)('a sign-in that was left is forgotten %s', async (_when, path, after) => {
  const { router } = await openApp('/reset-password')
  sessionStorage.setItem('signIn', JSON.stringify({ challenge: asked, returnTo: null, at: Date.now() - after }))
  window.history.replaceState(null, '', path)
  server.use(answers('socialProviders', { items: [] }))
  await router.navigate({ to: '/' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
})

test('a sign-in with another service that waits for its second proof goes on once its screen was left, to where it was begun', async () => {
  server.use(refuses('openSession', 'stepUpRequired', asked), answers('socialProviders', { items: [] }))
  const { user, router } = await openApp('/sign-in#social=token&token=once-asked&returnTo=%2Fsettings')
  expect(await screen.findByRole('heading', { level: 1, name: "Confirm it's you" })).toBeVisible()
  server.use(answers('openSession', anOpenSession()), answers('me', aMe()))
  await leaveAndReturn(router)
  await user.type(await screen.findByLabelText(/6-digit code/), '123456')
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'))
})

test('a code that did not reach us stays in its field', async () => {
  const app = await begin()
  server.use(handles('openSession', () => Response.error()))
  const field = await screen.findByLabelText(/6-digit code/)
  await app.user.type(field, '123456')
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveValue('123456')
})

test('a wrong recovery code is said at its field; when the time is over the way leads back to the password', async () => {
  const app = await begin()
  await app.user.click(await screen.findByRole('button', { name: 'Recovery code' }))
  expect(screen.getByLabelText('Recovery code')).toHaveFocus()
  server.use(refuses('openSession', 'invalidCode', { reason: 'recoveryCode' }))
  await app.user.type(screen.getByLabelText('Recovery code'), 'abcd')
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(/not one of your recovery codes/)).toBeVisible()
  server.use(refuses('openSession', 'invalidCode', { reason: 'challenge' }))
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('That took too long, or there were too many wrong tries. Log in again.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
})
