import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, refuses, server } from '#test/server.ts'

const items = [
  { id: 'google', name: 'Google' },
  { id: 'apple', name: 'Apple' },
]
const linkedAt = '2026-03-31T20:05:00.000Z'
const google = { provider: 'google', email: 'maria@gmail.test', linkedAt, lastUsedAt: linkedAt }

test('the settings show which services are connected, and disconnect one', async () => {
  signedInAs()
  const gone: string[] = []
  server.use(
    answers('socialProviders', { items }),
    answers('listSocial', () => ({ items: gone.length === 0 ? [google] : [], hasPassword: true })),
    answers('unlinkSocial', ({ url }) => {
      gone.push(url.pathname)
      return { provider: 'google' }
    }),
  )
  const app = await openApp('/settings/security/social')
  expect(await screen.findByText('Connected as maria@gmail.test')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Connect Apple' })).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Disconnect Google' }))
  expect(await screen.findByText('Google was disconnected')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Connect Google' })).toBeVisible())
  expect(gone).toEqual(['/api/auth/social/google/unlink'])
})

test('an account without a password keeps its only way in, and chooses one with the proof of its service', async () => {
  signedInAs()
  let sent: unknown
  server.use(
    answers('socialProviders', { items }),
    answers('listSocial', () => ({ items: [google], hasPassword: sent !== undefined })),
    answers('setPassword', ({ body }) => {
      sent = body
      return {}
    }),
  )
  const app = await openApp('/settings/security/social#social=proved&proof=proof-proof-proof-proof')
  expect(await screen.findByRole('heading', { name: 'Choose a password' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Disconnect Google' })).toBeNull()
  await app.user.type(screen.getByLabelText('New password'), 'Quiet-Harbour-77')
  await app.user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByText('Your password is saved')).toBeVisible()
  expect(sent).toEqual({ proof: 'proof-proof-proof-proof', newPassword: 'Quiet-Harbour-77' })
  expect(window.location.hash).toBe('')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('a proof of the service that has run out says so, and the focus goes on at what is to be done again', async () => {
  signedInAs()
  server.use(
    answers('socialProviders', { items }),
    answers('listSocial', { items: [google], hasPassword: false }),
    refuses('setPassword', 'tokenExpired'),
  )
  const app = await openApp('/settings/security/social#social=proved&proof=proof-proof-proof-proof')
  await app.user.type(await screen.findByLabelText('New password'), 'Quiet-Harbour-77')
  await app.user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('button', { name: /Google/ })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Choose a password' })).toHaveFocus())
})

test.each([
  [0, 1],
  [1, 0],
])(
  'without a password, what money needs is said while there is no passkey either (%i passkeys)',
  async (passkeys, said) => {
    signedInAs()
    server.use(
      answers('socialProviders', { items }),
      answers('listSocial', { items: [google], hasPassword: false }),
      answers('factors', {
        passwordChangedAt: null,
        passkeys,
        totpSince: null,
        recoveryCodesLeft: null,
        phone: true,
        provesFrom: null,
      }),
    )
    await openApp('/settings/security/social')
    expect(
      await screen.findByText(/With a password you can log in without a service, and disconnect one\./),
    ).toBeVisible()
    await waitFor(() =>
      expect(
        screen.queryAllByText(/^You need a password or a passkey before you can add or send money\./),
      ).toHaveLength(said),
    )
  },
)
