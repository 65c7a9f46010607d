import { screen, waitFor, within } from '@testing-library/react'
import type { Recipient } from '@puente/contract'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { saidAtField } from '#test/fields.ts'
import { aRecipient } from '#test/recipients.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'

const address = { line1: '1 Ocean Drive', city: 'Miami', state: 'FL', zipCode: '33139' }
const maria = { ...aMe(), birthday: '1990-05-17', address }

/** A list that changes as the calls of the screens say. */
const aList = (...items: Recipient[]) => {
  const calls: { key: string; body: unknown }[] = []
  server.use(
    answers('listRecipients', () => ({ items })),
    handles('addRecipient', ({ body }: Seen) => {
      calls.push({ key: 'add', body })
      const added = aRecipient({ id: `rcp_${'1'.repeat(32)}`, fullName: (body as Recipient).fullName })
      items.unshift(added)
      return HttpResponse.json({ data: added })
    }),
    handles('updateRecipient', ({ body }: Seen) => {
      calls.push({ key: 'update', body })
      return HttpResponse.json({ data: items[0] })
    }),
    handles('deleteRecipient', ({ body }: Seen) => {
      calls.push({ key: 'delete', body })
      items.shift()
      return HttpResponse.json({ data: { recipientId: (body as { recipientId: string }).recipientId } })
    }),
  )
  return calls
}

const type = async (app: Awaited<ReturnType<typeof openApp>>, label: string | RegExp, text: string) => {
  await app.user.clear(screen.getByLabelText(label))
  await app.user.type(screen.getByLabelText(label), text)
}

test('without an account the screen says so, and the own one comes filled in with what is known', async () => {
  signedInAs(maria)
  const calls = aList()
  const app = await openApp(paths.withdrawBank.path)
  expect(await screen.findByText('No bank account yet')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Add a bank account' }))
  expect(await screen.findByLabelText('Full name')).toHaveValue('María López')
  expect(screen.getByLabelText('City')).toHaveValue('Miami')
  await type(app, 'Routing number', '021000021')
  await type(app, 'Account number', '000123456789')
  await type(app, 'Account number again', '000123456789')
  await app.user.click(screen.getByRole('button', { name: 'Add account' }))
  expect(await screen.findByRole('button', { name: /María López/ })).toHaveTextContent('Chase ••••6789')
  expect(calls).toEqual([
    {
      key: 'add',
      body: {
        type: 'own',
        personType: 'personal',
        fullName: 'María López',
        birthday: '1990-05-17',
        email: 'maria@example.com',
        accountType: 'Checking',
        routingNumber: '021000021',
        accountNumber: '000123456789',
        address: '1 Ocean Drive',
        city: 'Miami',
        state: 'FL',
        zipCode: '33139',
      },
    },
  ])
})

test.each([
  ['V-20', 'Routing number', '021000022', 'Check the routing number'],
  ['V-20', 'Routing number', '000000000', 'Check the routing number'],
  ['V-20', 'Routing number', '400000002', 'Check the routing number'],
  ['V-19', 'Account number', '123', 'Check the account number'],
  ['', 'Account number again', '99999', 'The two account numbers differ'],
])('%s the form says what is wrong with the %s %s before it is sent', async (_id, label, value, text) => {
  signedInAs(maria)
  const calls = aList()
  const app = await openApp(paths.withdrawBankRecipient.path)
  await screen.findByLabelText('Full name')
  await type(app, 'Routing number', '021000021')
  await type(app, 'Account number', '12345')
  await type(app, 'Account number again', '12345')
  await type(app, label, value)
  await app.user.click(screen.getByRole('button', { name: 'Add account' }))
  await saidAtField(label, text)
  expect(calls).toEqual([])
})

test('numbers that are missing are asked for, not called wrong', async () => {
  signedInAs(maria)
  const app = await openApp(paths.withdrawBankRecipient.path)
  await app.user.click(await screen.findByRole('button', { name: 'Add account' }))
  for (const [label, text] of [
    ['Routing number', 'Enter the routing number'],
    ['Account number', 'Enter the account number'],
  ] as const)
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text))
})

test('V-06 a name is of letters and numbers: signs are refused at the field, digits and accents go through', async () => {
  signedInAs(maria)
  const calls = aList()
  const app = await openApp(paths.withdrawBankRecipient.path)
  await app.user.click(await screen.findByRole('radio', { name: 'A business' }))
  expect(screen.queryByLabelText('Year')).toBeNull()
  await type(app, 'Routing number', '021000021')
  await type(app, 'Account number', '12345')
  await type(app, 'Account number again', '12345')
  for (const name of ['O*Neil', "O'Neil"]) {
    // oxlint-disable-next-line no-await-in-loop
    await type(app, 'Business name', name)
    // oxlint-disable-next-line no-await-in-loop
    await app.user.click(screen.getByRole('button', { name: 'Add account' }))
    // oxlint-disable-next-line no-await-in-loop
    await saidAtField('Business name', "Use letters and numbers only: O'Brien is written OBrien")
  }
  expect(calls).toEqual([])
  await type(app, 'Business name', 'Acme 24')
  await app.user.click(screen.getByRole('button', { name: 'Add account' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).not.toHaveProperty('birthday')
  expect(calls[0]?.body).toMatchObject({ fullName: 'Acme 24', personType: 'business' })
  app.router.history.push(paths.withdrawBankRecipient.path)
  await app.user.click(await screen.findByRole('radio', { name: 'A business' }))
  await type(app, 'Business name', 'Peña')
  await type(app, 'Routing number', '021000021')
  await type(app, 'Account number', '12345')
  await type(app, 'Account number again', '12345')
  await app.user.click(screen.getByRole('button', { name: 'Add account' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.body).toMatchObject({ fullName: 'Peña' })
})

test('a ZIP code that the server refuses is said at its field', async () => {
  signedInAs(maria)
  aList()
  server.use(refuses('addRecipient', 'invalidZipCode', { field: 'zipCode' }))
  const app = await openApp(paths.withdrawBankRecipient.path)
  await screen.findByLabelText('Full name')
  await type(app, 'Routing number', '021000021')
  await type(app, 'Account number', '12345')
  await type(app, 'Account number again', '12345')
  await app.user.click(screen.getByRole('button', { name: 'Add account' }))
  await saidAtField('ZIP code', 'Zip code does not match city or state')
})

test('an account is edited without entering its number again, and deleted after a question', async () => {
  signedInAs(maria)
  const calls = aList(aRecipient())
  const app = await openApp(paths.settingsBankAccounts.path)
  await app.user.click(await screen.findByRole('button', { name: /María López/ }))
  expect(await screen.findByLabelText('Account number')).toHaveValue('')
  expect(screen.getByText('Leave it empty to keep ••••6789')).toBeVisible()
  await type(app, 'Street address', '2 Ocean Drive')
  await app.user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(app.path()).toBe(paths.settingsBankAccounts.path))
  expect(calls[0]).toMatchObject({ key: 'update', body: { recipientId: aRecipient().id, address: '2 Ocean Drive' } })
  expect(calls[0]?.body).not.toHaveProperty('accountNumber')

  await app.user.click(await screen.findByRole('button', { name: /María López/ }))
  await app.user.click(await screen.findByRole('button', { name: 'Delete this account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Chase ••••6789?' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus())
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No bank account yet')).toBeVisible()
})

test.each([
  ['R02', /^The account is closed\. Add another account\.$/],
  ['R03', /Correct the account or add another\.$/],
])(
  'an account that its bank refused by %s leads to its form, which says what to do',
  async (unusableReason, advice) => {
    signedInAs(maria)
    aList(aRecipient({ usable: false, unusableReason }))
    const app = await openApp(paths.withdrawBank.path)
    expect(await screen.findByText('The bank sent money back')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: /María López/ }))
    await waitFor(() => expect(app.path()).toBe(paths.withdrawBankRecipient.path))
    expect(await screen.findByText(advice)).toBeVisible()
  },
)
