/** A first payment to a person that its sender may still take back. */
import { randomUUID } from 'node:crypto'
import { expect, signInAs, test } from './support/journey.ts'

test('X-33 who chose time to undo takes a first payment back: until then its receiver sees when it comes, and has nothing to spend', async ({
  page,
  openPage,
  makePerson,
}) => {
  const [payer, payee] = [await makePerson({ cents: 50_00 }), await makePerson()]
  await signInAs(page, payer)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Payment safety' }).click()
  const tenMinutes = page.getByRole('radio', { name: '10 minutes' })
  await tenMinutes.click({ force: true })
  await expect(tenMinutes).toBeChecked()
  await expect.poll(async () => (await payer.call('preferences')).undoMinutes).toBe(10)
  const send = { toUser: payee.handle, amount: 20_00, currency: 'USD' } as const
  await payer.call('sendInApp', send, { idempotencyKey: randomUUID() })

  const theirs = await openPage()
  await signInAs(theirs, payee)
  await theirs.goto('/movements')
  const row = theirs.getByRole('link', { name: new RegExp(payer.fullName) })
  await expect(row).toContainText(/Arrives at \d+:\d\d/)
  expect([await payer.balance(), await payee.balance()]).toEqual([30_00, 0])

  await page.goto('/movements')
  await page.getByRole('link', { name: new RegExp(payee.fullName) }).click()
  await expect(page.getByRole('main')).toContainText('Until then you can undo it.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel and get it back' }).click()
  await expect(page.getByRole('main')).toContainText('This was taken back.')
  // Open all the while, and not loaded again.
  await expect(row).toContainText('Canceled')
  expect([await payer.balance(), await payee.balance()]).toEqual([50_00, 0])
})
