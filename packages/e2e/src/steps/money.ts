/** A deposit by card and a send to another person, on the screen. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Identity } from '../support/people.ts'
import { sandboxUrl } from '../support/places.ts'
import type { Texts } from '../support/texts.ts'

/** The names of the sandbox's cards, by their last digits: pays, is declined. */
export type Card = '4242' | '0002'

/** The balance as the eye sees it; screen readers get the same amount once more, in one piece. */
export const balanceOn = (page: Page): Locator => page.getByTestId('balance').locator('[aria-hidden]')

/** From the deposit screen to the card provider's page. */
export const startDeposit = async (page: Page, t: Texts, amount: string): Promise<void> => {
  await page.getByLabel(t.amountToAdd).fill(amount)
  await payButton(page, t).click()
  await expect(page).toHaveURL(new RegExp(`^${sandboxUrl}/card/pay/`))
}

/** It says what the card will be charged, so it is there once the fee is known. */
export const payButton = (page: Page, t: Texts): Locator => page.getByRole('button', { name: t.payByCard })

/** On the provider's page: chooses a card and pays. */
export const payWith = async (page: Page, card: Card): Promise<void> => {
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button').first().click()
}

/** Looks the recipient up by email and says how much; ends on the review. */
export const reviewSend = async (
  page: Page,
  t: Texts,
  { email, fullName }: Pick<Identity, 'email' | 'fullName'>,
  amount: string,
): Promise<void> => {
  await page.getByLabel(t.search).fill(email)
  await page.getByRole('button', { name: fullName }).click()
  await page.getByLabel(t.amountToSend).fill(amount)
  await page.getByRole('button', { name: t.continue }).click()
  await expect(page).toHaveURL(/\/payments\/send\/puente\/detail$/)
}

/** The button that moves the money: it says how much. */
export const sendButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: /\$\d/ })
