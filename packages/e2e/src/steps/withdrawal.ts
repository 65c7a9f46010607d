/** A withdrawal on the screen, with the account it goes to and the proofs that both ask for. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from '../support/people.ts'
import { codeFor } from '../support/sandbox.ts'
import { texts } from '../support/texts.ts'

const t = texts.en

/** Does what asks who it is, and answers with the code of the SMS that it brings. */
export const proveBySms = async (page: Page, { phone }: Person, ask: () => Promise<void>): Promise<void> => {
  const known = await codeFor(phone)
  await ask()
  const field = page.getByRole('dialog', { name: t.itsYou }).getByLabel(/^Code from the text to/)
  await field.fill(await codeFor(phone, known))
}

/** Completes the form of the own account, and proves who adds it; the name and the address are in it already. */
export const addOwnAccount = async (page: Page, person: Person, accountNumber: string): Promise<void> => {
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Account number', { exact: true }).fill(accountNumber)
  await page.getByLabel('Account number again').fill(accountNumber)
  await proveBySms(page, person, () => page.getByRole('button', { name: 'Add account' }).click())
  await expect(page.getByText('Bank account saved')).toBeVisible()
}

/** Logs in at the first bank of the sandbox's Plaid, comes back and adds the accounts that it shares. */
export const connectBank = async (page: Page, person: Person): Promise<void> => {
  await page.getByRole('button', { name: 'Connect your bank' }).click()
  await page.getByRole('link', { name: 'Ginkgo Savings Bank' }).click()
  await page.locator('input[name="customer"]').fill(person.fullName)
  await page.locator('button[value="logIn"]').click()
  await page.locator('button[value="share"]').click()
  await expect(page).toHaveURL(/\/payments\/withdraw\/bank\/link\?link=/)
  await proveBySms(page, person, () => page.getByRole('button', { name: 'Add these accounts' }).click())
  await expect(page.getByRole('heading', { name: '2 accounts added' })).toBeVisible()
}

/** From the amount to the review, whose action says how much. */
export const reviewWithdrawal = async (page: Page, amount: string): Promise<void> => {
  await page.getByLabel('Amount to withdraw').fill(amount)
  await page.getByRole('button', { name: t.continue }).click()
  await expect(withdrawButton(page)).toBeEnabled()
}

/** Withdraws what was reviewed: every withdrawal asks who it is. */
export const confirmWithdrawal = async (page: Page, person: Person): Promise<void> => {
  await proveBySms(page, person, () => withdrawButton(page).click())
  await expect(page).toHaveURL(/\/success$/)
}

const withdrawButton = (page: Page): Locator => page.getByRole('button', { name: /^Withdraw \$\d/ })
