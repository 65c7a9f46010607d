/** The identity check, from the checklist to the good news. */
import { expect, type Page } from '@playwright/test'
import { birthday } from '../support/people.ts'
import type { Texts } from '../support/texts.ts'

/** A photo as a file chooser takes it. */
export const jpeg = (buffer: Buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })

/** Passport, selfie and details; ends on the screen that confirms the submission. */
export const handInOnScreen = async (page: Page, t: Texts, photo: Buffer): Promise<void> => {
  await page.getByRole('link', { name: t.verifyIdentity }).first().click()
  await page.getByRole('link', { name: t.start, exact: true }).click()
  await expect(page).toHaveURL(/\/kyc\/Tier1$/)
  await page.getByText(t.passport, { exact: true }).click()
  await page.getByLabel(t.front).setInputFiles(jpeg(photo))
  await page.getByRole('button', { name: t.sendPhoto }).click()
  await page.getByLabel(t.face).setInputFiles(jpeg(photo))
  await page.getByRole('button', { name: t.sendPhoto }).click()
  const [year = '', month = '', day = ''] = birthday.split('-')
  await page.getByLabel(t.day, { exact: true }).fill(String(Number(day)))
  await page.getByLabel(t.month, { exact: true }).selectOption(String(Number(month)))
  await page.getByLabel(t.year, { exact: true }).selectOption(year)
  await page.getByLabel(t.nationality, { exact: true }).selectOption('US')
  await page.getByRole('button', { name: t.handIn }).click()
  await expect(page).toHaveURL(/\/kyc\/success$/)
}
