import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { provider } from '#shared/payment/provider-page.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const visa = { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2099, default: true }
const old = { ...visa, cardId: 'pm_2', brand: 'mastercard', last4: '4444', expYear: 2020, default: false }
const other = { ...visa, cardId: 'pm_3', last4: '1111', default: false }

afterEach(() => vi.restoreAllMocks())

const open = async () => {
  signedInAs()
  return openApp(paths.settingsCards.path)
}

test('without a card the screen says what one is for, and adding one leads to the page of the provider', async () => {
  vi.spyOn(provider, 'open').mockReturnValue(undefined)
  const app = await open()
  expect(await screen.findByText('No saved cards')).toBeVisible()
  server.use(answers('addCard', { url: 'https://pay.example/card' }))
  await app.user.dblClick(screen.getByRole('button', { name: 'Add a card' }))
  await waitFor(() => expect(provider.open).toHaveBeenCalledExactlyOnceWith('https://pay.example/card'))
})

test('each card is shown by brand, end and expiry, and the default one is marked', async () => {
  server.use(answers('listCards', { items: [visa, old] }))
  await open()
  expect(await screen.findByRole('button', { name: /Visa ending in 4242.*Expires 04\/99.*Default/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /Mastercard ending in 4444.*Expired 04\/20/ })).toBeVisible()
})

test('another card is made the default', async () => {
  server.use(answers('listCards', { items: [visa, other] }))
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: /1111/ }))
  const items = [
    { ...other, default: true },
    { ...visa, default: false },
  ]
  server.use(answers('setDefaultCard', { items }), answers('listCards', { items }))
  await app.user.click(screen.getByRole('button', { name: 'Make default' }))
  expect(await screen.findByRole('button', { name: /1111.*Default/ })).toBeVisible()
})

test('a card is removed after a question', async () => {
  server.use(answers('listCards', { items: [visa] }))
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: /4242/ }))
  let sent: unknown
  server.use(
    handles('removeCard', ({ body }) => {
      sent = body
      return HttpResponse.json({ data: { cardId: 'pm_1' } })
    }),
    answers('listCards', { items: [] }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Remove card' }))
  expect(screen.getByRole('dialog', { name: 'Remove Visa ending in 4242?' })).toBeVisible()
  expect(sent).toBeUndefined()
  await app.user.click(screen.getByRole('button', { name: 'Remove card' }))
  expect(await screen.findByText('No saved cards')).toBeVisible()
  expect(sent).toEqual({ cardId: 'pm_1' })
})

test('a list that does not come can be asked for again', async () => {
  server.use(refuses('listCards', 'unknown'))
  const app = await open()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.use(answers('listCards', { items: [visa] }))
  await app.user.click(retry)
  expect(await screen.findByText('Visa ending in 4242')).toBeVisible()
})
