/** Two browsers of one person: one ends the other from the list, and the log tells it. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/journey.ts'
import type { Identity } from './support/people.ts'
import { codeFor, eventually, subjectsTo } from './support/sandbox.ts'

const logIn = async (page: Page, { email, password }: Identity) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
}

test('X-07 the other browser is listed, ended after a proof, and signed out with the reason within three seconds; the log keeps it', async ({
  page,
  openPage,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'V' })
  const other = await openPage({ timezoneId: 'Asia/Seoul' })
  await logIn(other, person)
  await logIn(page, person)
  await eventually('a mail about the login', async () =>
    (await subjectsTo(person.email)).includes('New login to your Puente account') ? true : null,
  )
  await page.goto('/settings/security/sessions')
  const row = page.getByRole('listitem').filter({ hasText: 'Time zone: Seoul' })
  await expect(row).toContainText('Chrome on')
  await expect(row).toContainText('Last used')
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('Time zone: New York')
  await expectAccessible(page)

  const known = await codeFor(person.phone)
  await row.getByRole('button', { name: /^Log out/ }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  const field = dialog.getByLabel(/^Code from the text to/)
  await expect(field).toBeFocused()
  await field.fill(await codeFor(person.phone, known))
  await expect(row).toBeHidden()
  await expect(other).toHaveURL(/\/sign-in$/, { timeout: 3_000 })
  await expect(other.getByText('This session was ended. Please log in again.')).toBeVisible()

  await page.getByRole('link', { name: /^Security log/ }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Devices logged out')
  await expect(page.getByRole('listitem').filter({ hasText: 'Time zone: Seoul' }).first()).toContainText('Logged in')
  await expectAccessible(page)
})

test(
  'RD-08 the password is changed with the current one after a proof, and the other browser is logged out',
  { tag: '@long' },
  async ({ page, openPage, makePerson }) => {
    const person = await makePerson({ stage: 'E' })
    const other = await openPage()
    await logIn(other, person)
    await logIn(page, person)
    await page.goto('/settings/password')
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password', { exact: true }).fill('Quiet-Harbour-7')
      await page.getByLabel('New password again').fill('Quiet-Harbour-7')
      await page.getByRole('button', { name: 'Change password' }).click()
      const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
      await dialog.getByLabel('Password', { exact: true }).fill(person.password)
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
      await expect(dialog).toBeHidden()
    }
    await change('Not-This-One-1')
    await expect(page.getByText("That's not your current password")).toBeVisible()
    await page.reload()
    await change(person.password)
    await expect(page.getByText('Password changed successfully')).toBeVisible()
    await expect(other).toHaveURL(/\/sign-in$/, { timeout: 3_000 })
    await expect(other.getByText('Your password was changed. Log in with the new one.')).toBeVisible()
    await page.goto('/home')
    await expect(page).toHaveURL(/\/home$/)
  },
)
