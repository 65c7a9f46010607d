/** Money that leaves: to a bank account that is added on the way, and to a PayPal account. */
import { randomInt, randomUUID } from 'node:crypto'
import { addOwnAccount, confirmWithdrawal, connectBank, proveBySms, reviewWithdrawal } from './steps/withdrawal.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { asPerson, type Person } from './support/people.ts'
import { payoutsTo, returnTransfer, settleTransfer, transferTo } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

const t = texts.en

/** Uses up what is free of fees with payments that stay open, so that the next one costs what the schedule says. */
const useFreeOperations = async ({ call }: Person) => {
  const body = { method: 'card', amount: 2_00, currency: 'USD', expectedTotalCharge: 2_00 } as const
  for (let used = 0; used < 3; used += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await call('startDeposit', body, { idempotencyKey: randomUUID() })
  }
}

test('RT-57 a withdrawal goes to a bank account that is added first, arrives, and comes back with its fee when the bank returns it', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ cents: 100_00 })
  await useFreeOperations(person)
  const accountNumber = String(randomInt(10 ** 9, 10 ** 10))
  await signInAs(page, person)
  await page.goto('/home')
  await page.getByRole('button', { name: t.transactions, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw to any US bank' }).click()
  await expect(page).toHaveURL(/\/payments\/withdraw\/bank$/)
  await page.getByRole('button', { name: 'Add a bank account' }).click()
  await addOwnAccount(page, person, accountNumber)

  await page.getByRole('button', { name: new RegExp(accountNumber.slice(-4)) }).click()
  await reviewWithdrawal(page, '50')
  const main = page.getByRole('main')
  await expect(main).toContainText('$2.25')
  await expect(main).toContainText('$52.25')
  await expect(main).toContainText(/Between \w{3}, \w{3} \d+ and \w{3}, \w{3} \d+/)
  await confirmWithdrawal(page, person)
  await expect(main).toContainText('$50.00 is on its way')
  expect(await person.balance()).toBe(47_75)

  const transfer = await transferTo(accountNumber)
  await settleTransfer(transfer)
  await expect(main).toContainText('$50.00 went to')
  await returnTransfer(transfer, 'R03')
  await expect.poll(() => person.balance()).toBe(100_00)
  await page.goto('/movements')
  await page.getByRole('link', { name: /^Returned/ }).click()
  await expect(main).toContainText('The bank has no account with this number and name.')

  // That account takes nothing now; the bank itself names another.
  await page.goto('/payments/withdraw/bank/recipient-details')
  await connectBank(page, person)
  await page
    .getByRole('button', { name: /Ginkgo Savings Bank/ })
    .first()
    .click()
  await expect(page.getByLabel('Amount to withdraw')).toBeVisible()
})

test(
  'P-15 a withdrawal to PayPal takes amount and fee, PayPal pays it out to the email, and its owner is notified',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const person = await makePerson({ cents: 100_00 })
    await useFreeOperations(person)
    await signInAs(page, person)
    await page.goto('/payments/withdraw')
    await page.getByRole('button', { name: /^PayPal/ }).click()
    const email = `paypal.${person.email}`
    await page.getByLabel('PayPal email').fill(email)
    await page.getByRole('button', { name: t.continue }).click()
    await reviewWithdrawal(page, '50')
    await confirmWithdrawal(page, person)
    await expect(page.getByRole('main')).toContainText(`$50.00 went to ${person.fullName}`)
    await expect(page.getByRole('main')).toContainText(email)
    expect(await person.balance()).toBe(47_75)
    expect(await payoutsTo(email)).toEqual([{ amountCents: 50_00, status: 'SUCCESS' }])
    await page.goto('/notifications')
    await expect(page.getByText('Your withdrawal of $50.00 has arrived')).toBeVisible()
  },
)

test(
  'X-24 an account says what is still in it, lets even a small balance leave as a whole, and is closed for good',
  { tag: ['@long', '@desktop-long'] },
  async ({ page, makePerson }) => {
    const [person, other] = [await makePerson({ cents: 12_34 }), await makePerson()]
    await person.call(
      'sendInApp',
      { toUser: other.handle, amount: 1_00, currency: 'USD' },
      { idempotencyKey: randomUUID() },
    )
    const { transactionId } = await person.call(
      'startDeposit',
      { method: 'card', amount: 5_00, currency: 'USD' },
      { idempotencyKey: randomUUID() },
    )
    await signInAs(page, person)
    await page.goto('/settings/account')
    const close = page.getByRole('button', { name: 'Close account' })
    const dialog = page.getByRole('dialog', { name: 'Close your account' })
    await close.click()
    await expect(dialog).toContainText('$11.34 of balance')
    await expect(dialog.getByRole('link', { name: /^Adding money: \$5\.00/ })).toBeVisible()
    await person.call('cancelTransaction', { transactionId })

    await dialog.getByRole('link', { name: 'Withdraw everything' }).click()
    await page.getByRole('button', { name: /^PayPal/ }).click()
    const email = `paypal.${person.email}`
    await page.getByLabel('PayPal email').fill(email)
    await page.getByRole('button', { name: t.continue }).click()
    await expect(page.getByRole('main')).toContainText('Everything leaves your balance: $11.34')
    await page.getByRole('button', { name: t.continue }).click()
    await confirmWithdrawal(page, person)
    await expect(page.getByRole('main')).toContainText('$11.34 went to')
    expect(await payoutsTo(email)).toEqual([{ amountCents: 11_34, status: 'SUCCESS' }])

    await page.goto('/settings/account')
    await close.click()
    await dialog.getByRole('checkbox').check()
    await proveBySms(page, person, () => dialog.getByRole('button', { name: 'Close for good' }).click())
    await expect(page).toHaveURL(/\/$|\/sign-in/)
    await expect(asPerson(person)).rejects.toMatchObject({ code: 'invalidSignIn' })
    await expect(other.call('changeHandle', { publicTransactionId: person.handle })).rejects.toMatchObject({
      code: 'invalidName',
      details: { reason: 'taken' },
    })
    await signInAs(page, other)
    await page.goto('/movements')
    await expect(page.getByRole('main').getByRole('link', { name: /Blocked User.*\$1\.00/ })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(person.fullName)
  },
)
