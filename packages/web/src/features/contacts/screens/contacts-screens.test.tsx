import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { aList, aRow } from '#test/movements.ts'
import { aMe, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, refuses, server, type Seen } from '#test/server.ts'

const ana = { publicTransactionId: 'ana.ruiz-9k2m', fullName: 'Ana Ruiz', image: null, business: true }
const blocked = {
  id: 'usr_0190b0b0b0b07b0b8b0b0b0b0b0b0b0b' as const,
  fullName: 'Ana Ruiz',
  publicTransactionId: 'ana.ruiz-9k2m',
  blockedAt: '2026-03-01T12:00:00.000Z',
}

test("a person's code leads to who they are, and to sending the amount it holds", async () => {
  signedInAs({ wallet: { USD: 10_000 } })
  server.use(answers('publicProfile', ana))
  const { user, path } = await openApp('/u/Ana.Ruiz-9k2m?amount=12.50')
  expect(await screen.findByRole('heading', { name: 'Ana Ruiz' })).toBeVisible()
  expect(screen.getByText('Business')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send $12.50' }))
  await waitFor(() => expect(path()).toBe(paths.sendInAppAmount.path))
  expect(await screen.findByRole('textbox', { name: 'Amount to send' })).toHaveValue('12.50')
})

test('from a profile one asks the person for money; oneself is only shown the own code', async () => {
  signedInAs()
  server.use(answers('publicProfile', ana))
  const { user, path } = await openApp('/u/ana.ruiz-9k2m')
  await user.click(await screen.findByRole('button', { name: 'Request' }))
  await waitFor(() => expect(path()).toBe(paths.requestNew.path))
  expect(await screen.findByText('@ana.ruiz-9k2m')).toBeVisible()

  server.use(answers('publicProfile', { ...ana, publicTransactionId: aMe().publicTransactionId }))
  await openApp(`/u/${aMe().publicTransactionId}`)
  expect(await screen.findByRole('link', { name: 'Show my QR code' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Send$|^Request$|Block/ })).toBeNull()
})

test('a person is blocked from a payment, after reading what it does, and is Blocked User there from then on', async () => {
  const asked: Seen[] = []
  let row = aRow(1)
  signedInAs()
  server.use(
    answers('getTransaction', () => row),
    answers('listTransactions', () => aList(row)),
    answers('block', (seen) => {
      asked.push(seen)
      row = aRow(1, { blocked: true, fullName: null, email: null, toName: null, version: 1 })
      return { items: [blocked] }
    }),
  )
  const { user } = await reloadApp(paths.movementsDetail.path, { movement: row.id })
  await user.click(await screen.findByRole('button', { name: 'Block Ana Ruiz' }))
  const dialog = await screen.findByRole('dialog', { name: 'Block Ana Ruiz?' })
  expect(within(dialog).getByText(/Neither of you can send/)).toBeVisible()
  expect(within(dialog).getByText(/as Blocked User/)).toBeVisible()
  await user.dblClick(within(dialog).getByRole('button', { name: 'Block' }))
  expect(await screen.findByText('Ana Ruiz is blocked')).toBeVisible()
  expect(asked.map(({ body }) => body)).toEqual([{ userId: 'ana.ruiz-9k2m' }])
  expect(await screen.findByRole('heading', { name: 'Blocked User' })).toBeVisible()
  expect(screen.queryByText('Ana Ruiz')).toBeNull()
  expect(screen.queryByRole('button', { name: /Block|^Send$|Send again/ })).toBeNull()
})

test('blocked people are listed in the settings and unblocked there; a refusal keeps them', async () => {
  signedInAs()
  server.use(
    answers('blocked', {
      items: [
        blocked,
        { ...blocked, id: 'usr_0190c0c0c0c07c0c8c0c0c0c0c0c0c0c', fullName: null, publicTransactionId: null },
      ],
    }),
    refuses('unblock', 'serviceUnavailable'),
  )
  const { user } = await openApp(paths.settingsBlocked.path)
  expect(await screen.findByText('Closed account')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Unblock Ana Ruiz' }))
  await waitFor(() => expect(document.querySelector('[data-notice]')).not.toBeNull())
  expect(screen.getByText('Ana Ruiz')).toBeVisible()
  server.use(answers('unblock', { items: [] }), answers('blocked', { items: [] }))
  await user.click(screen.getByRole('button', { name: 'Unblock Ana Ruiz' }))
  expect(await screen.findByText("You haven't blocked anyone")).toBeVisible()
})
