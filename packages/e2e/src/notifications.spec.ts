/** A person's notifications: everything that happened to their money, each leading to what it is about. */
import { randomUUID } from 'node:crypto'
import { expect, signInAs, test } from './support/journey.ts'

test('P-18 everything that moves money, or asks for it, is in the notifications of the people involved, and leads there', async ({
  page,
  makePerson,
}) => {
  const [maria, ben] = await Promise.all([makePerson({ cents: 50_00 }), makePerson({ cents: 60_00 })])
  const key = () => ({ idempotencyKey: randomUUID() })
  const invoice = { toUser: ben.handle, type: 'custom', amount: 12_00, note: 'Bread' } as const
  await maria.call('sendInApp', { toUser: ben.handle, amount: 30_00, currency: 'USD' }, key())
  const { invoiceId } = await maria.call('createInvoice', invoice)
  await ben.call('payInvoice', { invoiceId, payMethod: 'wallet' }, key())
  await maria.call('refundInvoice', { invoiceId }, key())
  const { requestId } = await maria.call('createRequest', {
    toUser: ben.handle,
    amount: 7_00,
    currency: 'USD',
    note: 'Taxi',
  })
  await ben.call('payRequest', { requestId, payMethod: 'wallet' }, key())
  const declined = await maria.call('createInvoice', { ...invoice, amount: 9_00 })
  await ben.call('declineInvoice', { invoiceId: declined.invoiceId })

  const told = {
    maria: [
      'You added $50.00',
      `You sent ${ben.fullName} $30.00`,
      'Your balance fell by more than half within a day, to $20.00',
      `You sent ${ben.fullName} an invoice for $12.00`,
      `${ben.fullName} paid your invoice of $12.00`,
      `${ben.fullName} paid your request for $7.00`,
      `${ben.fullName} declined your invoice of $9.00`,
    ],
    ben: [
      'You added $60.00',
      `${maria.fullName} sent you $30.00`,
      `${maria.fullName} sent you an invoice for $12.00`,
      `You paid the invoice of $12.00 from ${maria.fullName}`,
      `${maria.fullName} refunded your invoice payment`,
      `${maria.fullName} asks you for $7.00`,
      `You sent ${maria.fullName} $7.00`,
    ],
  }
  for (const [who, sentences] of [
    [maria, told.maria],
    [ben, told.ben],
  ] as const) {
    await signInAs(page, who)
    await page.goto('/notifications')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await page.getByRole('button', { name: 'Show more' }).click()
    for (const sentence of sentences) await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: `${maria.fullName} sent you $30.00` }).click()
  await expect(page).toHaveURL('/movements/detail')
  await expect(page.getByRole('main')).toContainText('$30.00')
})
