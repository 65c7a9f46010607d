/** Coming in by another service, through the sandbox's issuer and back. */
import { expect, test } from './support/journey.ts'
import { newIdentity } from './support/people.ts'

test('P-04 RD-09 a newcomer comes in with Google, and comes back to the same account', async ({ page, openPage }) => {
  const { email, fullName } = newIdentity()
  const comeIn = async (on: typeof page) => {
    await on.goto('/sign-in')
    await on.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(on.getByRole('heading', { name: 'Continue to Puente with Google' })).toBeVisible()
    await on.getByRole('radio', { name: 'Someone new' }).check()
    await on.getByLabel('Name').fill(fullName)
    await on.getByLabel('Email', { exact: true }).fill(email)
    await on.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  const settled = page.waitForResponse('**/api/auth/setDefault')
  await comeIn(page)
  const { data } = (await (await settled).json()) as { data: { publicTransactionId: string } }
  expect(data.publicTransactionId).toMatch(/^[a-z0-9.-]+$/)
  // The address is verified already: the phone is next. Nothing of the way here is left in the address.
  await expect(page.getByRole('heading', { name: "What's your phone number?" })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('button', { name: "I'll do it later" }).click()
  await expect(page).toHaveURL(/\/home$/)
  const again = await openPage()
  await comeIn(again)
  await expect(again).toHaveURL(/\/home$/)
})
