/** Second factors as people use them: a passkey of the browser's own, and an authenticator app on the phone beside it. */
import type { CDPSession, Page } from '@playwright/test'
import { expect, signInAs, test } from './support/journey.ts'
import { eventually, subjectsTo } from './support/sandbox.ts'
import { appCode, PERIOD_MS } from './support/totp.ts'

/** A platform authenticator that finds its person there and verified. Chromium's own, over its debugging protocol. */
const addAuthenticator = async (page: Page): Promise<CDPSession> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return cdp
}

/** What the app shows for a secret, in a step that was not used yet. */
const nextCode = async (page: Page, secret: string, usedAt: number): Promise<string> => {
  const opensAt = (Math.floor(usedAt / PERIOD_MS) + 1) * PERIOD_MS
  await page.waitForTimeout(Math.max(0, opensAt - Date.now()) + 200)
  return appCode(secret, Date.now())
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /log out/i })
    .click()
}

const confirmByPassword = async (page: Page, password: string) => {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('X-02 a passkey is added, signs in alone, is renamed and removed, and its owner is told of each change', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'E' })
  await signInAs(page, person)
  await addAuthenticator(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await confirmByPassword(page, person.password)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('button', { name: /My laptop/ })).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await page.goto('/settings/security')
  await page.getByRole('button', { name: /My laptop/ }).click()
  await page.getByLabel('Name').fill('Blue laptop')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: /Blue laptop/ }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: /Blue laptop/ })).toBeHidden()

  await logOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByText("That passkey doesn't work here. Log in with your password.")).toBeVisible()
  await eventually('mails about all changes', async () => {
    const subjects = await subjectsTo(person.email)
    const isTold = ['was added to', 'was removed from', 'of your Puente account was renamed'].every((what) =>
      subjects.some((one) => one.startsWith('A passkey') && one.includes(what)),
    )
    return isTold || null
  })
})

test('X-03 X-04 an authenticator app is enrolled by its QR, another browser is asked for its code, and recovery codes stand in for it once each', async ({
  page,
  openPage,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'E' })
  await signInAs(page, person)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: /Authenticator app/ }).click()
  await confirmByPassword(page, person.password)
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const address = await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  await page.getByRole('button', { name: 'Next' }).click()
  let enrolledAt = 0
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')
  // A code serves in its own half minute only, which may end while it is typed.
  await expect(async () => {
    enrolledAt = Date.now()
    await page.getByLabel(/6-digit code/).fill(appCode(secret, enrolledAt))
    await expect(codes).toHaveCount(10, { timeout: 5_000 })
  }).toPass()
  const [recoveryCode = '', secondCode = '', oldCode = ''] = await codes.allTextContents()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expect(page.getByText(recoveryCode)).toBeHidden()

  const other = await openPage()
  const logIn = async () => {
    await other.goto('/sign-in')
    await other.getByLabel('Email').fill(person.email)
    await other.getByLabel('Password', { exact: true }).fill(person.password)
    await other.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(other.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  }
  await logIn()
  await other.getByRole('button', { name: 'Recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other).toHaveURL(/\/home$/)
  await logOut(other)
  await logIn()
  await other.getByRole('button', { name: 'Recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recoveryCode)
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText("You've used this recovery code before. Use another one.")).toBeVisible()
  // A phone may load the tab again while one looks for the code.
  await other.reload()
  await expect(other.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await other.getByLabel('Remember this browser for 30 days').check()
  const code = await nextCode(other, secret, enrolledAt)
  await other.getByLabel(/6-digit code/).fill(code)
  await expect(other).toHaveURL(/\/home$/)
  await other.goto('/settings/security')
  await expect(other.getByText('This browser', { exact: false }).first()).toBeVisible()
  await expect(other.getByText('9 of 10 left')).toBeVisible()
  const dialog = other.getByRole('dialog', { name: "Confirm it's you" })
  const confirmByCode = async (one: string) => {
    await dialog.getByRole('button', { name: 'Recovery code' }).click()
    await dialog.getByLabel('Recovery code').fill(one)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  }
  await other.getByRole('button', { name: /Recovery codes/ }).click()
  await other.getByRole('button', { name: 'Get codes' }).click()
  await confirmByCode(secondCode)
  const renewed = other.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(renewed).toHaveCount(10)
  const [newCode = ''] = await renewed.allTextContents()
  await other.getByRole('button', { name: "I've saved them" }).click()
  await other.getByRole('button', { name: /Authenticator app/ }).click()
  await other.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel(/6-digit code/).fill(code)
  await expect(dialog.getByText(/This code was just used/)).toBeVisible()
  await confirmByCode(oldCode)
  await expect(dialog.getByText("That's not one of your recovery codes. Check it letter by letter.")).toBeVisible()
  await dialog.getByLabel('Recovery code').fill(newCode)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText('Authenticator app turned off')).toBeVisible()
})
