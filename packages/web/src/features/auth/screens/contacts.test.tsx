import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const later = () => new Date(Date.now() + 60_000).toISOString()
let links = 0
/** A link of its own for each test: a link works once, and the screen remembers that. */
const aLink = () => {
  links += 1
  return `/confirmation?token=${'x'.repeat(24)}${links}`
}

test('RT-14 the link of the mail confirms the address without a session, once', async () => {
  const tokens: unknown[] = []
  server.use(
    answers('confirmEmail', ({ body }) => {
      tokens.push(body)
      return { emailVerified: true, email: 'maria@example.com', tier: -1, loggedOut: false }
    }),
  )
  await openApp(aLink())
  expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  expect(screen.getByText(/maria@example.com/)).toBeVisible()
  expect(tokens).toHaveLength(1)
})

test('a link opened in another browser asks for the password, and names the way out for a person who opened no account', async () => {
  server.use(answers('confirmEmail', { emailVerified: true, email: 'maria@example.com', tier: -1, loggedOut: true }))
  await openApp(aLink())
  expect(await screen.findByText(/Log in with the password you chose/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/sign-in')
  expect(screen.getByText('If you did not open this account, reset the password.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reset the password' })).toHaveAttribute('href', '/reset-password')
})

test.each([
  ['invalidCode', 'This link is incomplete or no longer works. Ask for a new one.', "This link doesn't work"],
  ['emailTokenExpired', 'This link has expired. Ask for a new one.', "This link doesn't work"],
  ['usedCode', 'This link has already been used. Ask for a new one if you need it.', "This link doesn't work"],
  ['alreadyConfirmed', 'Email already confirmed', "You're all set"],
  ['serviceUnavailable', /available right now/, "We couldn't verify your email"],
] as const)('RT-14 a link that is %s says so', async (code, text, title) => {
  server.use(refuses('confirmEmail', code, { reason: 'link' }))
  await openApp(aLink())
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(within(screen.getByRole('main')).getByText(text)).toBeVisible()
})

test('EU-03 EU-04 EU-08 RT-10 the hub shows both contacts with their actions', async () => {
  signedInAs({ emailVerified: false, phoneVerified: false, phone: null })
  await openApp('/verify-user')
  expect(screen.getAllByText('Not verified')).toHaveLength(2)
  expect(screen.getByRole('main')).toHaveTextContent(aMe().email)
  expect(screen.getByRole('button', { name: 'Verify email' })).toBeVisible()
  expect(screen.getByText('No phone number yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Verify phone' })).toHaveAttribute('href', '/verify-account')
})

test('EU-03 RT-10 the code of the mail verifies the address on the hub', async () => {
  signedInAs({ emailVerified: false })
  server.use(
    answers('requestEmailCode', { sentTo: 'm…', expiresAt: later() }),
    handles('confirmEmail', () => {
      signedInAs()
      return Response.json({ data: { emailVerified: true, email: 'maria@example.com', tier: 0 } })
    }),
  )
  const app = await openApp('/verify-user')
  await app.user.click(screen.getByRole('button', { name: 'Verify email' }))
  await app.user.type(await screen.findByLabelText('Code from the email'), '123456')
  expect(await screen.findByText('Email verified')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Not verified')).toBeNull())
})

test('RT-16 the code screen without an open code offers to request one', async () => {
  signedInAs({ phoneVerified: false })
  server.use(answers('requestPhoneCode', { phone: '+1•••0134', expiresAt: later(), resendAt: later() }))
  const app = await openApp('/verify-account/confirmation')
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  expect(await screen.findByLabelText('Code from the text')).toHaveFocus()
  expect(screen.getByRole('button', { name: /Send a new code in/ })).toHaveAttribute('aria-disabled', 'true')
})

test('RT-16 the code that was asked for there verifies the phone and leads home', async () => {
  signedInAs({ phoneVerified: false })
  const codes: unknown[] = []
  server.use(
    answers('requestPhoneCode', { phone: '+1•••0134', expiresAt: later(), resendAt: later() }),
    handles('confirmPhone', ({ body }) => {
      codes.push(body)
      signedInAs()
      return Response.json({ data: { phoneVerified: true, phone: '+13055550134', tier: 0 } })
    }),
  )
  const app = await openApp('/verify-account/confirmation')
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  await app.user.type(await screen.findByLabelText('Code from the text'), '123456')
  await waitFor(() => expect(app.path()).toBe('/home'))
  expect(codes).toEqual([{ code: '123456' }])
})

test('a number whose holder said STOP is said to get no code, with the way back', async () => {
  signedInAs({ phoneVerified: false })
  server.use(answers('requestPhoneCode', { phone: '+1•••0134', expiresAt: later(), resendAt: later() }))
  const app = await openApp('/verify-account/confirmation')
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  expect(await screen.findByText(/^We're texting a 6-digit code/)).toBeVisible()
  signedInAs({ phoneVerified: false, textsStopped: true })
  expect(await screen.findByText(/replied STOP .* Reply START/, undefined, { timeout: 5_000 })).toBeVisible()
  expect(screen.queryByText(/We're texting/)).toBeNull()
})

test('RT-16 a dead code says that a new one must be requested', async () => {
  signedInAs({ phoneVerified: false })
  server.use(
    answers('requestPhoneCode', { phone: '+1•••0134', expiresAt: later(), resendAt: later() }),
    refuses('confirmPhone', 'phoneConfirmationCode'),
  )
  const app = await openApp('/verify-account/confirmation')
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  await app.user.type(await screen.findByLabelText('Code from the text'), '000000')
  await saidAtField('Code from the text', "There's no active code for this phone. Ask for a new one.")
  expect(screen.getByLabelText('Code from the text')).toHaveValue('')
})
