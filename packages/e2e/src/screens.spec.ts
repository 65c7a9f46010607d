/**
 * Every screen, looked over by axe in each language: as somebody new, as somebody whose money moves, on the way in, on the
 * way through each flow, and where a flow ends badly. English is looked at in both colours; another language brings other
 * words, which may stick out or lack a name, but no other colours.
 */
import { LANGUAGES } from '@puente/contract'
import type { Page } from '@playwright/test'
import { fillDetails } from './steps/account.ts'
import { jpeg } from './steps/identity.ts'
import { payButton, payWith, reviewSend, sendButton, startDeposit } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { fund, handInIdentity, newIdentity } from './support/people.ts'
import { nextIdentityCheck } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

/** Nothing may stick out at the side: a phone would scroll sideways. */
const expectFits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    `${page.url()} fits the width of the screen`,
  ).toBeLessThanOrEqual(0)

for (const language of LANGUAGES) {
  const t = texts[language]
  const isEnglish = language === 'en'
  const looks = isEnglish ? ({ schemes: ['light', 'dark'] } as const) : { wordsOnly: true }
  // Laid out differently on a wide screen; the words are the same.
  const wideToo = { tag: isEnglish ? ['@desktop'] : [] }

  const lookOver = async (page: Page) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectFits(page)
    await expectAccessible(page, looks)
  }

  const visit = (page: Page, path: string) =>
    test.step(path, async () => {
      await page.goto(path)
      // What is still loading is looked over once it is there.
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await lookOver(page)
    })

  /** Opens the application as a visitor who reads this language. */
  const arrive = async (page: Page) => {
    await page.goto('/')
    if (!isEnglish) await page.getByRole('combobox').selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }

  test.describe(`in ${language}`, () => {
    test('V-13 RT-03 the screens for visitors', async ({ page }) => {
      await arrive(page)
      const token = 'a'.repeat(43)
      for (const path of ['/', '/sign-up', '/reset-password', `/reset-password?token=${token}`]) await visit(page, path)
      for (const path of ['/reset-password/success', '/confirmation', `/confirmation?token=${token}`, '/nope'])
        await visit(page, path)
      await expect(page.getByText(t.notFound)).toBeVisible()
    })

    test('RT-08 RT-10 RT-15 RT-16 the steps of signing up, and the screens of somebody new', async ({ page }) => {
      const identity = newIdentity('Maximiliana Guadalupe Hernández-Villaseñor de la Torre')
      await arrive(page)
      await page.goto('/sign-up')
      await fillDetails(page, t, identity)
      await page.getByRole('button', { name: t.terms, exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
      await expectAccessible(page, looks)
      await page.getByRole('dialog').getByRole('button', { name: t.close }).click()
      await page.getByRole('button', { name: t.submitAccount }).click()
      await expect(page.getByLabel(t.emailCode)).toBeVisible()
      await lookOver(page)
      await page.getByRole('button', { name: t.later }).click()
      await expect(page.getByLabel(t.phone, { exact: true })).toBeVisible()
      await lookOver(page)
      await page.getByRole('button', { name: t.later }).click()
      for (const path of ['/home', '/verify-user', '/verify-account', '/deposit-now', '/movements', '/sign-up/address'])
        await visit(page, path)
      await page.getByRole('button', { name: t.finishSignUp }).click()
      await expect(page.getByLabel(t.zip)).toHaveAttribute('aria-invalid', 'true')
      await lookOver(page)

      await page.goto('/verify-account')
      await page.getByLabel(t.phone, { exact: true }).fill(identity.phone.slice(2))
      await page.getByRole('button', { name: t.sendCode }).click()
      await expect(page.getByLabel(t.phoneCode)).toBeVisible()
      await lookOver(page)
      await page.reload()
      await expect(page.getByRole('button', { name: t.requestCode })).toBeVisible()
      await lookOver(page)
    })

    test('ST-14 RT-66 the identity check, step by step', async ({ page, makePerson, photo }) => {
      await signInAs(page, await makePerson({ stage: 'V', lang: language }))
      for (const path of ['/kyc', '/kyc/Tier1']) await visit(page, path)
      await page.getByRole('button', { name: t.sendPhoto }).click()
      await expect(page.getByText(t.photoMissing).first()).toBeVisible()
      await lookOver(page)
      await page.getByText(t.passport, { exact: true }).click()
      await page.getByLabel(t.front).setInputFiles(jpeg(photo))
      await page.getByRole('button', { name: t.sendPhoto }).click()
      await page.getByLabel(t.face).setInputFiles(jpeg(photo))
      await lookOver(page)
      await page.getByRole('button', { name: t.sendPhoto }).click()
      await page.getByRole('button', { name: t.handIn }).click()
      await expect(page.getByText(t.birthdayMissing).first()).toBeVisible()
      await lookOver(page)
    })

    test('ST-13 RT-67 what has become of the identity check', async ({ page, makePerson, openPage, photo }) => {
      const [waiting, verified] = await Promise.all([
        makePerson({ stage: 'V', lang: language }),
        makePerson({ lang: language }),
      ])
      await nextIdentityCheck(waiting.email, { decision: 'review' })
      await handInIdentity(waiting, photo)
      await signInAs(page, waiting)
      await visit(page, '/kyc/success')
      await expect(page.getByText(t.handedIn)).toBeVisible()
      const other = await openPage({ viewport: page.viewportSize() })
      await signInAs(other, verified)
      await visit(other, '/kyc/success')
      await expect(other.getByText(t.identityVerified)).toBeVisible()
    })

    test('P-19 RT-47 RT-50 sending, step by step', wideToo, async ({ page, makePerson }) => {
      const [person, receiver] = await Promise.all([
        makePerson({ cents: 4_567_89, lang: language }),
        makePerson({ stage: 'V' }),
      ])
      await signInAs(page, person)
      await visit(page, '/payments/send')
      await page.getByRole('button', { name: t.inApp }).click()
      await lookOver(page)
      await reviewSend(page, t, receiver, '25')
      await expect(sendButton(page)).toBeEnabled()
      await lookOver(page)
      await page.goBack()
      await expect(page.getByLabel(t.amountToSend)).toHaveValue('25')
      await lookOver(page)
      await page.goForward()
      await sendButton(page).click()
      await expect(page).toHaveURL(/\/success$/)
      await lookOver(page)
      await page.goto('/payments/send/puente')
      await expect(page.getByRole('button', { name: receiver.fullName })).toBeVisible()
      await lookOver(page)
    })

    test('RT-13 adding money, and every way it may end', async ({ page, makePerson }) => {
      await signInAs(page, await makePerson({ stage: 'V', lang: language }))
      await page.goto('/deposit-now')
      await page.getByLabel(t.amountToAdd).fill('12')
      await expect(payButton(page, t)).toBeVisible()
      await lookOver(page)
      await startDeposit(page, t, '12')
      await page.getByRole('link', { name: t.cancel }).click()
      await expect(page.getByText(t.unfinished)).toBeVisible()
      await lookOver(page)
      const back = page.url()
      await page.getByRole('button', { name: t.finish }).click()
      await expect(page).toHaveURL(/\/home$/)
      await page.goto(back)
      await expect(page.getByText(t.cancelled)).toBeVisible()
      await lookOver(page)
      await page.goto('/deposit-now/cancel')
      await expect(page.getByText(t.noPayment)).toBeVisible()
      await lookOver(page)
      await page.goto('/deposit-now')
      await startDeposit(page, t, '12')
      await payWith(page, '4242')
      await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
      await lookOver(page)
    })

    test('RT-17 RT-18 RT-20 RT-33 ET-12 home, movements and settings', wideToo, async ({ page, makePerson }) => {
      const person = await makePerson({ stage: 'V', cents: 321_09, lang: language })
      await fund(person, 45_67)
      await signInAs(page, person)
      for (const path of ['/home', '/movements', '/settings', '/settings/language']) await visit(page, path)
      await page.getByRole('button', { name: t.transactions }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, looks)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.goto('/movements')
      await page.getByRole('link', { name: /45\.67/ }).click()
      await expect(page.getByText(t.reference, { exact: true })).toBeVisible()
      await lookOver(page)
      await page.getByRole('banner').getByRole('button', { name: t.logOut }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, looks)
    })

    test('MSG-15 the screens of things gone wrong', async ({ page, context, makePerson }) => {
      await signInAs(page, await makePerson({ stage: 'N', lang: language }))
      await page.route('**/api/transactions/list', (route) =>
        route.fulfill({ json: { data: { items: [null], last: null, end: true } } }),
      )
      await visit(page, '/home')
      await expect(page.getByText(t.wentWrong)).toBeVisible()
      await context.setOffline(true)
      await expect(page.getByRole('heading', { name: t.offlineTitle, exact: true })).toBeVisible()
      await expectAccessible(page, looks)
    })
  })
}
