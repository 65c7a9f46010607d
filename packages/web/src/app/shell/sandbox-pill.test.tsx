import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#lib/session/session.ts'
import { aConfig } from '#test/money.ts'
import { transactionIdOf } from '#test/movements.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, server } from '#test/server.ts'
import type { Sandbox } from './sandbox-menu.tsx'
import { SandboxPill } from './sandbox-pill.tsx'

const aSandbox = (change: Partial<Sandbox> = {}): Sandbox => ({
  rails: ['card', 'kyc', 'mail', 'sms'],
  inboxUrl: 'http://localhost:3010/inbox',
  bankUrl: 'http://localhost:3010',
  reviewerUrl: 'http://localhost:3010/kyc',
  ...change,
})

const openWith = async (address: string, sandbox: Sandbox | null) => {
  server.use(answers('config', aConfig({ sandbox })))
  return openApp(address, 'en', <SandboxPill />)
}
const pill = () => within(screen.getByRole('banner')).findByRole('button', { name: 'Sandbox' })
const entries = () =>
  within(screen.getByRole('dialog', { name: 'Sandbox: no real money moves' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('.font-medium')?.textContent)

test('where real money moves there is no pill', async () => {
  signedInAs()
  await openWith('/deposit-now', null)
  await screen.findByRole('textbox', { name: 'Amount to add' })
  expect(screen.queryByRole('button', { name: 'Sandbox' })).toBeNull()
})

test('a visitor of a sandbox finds the inbox and the identity reviewer in the header, and no money', async () => {
  const app = await openWith('/sign-in', aSandbox())
  await app.user.click(await pill())
  await screen.findByRole('dialog')
  expect(entries()).toEqual(['Open inbox', 'Review identities'])
  expect(screen.getByRole('link', { name: /Open inbox/ })).toHaveAttribute('href', 'http://localhost:3010/inbox')
  expect(screen.getByRole('link', { name: /Review identities/ })).toHaveAttribute('href', 'http://localhost:3010/kyc')
})

test('test money raises the balance, and the screen says so', async () => {
  server.use(answers('testFunds', { transactionId: transactionIdOf(2), balance: 10_000 }))
  signedInAs()
  const app = await openWith('/settings', aSandbox())
  await app.user.click(await pill())
  await app.user.click(await screen.findByRole('button', { name: /Add \$100\.00 in test money/ }))
  expect(await screen.findByText('$100.00 in test money added')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the menu holds only what the sandbox plays', async () => {
  signedInAs()
  const app = await openWith('/settings', aSandbox({ rails: ['sms'] }))
  await waitFor(() => expect(session.get().status).toBe('in'))
  await app.user.click(await pill())
  await screen.findByRole('dialog')
  expect(entries()).toEqual(['Open inbox'])
})
