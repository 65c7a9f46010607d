import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { provider } from '#shared/payment/provider-page.ts'
import { aConfig, limitsOf, quoting } from '#test/money.ts'
import { aRecipient } from '#test/recipients.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const LINK = '0123456789abcdef0123456789abcdef'
const HERE = `${paths.withdrawBankLink.path}?link=${LINK}`
const BANK = 'Ginkgo Savings Bank'
const address = { line1: '1 Ocean Drive', city: 'Miami', state: 'FL', zipCode: '33139' }
const maria = { ...aMe(), address }
const linked = { state: 'linked', publicToken: 'handle', institution: BANK } as const
const checking = aRecipient({ bankName: BANK, linked: true, coolingUntil: '2099-01-01T00:00:00.000Z' })
const savings = { ...checking, id: `rcp_${'2'.repeat(32)}` as const, accountType: 'Savings', accountNumber: '••••0002' }

beforeEach(() => {
  vi.spyOn(provider, 'open').mockReturnValue(undefined)
  server.use(
    answers('bankLinkResult', linked),
    answers('startBankLink', { link: LINK, url: 'https://bank.example/visit' }),
    answers('listRecipients', { items: [] }),
    answers('limits', limitsOf()),
    answers('feeAmount', quoting()),
  )
})
afterEach(() => void vi.restoreAllMocks())

const open = (path: string = HERE) => {
  signedInAs(maria)
  return openApp(path)
}
const addButton = () => screen.findByRole('button', { name: 'Add these accounts' })

test('the form of an account leads to the bank instead', async () => {
  const app = await open(paths.withdrawBankRecipient.path)
  await app.user.click(await screen.findByRole('button', { name: 'Connect your bank' }))
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith('https://bank.example/visit'))
})

test('where no bank can be connected the form stands alone, and a visit that ends there leads to it', async () => {
  server.use(answers('config', aConfig({ bankLink: false })))
  const app = await open()
  expect(await screen.findByRole('heading', { name: "Banks can't be connected right now" })).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Enter an account instead' }))
  expect(await screen.findByLabelText('Routing number')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Connect your bank' })).toBeNull()
})

test('back from the bank nothing is added before it is asked for; then one of the accounts can be withdrawn to', async () => {
  const asked: unknown[] = []
  server.use(
    handles('exchangeBankLink', ({ body }) => {
      asked.push(body)
      return HttpResponse.json({ data: { items: [checking, savings] } })
    }),
  )
  const app = await open()
  expect(await screen.findByText(`Add your accounts at ${BANK}?`)).toBeVisible()
  expect(asked).toEqual([])
  await app.user.dblClick(await addButton())
  expect(await screen.findByRole('heading', { name: '2 accounts added' })).toBeVisible()
  expect(asked).toEqual([{ link: LINK, publicToken: 'handle', userName: 'María López', institution: BANK }])
  await app.user.click(screen.getByRole('button', { name: /••••0002/ }))
  await waitFor(() => expect(app.path()).toBe(paths.withdrawBankAmount.path))
  expect(await screen.findAllByText(`${BANK} ••••0002`)).not.toHaveLength(0)
})

test.each([
  [
    'the person left it',
    answers('bankLinkResult', { state: 'left', publicToken: null, institution: null }),
    /^No bank/,
  ],
  ['nothing is known of it', refuses('bankLinkResult', 'linkMissing', { field: 'link' }), /^This connection has ended/],
])('a visit that brought nothing, since %s, can be made again or replaced by hand', async (_why, answer, title) => {
  server.use(answer)
  const app = await open()
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Enter an account instead' })).toHaveAttribute(
    'href',
    paths.withdrawBankRecipient.path,
  )
  await app.user.click(screen.getByRole('button', { name: 'Start again' }))
  await waitFor(() => expect(provider.open).toHaveBeenCalledWith('https://bank.example/visit'))
})

test('an address that names no visit asks the server nothing', async () => {
  let asked = 0
  server.use(
    handles('bankLinkResult', () => {
      asked += 1
      return HttpResponse.json({ data: linked })
    }),
  )
  await open(`${paths.withdrawBankLink.path}?link=%22nothing`)
  expect(await screen.findByRole('heading', { name: 'This connection has ended' })).toBeVisible()
  expect(asked).toBe(0)
})

test('loaded again after the accounts were added, it leads to the list', async () => {
  server.use(refuses('bankLinkResult', 'linkMissing', { field: 'link', reason: 'used' }))
  const app = await open()
  await app.user.click(await screen.findByRole('link', { name: 'See your bank accounts' }))
  await waitFor(() => expect(app.path()).toBe(paths.withdrawBank.path))
})

test.each([
  [{ code: 'linkMissing', details: { reason: 'loginRequired' } }, 'Your bank wants you to log in again'],
  [{ code: 'publicTokenMissing', details: {} }, 'This connection has ended'],
] as const)('when the bank gives nothing (%o), the screen says why', async ({ code, details }, title) => {
  server.use(refuses('exchangeBankLink', code, details))
  const app = await open()
  await app.user.click(await addButton())
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start again' })).toBeVisible()
})

test('a bank that cannot be asked now leaves the question open, and a bank without accounts is said', async () => {
  server.use(refuses('exchangeBankLink', 'serviceUnavailable', { retryAfterSeconds: 5 }))
  const app = await open()
  await app.user.click(await addButton())
  expect(await screen.findByRole('alert')).toHaveTextContent('No account was added')
  server.use(answers('exchangeBankLink', { items: [] }))
  await app.user.click(await addButton())
  expect(await screen.findByRole('heading', { name: 'No account there takes withdrawals' })).toBeVisible()
})

test('without an address in the profile it is asked for first', async () => {
  signedInAs({ ...maria, address: null })
  await openApp(HERE)
  expect(await screen.findByRole('link', { name: 'Add your address' })).toHaveAttribute(
    'href',
    paths.settingsEditAddress.path,
  )
  expect(screen.queryByRole('button', { name: 'Add these accounts' })).toBeNull()
})
