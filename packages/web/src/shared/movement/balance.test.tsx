import type { Me, NotificationItem } from '@puente/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aLimit, limitsOf } from '#test/money.ts'
import { aList, aRow } from '#test/movements.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, server } from '#test/server.ts'

/** Figures that give a balance of $4,321.07 away, with the row that left it so. */
const GIVEN_AWAY = /4[,.]?321[.,]07/
const aDrop: NotificationItem = {
  id: `ntf_${'1'.padStart(32, '0')}`,
  kind: 'balanceDropped',
  variant: 'below',
  objectType: 'wallet',
  objectId: null,
  createdAt: new Date().toISOString(),
  readAt: null,
  params: { amount: 4_321_07 },
}

test('X-26 one tap hides the balance on every screen, for screen readers too, and it stays hidden', async () => {
  let hideBalance = false
  signedInAs()
  const me = (): Me => ({
    ...aMe({ wallet: { USD: 4_321_07 } }),
    hideBalance,
    preferences: { ...aMe().preferences, hideBalance },
  })
  server.use(
    handles('me', () => Response.json({ data: me() })),
    handles('changePreferences', ({ body }) => {
      hideBalance = (body as { hideBalance: boolean }).hideBalance
      return Response.json({ data: { ...aMe().preferences, hideBalance } })
    }),
    answers('listTransactions', aList(aRow(1, { balance: 4_321_07 }))),
    answers('getTransaction', aRow(1, { balance: 4_321_07 })),
    answers('wallet', { USD: 4_321_07, held: { USD: 0 } }),
    answers('limits', limitsOf(aLimit())),
    answers('frequents', { items: [] }),
    answers('listNotifications', { items: [aDrop], unread: 0, last: null, end: true }),
  )
  const { user } = await openApp('/home')
  await waitFor(() => expect(document.body.textContent).toMatch(GIVEN_AWAY))
  await user.click(screen.getByRole('button', { name: 'Hide balance' }))
  await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('Balance hidden'))
  expect(document.body.textContent).not.toMatch(GIVEN_AWAY)
  expect(hideBalance).toBe(true)

  const screens = [
    '/home',
    '/movements',
    '/settings',
    '/settings/transaction-limits',
    '/settings/account',
    '/deposit-now',
    '/notifications',
  ]
  for (const path of screens) {
    // oxlint-disable-next-line no-await-in-loop -- one application at a time
    await openApp(path)
    // oxlint-disable-next-line no-await-in-loop
    if (path === '/movements') await user.click(await screen.findByRole('button', { name: 'Running balance' }))
    const said = [
      document.body.innerHTML,
      ...Array.from(document.querySelectorAll('[aria-label]'), (node) => node.getAttribute('aria-label')),
    ]
    expect(said.join('\n'), path).not.toMatch(GIVEN_AWAY)
  }
  await openApp('/home')
  await user.click(await screen.findByRole('button', { name: 'Show balance' }))
  await waitFor(() => expect(screen.getByTestId('balance')).toHaveTextContent('$4,321.07'))
})
