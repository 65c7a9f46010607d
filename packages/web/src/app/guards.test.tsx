import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screensIn } from '../../build/screens.ts'
import { inReview } from '#test/kyc.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, server } from '#test/server.ts'

test('RT-02 a logged-out visitor goes to / with the full requested path in the query', async () => {
  const app = await openApp('/settings/language?x=1')
  expect(app.path()).toBe('/?redirect=%2Fsettings%2Flanguage%3Fx%3D1')
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test.each(['/', '/sign-in', '/sign-up', '/reset-password', '/reset-password/success'])(
  'RT-04 RT-05 RT-11 a signed-in user is taken home from %s',
  async (address) => {
    signedInAs()
    const app = await openApp(address)
    expect(app.path()).toBe('/home')
  },
)

test.each([
  ['/', 'Log in'],
  ['/sign-up', 'Create your account'],
  ['/reset-password', 'Reset your password'],
])('RT-04 RT-05 RT-11 a visitor sees %s as it is', async (address, title) => {
  const app = await openApp(address)
  expect(app.path()).toBe(address)
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('RT-15 the phone form is open while the phone is unverified', async () => {
  signedInAs({ phoneVerified: false, phone: null })
  const app = await openApp('/verify-account')
  expect(app.path()).toBe('/verify-account')
  expect(screen.getByLabelText('Phone number')).toBeVisible()
})

test('RT-15 a user with a verified phone is taken home from the phone form', async () => {
  signedInAs()
  const app = await openApp('/verify-account')
  expect(app.path()).toBe('/home')
})

test('RT-03 an unknown path shows the not-found page in the language of the visitor, with a way home', async () => {
  await openApp('/nope', 'es')
  expect(await screen.findByRole('heading', { name: 'No encontramos esa página' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute('href', '/home')
})

test('A path is matched whatever the case of its letters', async () => {
  signedInAs(aMe())
  await openApp('/Settings/LANGUAGE')
  expect(screen.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible()
})

/** Signing in and up, resetting a password, what a mailed link or a code from another device opens, and checking a paper. */
const OPEN_TO_VISITORS = [
  '/',
  '/confirmation',
  '/kyc/continue',
  '/not-me',
  '/pay/$code',
  '/reset-password',
  '/reset-password/success',
  '/sign-in',
  '/sign-up',
  '/verify',
  '/verify/$code',
]

test('PM-01 a visitor sees the screens of this list; every other one leads to the log-in', async () => {
  const screens = screensIn(readFileSync(join(import.meta.dirname, '../routeTree.gen.ts'), 'utf8'))
  expect(screens).toEqual(expect.arrayContaining(OPEN_TO_VISITORS))
  for (const path of screens.filter((one) => !OPEN_TO_VISITORS.includes(one))) {
    const app = await openApp(path)
    expect(app.path(), path).toMatch(/^\/\?redirect=/)
    expect(screen.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    cleanup()
  }
})

test.each([
  ['en', 'Forgot your password?', 'Reset your password'],
  ['es', '¿Olvidaste tu contraseña?', 'Restablece tu contraseña'],
  ['ko', '비밀번호를 잊으셨나요?', '비밀번호 재설정'],
] as const)('SC-03 the log-in links to the screen that resets a password (%s)', async (language, link, title) => {
  const app = await openApp('/sign-in', language)
  await app.user.click(screen.getByRole('link', { name: link }))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(app.path()).toBe('/reset-password')
  await waitFor(() => expect(document.title).toContain(title))
})

test('a screen that has just opened is not refused by what was read before', async () => {
  signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
  const app = await openApp('/settings')
  server.use(answers('me', aMe({ KYC: inReview })))
  await act(() => app.router.navigate({ to: '/kyc/success' }))
  expect(app.path()).toBe('/kyc/success')
})
