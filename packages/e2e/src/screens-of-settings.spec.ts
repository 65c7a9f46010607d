/**
 * The screens below the settings, looked over one after the other in one language each: English with all rules of axe, among
 * all journeys in both colour schemes, the others for what their words can break. That each can be visited directly is `guards.spec.ts`'s;
 * here the application goes from one to the next by itself, which is much quicker.
 */
import { LANGUAGES, type Language } from '@puente/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { signIn } from './steps/account.ts'
import { expect, isWide, signInAs, test } from './support/journey.ts'
import { checkIn, chooseLanguage, expectLoaded, LONG_NAME } from './support/look.ts'
import { codeFor } from './support/sandbox.ts'
import { texts } from './support/texts.ts'
import { appCode } from './support/totp.ts'

// Each stops at many screens.
test.describe.configure({ timeout: 180_000 })

const below = (parent: string, children: string) => children.split(' ').map((child) => `${parent}/${child}`)

/** In halves, so that two browsers share the work. */
const HALVES = {
  'the settings and about': [
    '/settings',
    ...below(
      '/settings',
      'profile-and-limits notifications language dashboard FAQS legal-aspects account access-log statements',
    ),
    '/about',
    ...below('/about', 'terms privacy code-of-conduct copyright'),
  ],
  'personal data, limits and tier 2': [
    ...below('/settings', 'personal-info transaction-limits'),
    ...below('/settings/edit', 'picture name username birthday email phone address nationality'),
    ...below('/about', 'kyc'),
    '/kyc/tier2',
  ],
}
const SECURITY = ['/settings/password', ...below('/settings/security', 'social sessions log lost-device')]
/** Those with a layout of their own on a wide screen. */
const WIDE = new Set(['/settings', '/settings/personal-info', '/settings/FAQS', '/about/terms'])

/** Goes to a screen without loading the page again, as the links on it do. */
const walkTo = async (page: Page, path: string) => {
  const left = await page.title()
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await expect(page).not.toHaveTitle(left)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectLoaded(page)
}

const start = async (page: Page, context: BrowserContext, language: Language) => {
  await chooseLanguage(context, language)
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const look = async (page: Page, paths: readonly string[], language: Language) => {
  for (const path of paths) {
    await test.step(path, async () => {
      await walkTo(page, path)
      await checkIn(page, language)
    })
  }
}

for (const language of LANGUAGES) {
  const t = texts[language]

  for (const [half, paths] of Object.entries(HALVES)) {
    test(
      `${half} (${language})`,
      {
        tag:
          language === 'en' && half === 'the settings and about'
            ? '@desktop-long'
            : ['@long', ...(language === 'en' ? ['@desktop-long'] : [])],
      },
      async ({ page, context, makePerson }) => {
        const person = await makePerson({ cents: 321_09, fullName: LONG_NAME, lang: language })
        await signInAs(page, person)
        await start(page, context, language)
        await look(page, isWide() ? paths.filter((path) => WIDE.has(path)) : paths, language)
      },
    )
  }

  test(
    `security, the proof it asks for, and the second step of logging in (${language})`,
    { tag: '@long' },
    async ({ page, context, makePerson, openPage }) => {
      const person = await makePerson({ stage: 'V', fullName: LONG_NAME, lang: language })
      await signInAs(page, person)
      await start(page, context, language)
      await look(page, SECURITY, language)

      await walkTo(page, '/settings/security')
      const known = await codeFor(person.phone)
      await page.getByRole('button', { name: t.authenticatorApp }).click()
      const code = page.getByRole('dialog').getByRole('textbox')
      await expect(code).toBeFocused()
      await checkIn(page, language)
      await code.fill(await codeFor(person.phone, known))
      const app = page.getByRole('dialog').locator('a[href^="otpauth:"]')
      await expect(app).toBeVisible()
      await checkIn(page, language)
      const secret = new URL((await app.getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
      await page.getByRole('button', { name: t.next, exact: true }).click()
      const codes = page.getByRole('dialog').getByRole('listitem')
      // A code serves in its own half minute only, which may end while it is typed.
      await expect(async () => {
        await page.getByRole('dialog').getByRole('textbox').fill(appCode(secret, Date.now()))
        await expect(codes).toHaveCount(10, { timeout: 5_000 })
      }).toPass()
      await checkIn(page, language)

      const other = await openPage({ viewport: page.viewportSize() })
      await chooseLanguage(other.context(), language)
      await other.goto('/sign-in')
      await signIn(other, t, person)
      await expect(other.getByRole('heading', { level: 1, name: t.itsYou })).toBeVisible()
      await checkIn(other, language)
    },
  )
}
