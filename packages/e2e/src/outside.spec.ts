/** Money from outside, on the screens of the product and on those of the parties that the sandbox plays. */
import type { Page } from '@playwright/test'
import { balanceOn, payButton, payWith, sendButton } from './steps/money.ts'
import { expect, signInAs, test } from './support/journey.ts'
import type { Identity, Person } from './support/people.ts'
import { sandboxUrl } from './support/places.ts'
import { texts } from './support/texts.ts'

const t = texts.en

/** From the choice of a way to the review of $25.00, whose action then says the total. */
const reviewBy = async (page: Page, way: RegExp, { email, fullName }: Pick<Identity, 'email' | 'fullName'>) => {
  await page.goto('/payments/send')
  await page.getByRole('button', { name: way }).click()
  await page.getByLabel(t.search).fill(email)
  await page.getByRole('button', { name: fullName }).click()
  await page.getByLabel(t.amountToSend).fill('25')
  await page.getByRole('button', { name: t.continue }).click()
  await expect(page).toHaveURL(/\/detail$/)
  await expect(sendButton(page)).toBeEnabled()
}

const expectSent = async (page: Page, receiver: Person) => {
  await expect(page.getByText(`You sent $25.00 to ${receiver.fullName}`)).toBeVisible()
  await expect.poll(() => receiver.balance()).toBe(25_00)
}

/** Pays from a payer's bank what the screen says, in a tab of its own; the link fills in everything but the name. */
const payFromBank = async (page: Page, name: string, { withMemo }: { withMemo: boolean }): Promise<string> => {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the sandbox bank' }).click()
  const bank = await opened
  await bank.getByLabel('Account holder').fill(name)
  if (!withMemo) await bank.getByLabel('Memo').fill('')
  await bank.getByRole('button', { name: 'Pay', exact: true }).click()
  const number = await bank.locator('dt', { hasText: 'Confirmation number' }).locator('+ dd').first().innerText()
  await bank.close()
  return number
}

const giveUp = async (page: Page) => {
  await page.getByRole('button', { name: t.finish }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.finish }).click()
  await expect(page.getByText(t.cancelled).first()).toBeVisible()
}

test('P-10 a send by card is paid on the card page, and arrives only then', async ({ page, makePerson }) => {
  const [sender, receiver] = await Promise.all([makePerson(), makePerson()])
  await signInAs(page, sender)
  await reviewBy(page, /^Debit or credit card/, receiver)
  await sendButton(page).click()
  await expect(page).toHaveURL(new RegExp(`^${sandboxUrl}/card/pay/`))
  expect(await receiver.balance()).toBe(0)
  await payWith(page, '4242')
  await expect(page).toHaveURL(/\/payments\/send\/card\/success/)
  await expectSent(page, receiver)
})

test(
  'P-11 a send by PayPal is approved at PayPal, and arrives once it is captured',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const [sender, receiver] = await Promise.all([makePerson(), makePerson()])
    await signInAs(page, sender)
    await reviewBy(page, /^PayPal/, receiver)
    await sendButton(page).click()
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect(page).toHaveURL(/\/payments\/send\/paypal\/success/)
    await expectSent(page, receiver)
  },
)

test('P-09 RT-54 a send by Zelle can be given up; one that is paid without its code is found by its number', async ({
  page,
  makePerson,
}) => {
  const [sender, receiver] = await Promise.all([makePerson(), makePerson()])
  await signInAs(page, sender)
  const begin = async () => {
    await reviewBy(page, /^Zelle/, receiver)
    await sendButton(page).click()
    await expect(page).toHaveURL(/\/payments\/send\/zelle\/success$/)
    await expect(page.getByText('Exactly $25.00')).toBeVisible()
    return page.locator('dt', { hasText: 'Memo' }).locator('+ dd').innerText()
  }
  const given = await begin()
  await giveUp(page)
  expect(await begin()).not.toBe(given)
  const number = await payFromBank(page, sender.fullName, { withMemo: false })
  await page.getByLabel('Confirmation number').fill(number)
  await page.getByLabel('Name on the bank account').fill(sender.fullName)
  await page.getByRole('button', { name: 'Find my payment' }).click()
  await expectSent(page, receiver)
})

test('RT-13 whoever is logged in adds money by card, by PayPal and by Zelle, and is told of each', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'V' })
  await page.goto('/deposit-now')
  await expect(page).toHaveURL(/\?redirect=%2Fdeposit-now$/)
  await signInAs(page, person)
  const holds = async (balance: string) => {
    await page.goto('/home')
    await expect(balanceOn(page)).toHaveText(balance)
  }
  const begin = async (way: string) => {
    await page.goto('/deposit-now')
    await page.getByText(way, { exact: true }).click()
    await page.getByLabel(t.amountToAdd).fill('10')
    await payButton(page, t).click()
  }
  await test.step('by card', async () => {
    await begin('Debit or credit card')
    await payWith(page, '4242')
    await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
    await holds('$10.00')
  })
  await test.step('by PayPal', async () => {
    await begin('PayPal')
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
    await holds('$20.00')
  })
  await test.step('by Zelle', async () => {
    await begin('Zelle')
    await payFromBank(page, person.fullName, { withMemo: true })
    await expect(page.getByRole('heading', { level: 1, name: t.moneyAdded })).toBeVisible()
  })
  await holds('$30.00')
  await page.goto('/notifications')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'You added $10.00' })).toHaveCount(3)
})
