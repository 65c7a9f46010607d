/** An invoice from the one who sends it to the one who pays, both looking at their screens. */
import { expect, signInAs, test } from './support/journey.ts'

test(
  'P-17 an invoice is created, received and paid, a second one declined, and both sides see each state by themselves',
  { tag: '@desktop-long' },
  async ({ page: seller, openPage, makePerson, viewport }) => {
    const [baker, maria] = await Promise.all([makePerson({ stage: 'V' }), makePerson({ cents: 100_00 })])
    const buyer = await openPage({ viewport })
    await Promise.all([signInAs(seller, baker), signInAs(buyer, maria)])
    const rowOf = (page: typeof seller, number: string) => page.getByRole('link', { name: new RegExp(number) })
    await buyer.goto('/invoice')
    await expect(buyer.getByText('No invoices yet')).toBeVisible()

    await test.step('create', async () => {
      await seller.goto('/invoice')
      await seller.getByRole('link', { name: 'Create an invoice' }).click()
      await seller.getByLabel('Name, username, email or phone').fill(maria.email)
      await seller.getByRole('button', { name: maria.fullName }).click()
      await seller.getByText('Custom amount').click()
      await seller.getByLabel('Amount of the invoice').fill('25')
      await seller.getByRole('button', { name: 'Continue' }).click()
      await seller.getByLabel('Note').fill('Bread for the party')
      await seller.getByRole('button', { name: 'Send invoice for $25.00' }).click()
      await expect(seller.getByText(`You sent ${maria.fullName} an invoice for $25.00`)).toBeVisible()
      await seller.getByRole('link', { name: 'View invoice' }).click()
      await expect(seller.getByText('Waiting for payment')).toBeVisible()
    })
    await test.step('received and paid', async () => {
      await expect(rowOf(buyer, 'INV-000001')).toContainText('To pay')
      await rowOf(buyer, 'INV-000001').click()
      await expect(buyer.getByText('Bread for the party')).toBeVisible()
      await buyer.getByRole('link', { name: 'Pay $25.00' }).click()
      await buyer.getByRole('button', { name: 'Continue' }).click()
      await buyer.getByRole('button', { name: 'Pay $25.00' }).click()
      await expect(buyer.getByText(`You paid $25.00 to ${baker.fullName}`)).toBeVisible()
      await expect(seller.getByRole('main').getByText('Paid out').last()).toBeVisible()
      await expect.poll(() => baker.balance()).toBe(25_00)
      await buyer.reload()
      await expect(buyer.getByText(`You paid $25.00 to ${baker.fullName}`)).toBeVisible()
      expect(await baker.balance()).toBe(25_00)
    })
    await test.step('declined', async () => {
      await seller.goto('/invoice')
      await expect(rowOf(seller, 'INV-000001')).toContainText('Paid out')
      await buyer.getByRole('button', { name: 'Done' }).click()
      await baker.call('createInvoice', { toUser: maria.handle, type: 'custom', amount: 10_00, note: 'Coffee' })
      await expect(rowOf(seller, 'INV-000002')).toContainText('To pay')
      await rowOf(buyer, 'INV-000002').click()
      await buyer.getByRole('button', { name: 'Decline', exact: true }).click()
      await buyer.getByRole('button', { name: 'Decline invoice' }).click()
      await expect(buyer.getByRole('main').getByText('You declined it')).toBeVisible()
      await expect(rowOf(seller, 'INV-000002')).toContainText('Declined')
    })
    expect(await maria.balance()).toBe(75_00)
  },
)
