import type { Me } from '@puente/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '#lib/i18n/i18n.ts'
import { paths } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import { aConfig } from '#test/money.ts'
import { aMe } from '#test/render.tsx'
import { Frame } from '../app.tsx'
import { TransactionsSheet } from './transactions-sheet.tsx'

const onOpenChange = vi.fn<(open: boolean) => void>()

/** The sheet, open, over an application that has these screens. */
const openSheet = async (change: Partial<Me>, screens: string[]) => {
  queryClient.setQueryData(queryKeys.me, aMe(change))
  const rootRoute = createRootRoute()
  const sheet = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: () => <TransactionsSheet id="sheet" open onOpenChange={onOpenChange} />,
  })
  const others = screens.map((path) =>
    createRoute({ getParentRoute: () => rootRoute, path, component: () => <h1>screen {path}</h1> }),
  )
  const router = createRouter({
    routeTree: rootRoute.addChildren([sheet, ...others]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <Frame>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </Frame>,
  )
  await screen.findByRole('dialog', { name: 'What would you like to do?' })
  return userEvent.setup()
}

const offered = [paths.withdrawBank.path, paths.sendInApp.path, paths.sendZelle.path]
const all = [...offered, paths.verifyUser.path, paths.verifyAccount.path, paths.kyc.path]
const OFFERS = [/^Withdraw to any US bank/, /^Send to someone on Puente/, /^Send by Zelle/]
const send = () => screen.findByRole('button', { name: /Send to someone on Puente/ })

beforeEach(() => showLanguage('en'))
afterEach(() => queryClient.clear())

test('the sheet offers what there is a screen for, and nothing else', async () => {
  await openSheet({}, [])
  expect(screen.queryByRole('button', { name: /Send to someone/ })).toBeNull()
})

test('GL-18 the sheet offers to withdraw to any US bank, to send in the app and to send by Zelle, and nothing else', async () => {
  await openSheet({}, all)
  await send()
  const entries = within(screen.getByRole('list')).getAllByRole('button')
  expect(entries.map((entry) => OFFERS.findIndex((offer) => offer.test(entry.textContent ?? '')))).toEqual([0, 1, 2])
})

test('a rail that is switched off is no entry: the sheet says that it is paused, and until when', async () => {
  const rails = aConfig().rails.map((one) =>
    one.rail === 'zelle' ? { ...one, on: false, until: '2026-12-01T18:00:00.000Z' } : one,
  )
  queryClient.setQueryData(queryKeys.config, aConfig({ rails }))
  await openSheet({}, all)
  await send()
  expect(screen.queryByRole('button', { name: /^Send by Zelle/ })).toBeNull()
  expect(screen.getByText('Zelle payments are paused')).toBeVisible()
  expect(screen.getByText(/We expect it back by Dec 1, 2026/)).toBeVisible()
})

test('GL-19 GL-23 with both contacts verified and tier 1 each entry leads to its screen', async () => {
  for (const [at, path] of offered.entries()) {
    // oxlint-disable no-await-in-loop
    onOpenChange.mockClear()
    const user = await openSheet({}, all)
    await user.click(await screen.findByRole('button', { name: OFFERS[at] }))
    expect(await screen.findByRole('heading', { name: `screen ${path}` })).toBeVisible()
    // oxlint-enable no-await-in-loop
    expect(screen.queryByRole('dialog', { name: 'Finish setting up your account' })).toBeNull()
    expect(onOpenChange).toHaveBeenCalledWith(false)
    cleanup()
  }
})

test.each([
  ['GL-21', { emailVerified: false, phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } }, 0, 'Verify your email'],
  ['GL-22', { phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } }, 1, 'Verify your phone'],
  ['GL-23', { KYC: { ...aMe().KYC, tier: 0 } }, 2, 'Verify your identity'],
])('GL-20 %s before that the three steps open, at the one that is next', async (_, change, current, action) => {
  const user = await openSheet(change, all)
  await user.click(await send())
  const dialog = await screen.findByRole('dialog', { name: 'Finish setting up your account' })
  const steps = within(dialog).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent?.replace(/^\d/, '').replace(', done', ''))).toEqual([
    'Verify email',
    'Verify phone',
    'Verify identity',
  ])
  expect(steps.findIndex((step) => step.getAttribute('aria-current') === 'step')).toBe(current)
  expect(within(dialog).getByRole('button', { name: action })).toBeVisible()
})

test.each([
  ['nothing is verified', { emailVerified: false, phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } }],
  ['only the email is', { phoneVerified: false, KYC: { ...aMe().KYC, tier: -1 } }],
  ['the identity is not', { KYC: { ...aMe().KYC, tier: 0 } }],
])('PM-07 GL-19 while %s neither sending nor withdrawing opens from the sheet', async (_, change) => {
  for (const offer of OFFERS) {
    // oxlint-disable-next-line no-await-in-loop
    const user = await openSheet(change, all)
    // oxlint-disable-next-line no-await-in-loop
    await user.click(await screen.findByRole('button', { name: offer }))
    // oxlint-disable-next-line no-await-in-loop
    expect(await screen.findByRole('dialog', { name: 'Finish setting up your account' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: /^screen/ })).toBeNull()
    cleanup()
  }
})
