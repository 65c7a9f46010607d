import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aMe, anOpenSession, openApp } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const items = [
  { id: 'google', name: 'Google' },
  { id: 'apple', name: 'Apple' },
]
const settled = {
  publicTransactionId: 'maria.lopez-7f3k',
  phoneVerified: false,
  fullName: 'María López',
  email: 'maria@example.com',
  phone: null,
  address: null,
}

beforeEach(() => {
  sessionStorage.clear()
  server.use(answers('inviter', { name: null }))
})

test('a provider button leaves for its page, with the language, the way back, the kind of account and the referrer', async () => {
  const sent: { body: unknown; path: string }[] = []
  server.use(
    answers('socialProviders', { items }),
    answers('startSocial', ({ body, url }) => {
      sent.push({ body, path: url.pathname })
      // As far as the browser of these tests goes.
      return { url: `${window.location.href}#away` }
    }),
  )
  const app = await openApp('/sign-up?ref=ABCD1234')
  await app.user.click(screen.getByRole('radio', { name: 'Business' }))
  await app.user.click(await screen.findByRole('button', { name: 'Continue with Apple' }))
  await waitFor(() => expect(window.location.hash).toBe('#away'))
  expect(sent).toEqual([
    { path: '/api/auth/social/apple/start', body: { lang: 'en-US', business: true, referredBy: 'ABCD1234' } },
  ])
})

test('the referrer of an address is still known after going to the sign-in screen and back', async () => {
  let sent: unknown
  server.use(
    answers('socialProviders', { items }),
    handles('startSocial', ({ body }) => {
      sent = body
      return Response.json({ code: 'serviceUnavailable' }, { status: 503 })
    }),
  )
  const app = await openApp('/sign-up?ref=ABCD1234')
  await app.user.click(screen.getByRole('link', { name: 'Log in' }))
  await screen.findByRole('heading', { name: 'Log in' })
  await app.user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/available right now/)
  expect(sent).toMatchObject({ referredBy: 'ABCD1234', business: false })
})

test('a newcomer who comes back is signed in, settled, and led to the next step; the token leaves the address', async () => {
  const order: string[] = []
  server.use(
    answers('openSession', ({ body }) => {
      order.push(JSON.stringify(body))
      return anOpenSession()
    }),
    answers('setDefault', () => {
      order.push('setDefault')
      return settled
    }),
    answers('me', aMe({ phone: null, phoneVerified: false, termsAccepted: false })),
  )
  const app = await openApp('/sign-in#social=token&provider=google&token=once-new&isNew=true')
  expect(await screen.findByRole('heading', { name: "What's your phone number?" })).toBeVisible()
  expect(app.path()).toBe('/sign-up/phone-verification')
  expect(order).toEqual(['{"socialToken":"once-new"}', 'setDefault'])
  expect(window.location.hash).toBe('')
})

test('a person who has an account goes where they were headed, never to another site', async () => {
  server.use(answers('openSession', anOpenSession()), answers('setDefault', settled), answers('me', aMe()))
  const app = await openApp('/sign-in#social=token&token=once-known&returnTo=%2Fsettings%2Flanguage')
  await waitFor(() => expect(app.path()).toBe('/settings/language'))
})

test('an address that has an account asks for its password, says when it is wrong, and then goes on', async () => {
  server.use(refuses('confirmSocialLink', 'invalidSignIn'))
  const app = await openApp('/sign-in#social=link&provider=google&link=once-link-once-link-once')
  expect(await screen.findByRole('heading', { name: 'Connect Google to your account' })).toBeVisible()
  expect(screen.queryByLabelText('Email')).not.toBeVisible()
  const field = screen.getByLabelText('Your Puente password')
  await app.user.type(field, 'Wrong-1')
  await app.user.click(screen.getByRole('button', { name: 'Connect and log in' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription('Your email and password combination is incorrect'))
  let sent: unknown
  server.use(
    answers('confirmSocialLink', ({ body }) => {
      sent = body
      return { token: 'once-linked' }
    }),
    answers('openSession', anOpenSession()),
    answers('setDefault', settled),
    answers('me', aMe()),
  )
  await app.user.click(screen.getByRole('button', { name: 'Connect and log in' }))
  await waitFor(() => expect(app.path()).toBe('/home'))
  expect(sent).toEqual({ link: 'once-link-once-link-once', password: 'Wrong-1' })
})

test.each([
  ['cancelled', "You didn't continue with Google. Choose how you want to log in."],
  ['expired', 'That took too long, or was finished in another browser. Start again with Google.'],
  ['taken', 'That email is already registered. Log in with your password.'],
  ['unheardOf', "We couldn't confirm that login with Google. Start again, or log in another way."],
])('a return that is %s says so above the other ways in', async (outcome, text) => {
  await openApp(`/sign-in#social=${outcome}&provider=google`)
  expect(within(await screen.findByRole('main')).getByRole('alert')).toHaveTextContent(text)
  expect(screen.getByLabelText('Email')).toBeVisible()
  expect(window.location.hash).toBe('')
})
