/** Opening an account and coming back to it, the way a person does it on the screen. */
import { expect, type Page } from '@playwright/test'
import { codeFor } from '../support/sandbox.ts'
import { address, type Identity } from '../support/people.ts'
import type { Texts } from '../support/texts.ts'

/** The ten digits that are typed after the +1. */
const nationalDigits = (phone: string): string => phone.slice(2)

/** The four fields of an address that every form of one has; does not send it. */
export const fillAddress = async (page: Page, t: Texts): Promise<void> => {
  await page.getByLabel(t.street, { exact: true }).fill(address.line1)
  await page.getByLabel(t.city, { exact: true }).fill(address.city)
  await page.getByLabel(t.state, { exact: true }).selectOption(address.state)
  await page.getByLabel(t.zip, { exact: true }).fill(address.zipCode)
}

/** The form of the first step; does not send it. */
export const fillDetails = async (page: Page, t: Texts, identity: Identity): Promise<void> => {
  await page.getByLabel(t.fullName, { exact: true }).fill(identity.fullName)
  await page.getByLabel(t.email, { exact: true }).fill(identity.email)
  await page.getByLabel(t.password, { exact: true }).fill(identity.password)
  await page.getByRole('checkbox').check()
}

/** All four steps, from the first screen to home, with the codes from the inbox. */
export const signUp = async (page: Page, t: Texts, identity: Identity): Promise<void> => {
  await page.getByRole('link', { name: t.createAccount }).click()
  await expect(page).toHaveURL(/\/sign-up$/)
  await fillDetails(page, t, identity)
  await page.getByRole('button', { name: t.submitAccount }).click()
  await expect(page).toHaveURL(/\/sign-up\/email-verify$/)
  await page.getByLabel(t.emailCode).fill(await codeFor(identity.email))
  await expect(page).toHaveURL(/\/sign-up\/phone-verification$/)
  await page.getByLabel(t.phone, { exact: true }).fill(nationalDigits(identity.phone))
  await page.getByRole('button', { name: t.sendCode }).click()
  await page.getByLabel(t.phoneCode).fill(await codeFor(identity.phone))
  await expect(page).toHaveURL(/\/sign-up\/address$/)
  await fillAddress(page, t)
  await page.getByRole('button', { name: t.finishSignUp }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t.greeting)
}

/** Fills in and sends the sign-in form that is on the screen. */
export const signIn = async (
  page: Page,
  t: Texts,
  { email, password }: Pick<Identity, 'email' | 'password'>,
): Promise<void> => {
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.signIn, exact: true }).click()
}
